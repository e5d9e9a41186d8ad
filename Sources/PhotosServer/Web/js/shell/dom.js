// Elements made without markup: whatever a library's titles hold is text.
import { isEnglish } from "../language.js";
import { icon } from "./icons.js";

/** An element with attributes (null and false are left out, true is empty) and children; strings become text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/**
 * A button; `icon` draws one before the label, `name` says what a button without a label does, and what else is there are attributes.
 * @param {string} label
 * @param {(event: any) => void} run
 * @param {Record<string, any>} options
 */
export function button(label, run, { icon: picture = null, name = null, keys = null, ...attributes } = {}) {
  const element = make("button", { type: "button", "aria-label": name, title: name ?? null, "aria-keyshortcuts": keys, ...attributes });
  if (picture) element.append(icon(picture));
  if (label) element.append(make("span", { class: "label" }, label));
  element.addEventListener("click", run);
  return element;
}

/** What the server says of a problem: English, and read aloud as such. */
export const inEnglish = (text, tag = "span") => make(tag, { lang: isEnglish ? null : "en" }, text);

export function announce(text) {
  document.getElementById("announcer").textContent = text;
}

/** Whether keys belong to a field that text is typed into. */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=button])"));
}
