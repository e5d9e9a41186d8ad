// A name that is cut off is told whole beside the pointer; one that is whole already is not told twice.

const names = "#sidebar .name, .brand > span, #toolbar .title, .viewer-date, .viewer-name, .panel-file, .panel-albums a, .menu button > span, .choices .name";

/** Titles of ours, which go when the name fits. */
const told = new WeakSet();

export function tellCutOffNames() {
  for (const event of ["pointerover", "focusin"]) {
    document.addEventListener(event, ({ target }) => {
      const element = target instanceof Element ? target.closest(names) ?? target.querySelector(names) : null;
      if (!(element instanceof HTMLElement) || (element.title && !told.has(element))) return;
      if (element.scrollWidth > element.clientWidth) {
        element.title = element.textContent;
        told.add(element);
      } else if (told.has(element)) {
        element.removeAttribute("title");
      }
    });
  }
}
