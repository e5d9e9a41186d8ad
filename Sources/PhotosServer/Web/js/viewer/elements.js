// What the viewer's parts are made of, beyond the shell's elements.
import { button, make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";

/** Text from the library: set apart, so that its direction and overrides end with it. */
export const foreign = (text, name = "bdi", attributes = {}) =>
  make(name, { ...attributes, dir: "auto", class: ["foreign", attributes.class].filter(Boolean).join(" ") }, text);

/** A button that shows an icon only: its name is said, its tooltip tells the key as well. */
export function iconButton(name, picture, run, { key = null, ...attributes } = {}) {
  const element = button("", run, { icon: picture, name, keys: key, class: "viewer-tool", ...attributes });
  element.title = key ? `${name} (${key})` : name;
  // A click leaves the focus where it was, so that Space still plays and arrows still page.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  return element;
}

export function rename(element, name, picture = null) {
  const key = element.getAttribute("aria-keyshortcuts");
  element.setAttribute("aria-label", name);
  element.title = key ? `${name} (${key})` : name;
  if (picture) element.replaceChildren(icon(picture));
}

export const movesLess = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
