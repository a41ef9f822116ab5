/* This script runs before the scripts of each page. It records violations of the Content Security Policy, and counts
   running requests. */
(() => {
  const watch = { violations: [], requests: 0 };
  window.sastWatch = watch;

  document.addEventListener("securitypolicyviolation", (event) => {
    const element = event.target instanceof Element ? event.target : null;
    watch.violations.push({
      disposition: event.disposition,
      directive: event.effectiveDirective,
      blocked: event.blockedURI,
      source: event.sourceFile || "",
      line: event.lineNumber,
      sample: event.sample,
      element: element ? element.outerHTML.slice(0, 200) : "",
      path: event.composedPath().filter((node) => node instanceof Element),
    });
  });

  /* A request counts as running until its callbacks have run. */
  const over = () => setTimeout(() => watch.requests--, 0);
  const fetch = window.fetch;
  window.fetch = (...request) => {
    watch.requests++;
    const answer = fetch(...request);
    answer.then((whole) => whole.clone().arrayBuffer()).then(over, over);
    return answer;
  };
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...body) {
    watch.requests++;
    this.addEventListener("loadend", over);
    return send.apply(this, body);
  };
})();
