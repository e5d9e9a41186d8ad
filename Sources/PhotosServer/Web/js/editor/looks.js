// The filters, each with the photo as it would look.
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { filters } from "./adjustments.js";
import { word } from "./sliders.js";

const side = 160;

export class Looks {
  #history;
  #view;
  #all;

  constructor(history, view) {
    this.#history = history;
    this.#view = view;
    this.#all = [null, ...Object.keys(filters)].map((name) => this.#look(name));
    this.element = make("div", { class: "editor-looks", role: "group", "aria-label": say("editor.filters") }, ...this.#all.map(({ element }) => element));
  }

  #look(name) {
    const canvas = make("canvas", { width: side, height: side, "aria-hidden": "true" });
    const element = make("button", { type: "button", class: "editor-look", "aria-pressed": "false", "data-filter": name ?? "none" },
      canvas, make("span", {}, word(name ?? "none")));
    element.addEventListener("click", () => this.#history.step({ filter: name, filterIntensity: 1 }));
    return { name, canvas, element };
  }

  /** The photo as it is now, in every look. */
  draw() {
    const { now } = this.#history;
    this.#view.drawSamples(this.#all.map(({ name, canvas }) => ({ canvas, edit: { ...now, filter: name, filterIntensity: 1, sharpness: 0 } })));
  }

  show() {
    for (const { name, element } of this.#all) element.setAttribute("aria-pressed", String(this.#history.now.filter === name));
  }
}
