// The part that is kept, with handles for mouse, touch and keys.
import { say } from "../language.js";
import { announce, make } from "../shell/dom.js";

const least = 0.05;
const step = 0.01;
const handles = ["nw", "n", "ne", "e", "se", "s", "sw", "w"];
const percent = (share) => `${Math.round(share * 100)} %`;
const within = (value, low, high) => Math.min(Math.max(value, low), high);

export class Cropper {
  #history;
  #box = make("div", { class: "crop-box", tabindex: "0", role: "group", "aria-label": say("editor.cropBox") });
  #hole = make("div", { class: "crop-hole" });
  /** Width over height of the part, in fractions of the frame; null for any. */
  ratio = null;

  /** `history` has the edit. */
  constructor(history) {
    this.#history = history;
    this.element = make("div", { class: "cropper" }, make("div", { class: "crop-shade" }, this.#hole), this.#box);
    for (const name of handles) this.#box.append(make("span", { class: `crop-handle crop-${name}`, "data-handle": name }));
    this.#box.addEventListener("pointerdown", (event) => this.#drag(event));
    this.#box.addEventListener("keydown", (event) => this.#key(event));
  }

  show() {
    const { x, y, width, height } = this.#history.now.crop;
    for (const { style } of [this.#box, this.#hole]) {
      Object.assign(style, { left: `${x * 100}%`, top: `${y * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` });
    }
  }

  /** The greatest part of what is kept that has the shape. */
  fit() {
    const { ratio } = this;
    if (ratio === null) return;
    const { x, y, width, height } = this.#history.now.crop;
    const size = Math.min(width, height * ratio);
    const crop = { width: size, height: size / ratio };
    this.#history.step({ crop: { x: x + (width - crop.width) / 2, y: y + (height - crop.height) / 2, ...crop } });
  }

  #drag(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#box.focus();
    const handle = event.target.dataset.handle ?? "move";
    const whole = this.element.getBoundingClientRect();
    const start = this.#history.now.crop;
    const { clientX, clientY, pointerId } = event;
    this.#box.setPointerCapture(pointerId);
    const move = (next) => {
      if (next.pointerId !== pointerId) return;
      this.#history.change({ crop: this.#moved(start, handle, (next.clientX - clientX) / whole.width, (next.clientY - clientY) / whole.height) });
    };
    const end = (next) => {
      if (next.pointerId !== pointerId) return;
      this.#box.removeEventListener("pointermove", move);
      this.#box.removeEventListener("pointerup", end);
      this.#box.removeEventListener("pointercancel", end);
      this.#history.finish();
    };
    this.#box.addEventListener("pointermove", move);
    this.#box.addEventListener("pointerup", end);
    this.#box.addEventListener("pointercancel", end);
  }

  #moved(start, handle, dx, dy) {
    if (handle === "move") return { ...start, x: within(start.x + dx, 0, 1 - start.width), y: within(start.y + dy, 0, 1 - start.height) };
    let [left, top, right, bottom] = [start.x, start.y, start.x + start.width, start.y + start.height];
    if (handle.includes("w")) left = within(left + dx, 0, right - least);
    if (handle.includes("e")) right = within(right + dx, left + least, 1);
    if (handle.includes("n")) top = within(top + dy, 0, bottom - least);
    if (handle.includes("s")) bottom = within(bottom + dy, top + least, 1);
    if (this.ratio !== null) {
      const isTall = handle === "n" || handle === "s";
      const width = Math.min(isTall ? (bottom - top) * this.ratio : right - left, handle.includes("w") ? right : 1 - left, (handle.includes("n") ? bottom : 1 - top) * this.ratio);
      if (handle.includes("w")) left = right - width;
      else right = left + width;
      if (handle.includes("n")) top = bottom - width / this.ratio;
      else bottom = top + width / this.ratio;
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #key(event) {
    const dx = { ArrowLeft: -step, ArrowRight: step }[event.key] ?? 0;
    const dy = { ArrowUp: -step, ArrowDown: step }[event.key] ?? 0;
    if (dx === 0 && dy === 0) return;
    event.preventDefault();
    this.#history.step({ crop: this.#moved(this.#history.now.crop, event.shiftKey ? "se" : "move", dx, dy) });
    const { width, height } = this.#history.now.crop;
    announce(`${percent(width)} × ${percent(height)}`);
  }
}
