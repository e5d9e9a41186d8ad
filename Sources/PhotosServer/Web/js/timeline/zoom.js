// How large the photos are, and whether in their own shape or as squares: remembered by the browser, changed by buttons; the size also by Ctrl with
// the wheel, two fingers, + and −.
import { say } from "../language.js";
import { farSteps, zoomSteps } from "./sizes.js";

const key = "timeline.zoom", shapeKey = "timeline.shape";

export class Zoom {
  #step = 1;
  /** The last one of photos: months and years from afar are left with the list. */
  #near = 1;
  #least = 0;
  #onChange;
  #buttons = [];
  #isJustified = false;
  #shape = document.createElement("button");

  constructor(onChange) {
    this.#onChange = onChange;
    try {
      const kept = Number.parseInt(localStorage.getItem(key), 10);
      if (kept >= 0 && kept < zoomSteps) this.#step = this.#near = kept;
      this.#isJustified = localStorage.getItem(shapeKey) === "own";
    } catch {
      // A browser that keeps nothing starts in the middle.
    }
    this.element = document.createElement("div");
    this.element.className = "zoom";
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-label", say("timeline.size"));
    this.#shape.type = "button";
    this.#shape.className = "shape";
    this.#shape.setAttribute("aria-label", say("timeline.ownShapes"));
    this.#shape.title = say("timeline.ownShapes");
    this.#shape.addEventListener("click", () => this.#turn());
    this.element.append(this.#shape);
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

  /** The step of photos, from 0. */
  get step() { return Math.max(0, this.#step); }
  /** What is shown from afar instead of photos, or null. */
  get far() { return this.#step < 0 ? farSteps[-1 - this.#step] : null; }

  /** Whether a list has years and months. One that has lost them shows its photos again. */
  allowFar(isAllowed) {
    this.#least = isAllowed ? -farSteps.length : 0;
    if (isAllowed) this.#show();
    else this.comeNear();
  }

  /** Photos again, as large as they were. */
  comeNear() {
    if (this.#step < 0) this.#step = this.#near;
    this.#show();
  }

  /** Months after years, where one year was chosen. */
  set far(unit) {
    this.#step = -1 - farSteps.indexOf(unit);
    this.#show();
  }
  /** Whether photos are shown in their own shape. */
  get isJustified() { return this.#isJustified; }

  /** One step larger (1) or smaller (-1). `event` is where the pointer is, if one zooms. */
  by(change, event = null) {
    const step = Math.min(zoomSteps - 1, Math.max(this.#least, this.#step + change));
    if (step === this.#step) return;
    this.#step = step;
    if (step >= 0) keep(key, String(this.#near = step));
    this.#show();
    this.#onChange(event);
  }

  #turn() {
    this.#isJustified = !this.#isJustified;
    keep(shapeKey, this.#isJustified ? "own" : "square");
    this.#show();
    this.#onChange(null);
  }

  #show() {
    this.#shape.setAttribute("aria-pressed", this.#isJustified);
    // Disabling would throw the focus away.
    this.#buttons[0].setAttribute("aria-disabled", this.#step === this.#least);
    this.#buttons[1].setAttribute("aria-disabled", this.#step === zoomSteps - 1);
  }
}

/** Calls `zoom(step, event)` where Ctrl is held while the wheel turns far enough over an element. */
export function zoomByWheel(element, zoom) {
  let turned = 0;
  // Not passive: the browser would zoom the page as well.
  element.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    turned += event.deltaMode === 0 ? event.deltaY : event.deltaY * 40;
    if (Math.abs(turned) < 60) return;
    zoom(-Math.sign(turned), event);
    turned = 0;
  }, { passive: false });
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing begins anew next time.
  }
}
