/* While a submission is running, the submission page keeps up by itself. */
(function () {
  "use strict";

  const SECONDS = 3;

  async function refresh() {
    const shown = document.querySelector(".sast-submissions");
    if (!shown || !shown.querySelector("[data-open='true']")) {
      return;
    }
    const response = await fetch(window.location.href).catch(() => null);
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const next = page.querySelector(".sast-submissions");
      /* Details that the user has opened stay open. */
      if (next && !shown.querySelector("details[open]")) {
        shown.replaceWith(document.adoptNode(next));
      }
    }
    setTimeout(refresh, SECONDS * 1000);
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
