// How large the photos are: remembered by the browser, changed by two buttons, Ctrl with the wheel, two fingers, + and −.
import { say } from "../language.js";
import { zoomSteps } from "./sizes.js";

const key = "timeline.zoom";

export class Zoom {
  #step = 1;
  #onChange;
  #buttons = [];

  constructor(onChange) {
    this.#onChange = onChange;
    try {
      const kept = Number.parseInt(localStorage.getItem(key), 10);
      if (kept >= 0 && kept < zoomSteps) this.#step = kept;
    } catch {
      // A browser that keeps nothing starts in the middle.
    }
    this.element = document.createElement("div");
    this.element.className = "zoom";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", say("timeline.size"));
    for (const { step, name } of [{ step: -1, name: say("timeline.smaller") }, { step: 1, name: say("timeline.larger") }]) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = step < 0 ? "smaller" : "larger";
      button.setAttribute("aria-label", name);
      button.title = name;
      button.addEventListener("click", () => this.by(step));
      this.#buttons.push(button);
      this.element.append(button);
    }
    this.#show();
  }

  get step() { return this.#step; }

  /** One step larger (1) or smaller (-1). `event` is where the pointer is, if one zooms. */
  by(change, event = null) {
    const step = Math.min(zoomSteps - 1, Math.max(0, this.#step + change));
    if (step === this.#step) return;
    this.#step = step;
    try {
      localStorage.setItem(key, String(step));
    } catch {
      // As above.
    }
    this.#show();
    this.#onChange(event);
  }

  #show() {
    // Disabling would throw the focus away.
    this.#buttons[0].setAttribute("aria-disabled", this.#step === 0);
    this.#buttons[1].setAttribute("aria-disabled", this.#step === zoomSteps - 1);
  }
}
