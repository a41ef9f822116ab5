/* While a submission is running, the submission page keeps up by itself. */
(function () {
  "use strict";

  const SECONDS = 3;

  function replace(text) {
    const shown = document.querySelector(".sast-submissions");
    const next = new DOMParser().parseFromString(text, "text/html").querySelector(".sast-submissions");
    /* Details that the user has opened stay open. */
    if (shown && next && !shown.querySelector("details[open]")) {
      shown.replaceWith(document.adoptNode(next));
    }
  }

  function refresh() {
    const shown = document.querySelector(".sast-submissions");
    if (!shown || !shown.querySelector("[data-open='true']")) {
      return;
    }
    fetch(window.location.href)
      .then((response) => (response.ok ? response.text().then(replace) : null))
      .catch(() => null)
      .then(start);
  }

  function start() {
    setTimeout(refresh, SECONDS * 1000);
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", start);
  } else {
    start();
  }
})();
