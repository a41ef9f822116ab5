/* Updates form fields that depend on other fields of a SAST server. */
(function () {
  "use strict";

  /* The title of a block is the name of its SAST server. */
  Behaviour.specify("details[id^='sast-server-']", "sast-title", 1000, function (details) {
    const block = details.closest(".repeated-chunk");
    const title = block.querySelector(".repeated-chunk__header").lastChild;
    const general = title.textContent;
    const show = function (name) {
      title.textContent = (name || "").trim() || general;
    };
    show(details.dataset.name);
    const field = block.querySelector("input[name='_.name']");
    if (field) {
      field.addEventListener("input", () => show(field.value));
    }
  });

  /* The button "Test connection" sends only the fields above it. Hidden fields above the button receive the
     values of fields below the button. */
  Behaviour.specify("input[data-sast-copy]", "sast-copy", 1000, function (copy) {
    const server = copy.closest(".repeated-chunk");
    const update = function () {
      const field = server.querySelector("[name='" + copy.dataset.sastCopy + "']");
      copy.value = field.type === "checkbox" ? field.checked : field.value;
    };
    server.addEventListener("click", update, true);
  });

  /* The dialog of an "Add" button opens with the kind of credentials that its list offers. */
  let secretText = false;
  document.addEventListener(
    "click",
    function (event) {
      const control = event.target.closest(".credentials-select-control");
      if (control) {
        const list = control.querySelector("select");
        secretText = list.closest("[id^='sast-server-']") !== null && list.name !== "_.userCredentialsId";
      }
    },
    true
  );

  Behaviour.specify("#credentials-dialog-form select.dropdownList", "sast-kind", 1000, function (kinds) {
    const kind = Array.from(kinds.options).find((option) => option.text === "Secret text");
    if (secretText && kind) {
      kinds.value = kind.value;
      kinds.dispatchEvent(new Event("change"));
    }
  });
})();
