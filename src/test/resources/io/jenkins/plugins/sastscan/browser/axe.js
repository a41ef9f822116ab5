/* Serious faults of accessibility in a part of a page, as sentences: arguments[0] selects the part. */
const done = arguments[arguments.length - 1];
axe
  .run({ include: [[arguments[0]]] }, { resultTypes: ["violations"] })
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
