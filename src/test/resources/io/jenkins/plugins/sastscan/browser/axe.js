/* Serious faults of accessibility in a part of a page, as sentences: arguments[0] selects the part. */
/* These come from core and the credentials plugin, which give forms no way to mend them. */
const exclude = [
  [".jenkins-help-button"], // a positive tabindex
  [".jenkins-checkbox input"], // its label is tied to it by a script alone
  [".credentials-select-radio-control"], // as check boxes
  [".expanding-input input"], // passes no label on
  [".credentials-select-control select"], // passes no label on
  ["select.dropdownList"], // passes no label on
  [".jenkins-edited-section-label"], // its color is pale in the light theme
  [".jenkins-validate-button__container__status"], // its red is pale in the light theme
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
