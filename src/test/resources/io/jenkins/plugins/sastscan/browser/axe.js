/* Returns serious accessibility problems of a part of the page, one sentence each. arguments[0] is the selector of the part. */
/* Elements that this plugin cannot fix, because they belong to core or the credentials plugin. */
const exclude = [
  [".jenkins-help-button"], // has a positive tabindex
  [".jenkins-checkbox input"], // is connected to its label only by a script
  [".credentials-select-radio-control"], // is connected to its label only by a script
  [".expanding-input input"], // has no label
  [".credentials-select-control select"], // has no label
  ["select.dropdownList"], // has no label
  [".jenkins-edited-section-label"], // has low contrast in the light theme
  [".jenkins-validate-button__container__status"], // has low contrast in the light theme
];
const done = arguments[arguments.length - 1];
axe
  .run({ include: [[arguments[0]]], exclude }, { resultTypes: ["violations"] })
  .then((results) =>
    done(
      results.violations
        .filter((fault) => ["serious", "critical"].includes(fault.impact))
        .flatMap((fault) =>
          fault.nodes.map((node) => `Accessibility, ${fault.impact}, ${fault.id}: ${node.html} (${node.failureSummary.replace(/\s+/g, " ")})`),
        ),
    ),
  )
  .catch((error) => done([`axe failed: ${error}`]));
