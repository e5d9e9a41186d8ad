// Sliders for the numbers of an edit, in hundredths.
import { decimal, say } from "../language.js";
import { make } from "../shell/dom.js";
import { parameters } from "./adjustments.js";

/** @typedef {import('../language.js').Key} Key */
export const word = (name) => say(/** @type {Key} */ (`editor.${name}`));

export class Slider {
  #history;
  #name;
  #scale;
  #input;
  #shown = make("output", { class: "slider-value" });

  /** @param {string} name of the number; `history` has the edit. */
  constructor(name, history) {
    this.#name = name;
    this.#history = history;
    const { least, most, step } = parameters[name];
    this.#scale = name === "straighten" ? 1 : 100;
    const label = word(name);
    this.#input = make("input", {
      type: "range", min: least * this.#scale, max: most * this.#scale, step: step ?? 1, "aria-label": label, "data-parameter": name,
    });
    this.element = make("label", { class: "slider" }, make("span", { class: "slider-name" }, label), this.#shown, this.#input);
    this.#input.addEventListener("input", () => history.change({ [name]: Number(this.#input.value) / this.#scale }));
    this.#input.addEventListener("change", () => history.finish());
    const reset = () => history.step({ [name]: parameters[name].neutral ?? 0 });
    this.#input.addEventListener("dblclick", reset);
    this.#input.addEventListener("keydown", (event) => { if (event.key === "Delete" || event.key === "Backspace") reset(); });
  }

  show() {
    const value = this.#history.now[this.#name] * this.#scale;
    if (Number(this.#input.value) !== value) this.#input.value = String(value);
    const text = decimal(Math.abs(value), 1);
    const said = (value < 0 && text !== "0" ? "−" : "") + text + (this.#name === "straighten" ? "°" : "");
    this.#shown.textContent = said;
    this.#input.setAttribute("aria-valuetext", said);
    // The part between neutral and here is filled.
    const { least, most } = parameters[this.#name];
    const share = (number) => (number - least) / (most - least);
    const ends = [share(Math.max(0, least)), share(value / this.#scale)];
    this.#input.style.setProperty("--low", String(Math.min(...ends)));
    this.#input.style.setProperty("--high", String(Math.max(...ends)));
  }
}
