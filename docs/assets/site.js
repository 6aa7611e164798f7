// A region that scrolls sideways can be reached with the keyboard.
document.addEventListener("DOMContentLoaded", () => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap, .md-typeset pre, math[display=block]")) box.tabIndex = 0;
});
