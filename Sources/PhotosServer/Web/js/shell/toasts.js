// Short messages at the foot of the page, read aloud, with what can be done about them.
import { say } from "../language.js";
import { button, inEnglish, make } from "./dom.js";

export class Toasts {
  #element;
  #timers = new Map();

  constructor(element) {
    this.#element = element;
    // Nobody has to hurry while pointing at a message or standing in it.
    for (const name of ["pointerenter", "focusin"]) element.addEventListener(name, () => this.#pause());
    for (const name of ["pointerleave", "focusout"]) element.addEventListener(name, () => this.#resume());
  }

  get isSpeaking() { return this.#element.childElementCount > 0; }

  /** Says something for some seconds, a text or parts of one; `action` = { label, run } makes it a message with a button. */
  say(text, { action = null, isProblem = false, seconds = action || isProblem ? 10 : 5 } = {}) {
    // One message at a time; what went wrong stays beside the next one.
    for (const other of [...this.#element.children]) if (!other.classList.contains("problem") || isProblem) this.#dismiss(other);
    const words = make("span", { class: "words" }, ...[text].flat());
    const toast = make("div", { class: isProblem ? "toast problem" : "toast" }, words);
    const dismiss = () => this.#dismiss(toast);
    if (action) {
      toast.append(button(action.label, () => {
        dismiss();
        // Focus was in the message that is gone; it belongs to the photos.
        this.#returnFocus();
        action.run();
      }, { class: "plain-button strong" }));
    }
    toast.append(button("", dismiss, { class: "icon-button", icon: "close", name: say("toast.dismiss") }));
    this.#element.append(toast);
    this.#timers.set(toast, { seconds, handle: setTimeout(dismiss, seconds * 1000) });
    return { dismiss, update: (now) => { words.textContent = now; } };
  }

  /** A failed call, in the server's own words. That the gallery can't be reached, the page's notice says. */
  problem(error) {
    if (error.isLost) return this.say(say("toast.lost"), { isProblem: true });
    const text = error.title || error.message;
    return this.say(error.detail ? [say("sentences", { one: text, other: "" }), inEnglish(error.detail)] : text, { isProblem: true });
  }

  #returnFocus() {
    if (document.activeElement === document.body) document.querySelector("#viewer:not([hidden]), main:not([hidden]) [tabindex='0']")?.focus({ preventScroll: true });
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
