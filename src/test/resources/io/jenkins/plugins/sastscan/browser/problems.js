/* Checks the layout and the Content Security Policy of one part of a page. Returns one sentence for each problem.
   The CSS selector of the part is arguments[0]. */
const part = arguments[0];
const problems = [];
const shown = (element) => `${element.outerHTML.slice(0, 160).replace(/\s+/g, " ")}`;

for (const image of document.images) {
  if (image.complete && image.naturalWidth === 0) {
    problems.push(`Broken image: ${image.src}`);
  }
}

const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
const inScroller = (element) => element !== null && (scrolls(element) || inScroller(element.parentElement));
for (const own of document.querySelectorAll(part)) {
  const edge = Math.min(own.getBoundingClientRect().right, document.documentElement.clientWidth) + 1;
  for (const element of [own, ...own.querySelectorAll("*")]) {
    const box = element.getBoundingClientRect();
    // Core hides the label of its delete button behind the icon until the pointer is over the button.
    const hidden = element.closest(".repeatable-delete span") !== null;
    const seen = box.width > 1 && box.height > 1 && !hidden && element.checkVisibility({ visibilityProperty: true });
    if (seen && (box.right > edge || box.left < 0) && !inScroller(element.parentElement)) {
      problems.push(`Beyond the edge (${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(edge)}): ${shown(element)}`);
    }
  }
}

/* The form controls of Jenkins core have inline styles, which the report-only policy forbids. Violations of this policy
   count only in markup and files of the plugin. */
const markup = (seen) => seen.path.some((element) => element.closest("[class*='sast-']"));
const file = (seen) => /sast-?scan/.test(seen.source.replace(/\/job\/.*/, ""));
for (const seen of window.sastWatch.violations) {
  if (seen.disposition === "enforce" || markup(seen) || file(seen)) {
    problems.push(`Against the policy, ${seen.disposition}, ${seen.directive}: ${seen.blocked} ${seen.source}:${seen.line} ${seen.sample} ${seen.element}`);
  }
}
return problems;
