// The shape that a crop keeps.
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { resultSize, whole } from "./adjustments.js";
import { word } from "./sliders.js";

/** Long side over short side; null for any, 0 for the photo's own. */
const shapes = { free: null, original: 0, square: 1, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9 };

export class Shapes {
  #history;
  #view;

  constructor(history, view) {
    this.#history = history;
    this.#view = view;
    this.element = make("select", { class: "field", "aria-label": say("editor.shape") },
      ...Object.keys(shapes).map((name) => make("option", { value: name }, /\d/.test(name) ? name : word(name))));
    this.element.addEventListener("change", () => this.#choose());
  }

  /** What is high stays high. */
  #choose() {
    const { cropper, original } = this.#view;
    const { width, height } = resultSize({ ...this.#history.now, crop: whole }, original);
    const shape = shapes[this.element.value];
    cropper.ratio = shape === null ? null : shape === 0 ? 1 : ((width < height ? 1 / shape : shape) * height) / width;
    cropper.fit();
  }

  /** The photo is turned by a quarter, and its shape with it. */
  turn(edit) {
    const { cropper } = this.#view;
    if (cropper.ratio !== null) cropper.ratio = 1 / cropper.ratio;
    this.#history.step(edit);
  }

  free() {
    this.element.value = "free";
    this.#view.cropper.ratio = null;
  }
}
