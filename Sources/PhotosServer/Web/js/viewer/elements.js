// What the viewer's parts are made of, beyond the shell's elements.
import { sayIfKnown } from "../language.js";
import { button, make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";

/** Text from the library: set apart, so that its direction and overrides end with it. */
export const foreign = (text, name = "bdi", attributes = {}) =>
  make(name, { ...attributes, dir: "auto", class: ["foreign", attributes.class].filter(Boolean).join(" ") }, text);

const keyNames = { ArrowLeft: "←", ArrowRight: "→", "-": "−" };

const keyText = (key) => key.split("+").map((part) => keyNames[part] ?? sayIfKnown(`key.${part === "Control" ? "Ctrl" : part}`) ?? part).join("+");
const tooltip = (name, key) => (key ? `${name} (${key === "+" ? key : keyText(key)})` : name);

/**
 * A button that shows an icon only: its name is said, its tooltip tells the key as well.
 * @param {string} name
 * @param {string} picture
 * @param {(event: any) => void} run
 * @param {Record<string, any>} options `key`, and attributes
 */
export function iconButton(name, picture, run, { key = null, ...attributes } = {}) {
  const element = button("", run, { icon: picture, name, keys: key, class: "viewer-tool", ...attributes });
  element.title = tooltip(name, key);
  // A click leaves the focus where it was, so that Space still plays and arrows still page.
  element.addEventListener("mousedown", (event) => event.preventDefault());
  return element;
}

export function rename(element, name, picture = null) {
  element.setAttribute("aria-label", name);
  element.title = tooltip(name, element.getAttribute("aria-keyshortcuts"));
  if (picture) element.replaceChildren(icon(picture));
}

export const movesLess = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
