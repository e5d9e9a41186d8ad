// Short messages at the foot of the page, read aloud, with what can be done about them.
import { button, make } from "./dom.js";

const shown = 3;

export class Toasts {
  #element;
  #timers = new Map();

  constructor(element) {
    this.#element = element;
    // Nobody has to hurry while pointing at a message or standing in it.
    for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, () => this.#pause());
    for (const name of ["pointerleave", "focusout"]) element.addEventListener(name, () => this.#resume());
  }

  /** Says something for some seconds; `action` = { label, run } makes it a message with a button. */
  say(text, { action = null, isProblem = false, seconds = action || isProblem ? 10 : 5 } = {}) {
    const toast = make("div", { class: isProblem ? "toast problem" : "toast" }, make("span", { class: "words" }, text));
    const dismiss = () => this.#dismiss(toast);
    if (action) {
      toast.append(button(action.label, () => {
        dismiss();
        action.run();
      }, { class: "plain-button strong" }));
    }
    toast.append(button("", dismiss, { class: "icon-button", icon: "close", name: "Dismiss" }));
    this.#element.append(toast);
    while (this.#element.children.length > shown) this.#dismiss(this.#element.firstElementChild);
    this.#timers.set(toast, { seconds, handle: setTimeout(dismiss, seconds * 1000) });
    return { dismiss };
  }

  /** A failed call, in the server's own words. */
  problem(error) {
    const text = error.detail ? `${error.title}. ${error.detail}` : error.title || error.message;
    return this.say(text, { isProblem: true });
  }

  #dismiss(toast) {
    clearTimeout(this.#timers.get(toast)?.handle);
    this.#timers.delete(toast);
    toast.remove();
  }

  #pause() {
    for (const timer of this.#timers.values()) clearTimeout(timer.handle);
  }

  #resume() {
    for (const [toast, timer] of this.#timers) {
      clearTimeout(timer.handle);
      timer.handle = setTimeout(() => this.#dismiss(toast), timer.seconds * 1000);
    }
  }
}
