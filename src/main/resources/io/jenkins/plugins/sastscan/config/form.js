/* What a field in the form of the SAST servers has to know of other fields. */
(function () {
  "use strict";

  const OTHER_NAMES = "input.sast-other-names";

  /* Gives the check of each name the names in the other rows. */
  function shareNames() {
    const fields = Array.from(document.querySelectorAll(OTHER_NAMES));
    const names = fields.map((field) => nameBeside(field).value);
    fields.forEach((field, row) => {
      const others = names.filter((name, other) => other !== row).join("\n");
      if (field.value !== others) {
        field.value = others;
        field.dispatchEvent(new Event("change"));
      }
    });
  }

  function nameBeside(field) {
    return field.closest(".repeated-chunk").querySelector("input[name='_.name']");
  }

  Behaviour.specify(OTHER_NAMES, "sast-other-names", 1000, function (field) {
    nameBeside(field).addEventListener("change", shareNames);
    new MutationObserver(shareNames).observe(field.closest(".repeated-container"), { childList: true });
    shareNames();
  });

  /* Shows the user only for the grant type that has one. */
  Behaviour.specify("select.sast-grant", "sast-grant", 1000, function (grant) {
    const user = grant.closest(".jenkins-form-item").parentNode.querySelector(".sast-user");
    const show = function () {
      const hide = grant.value === "CLIENT_CREDENTIALS";
      user.classList[hide ? "add" : "remove"]("jenkins-hidden");
    };
    ["change", "filled"].forEach((event) => grant.addEventListener(event, show));
    show();
  });
})();
