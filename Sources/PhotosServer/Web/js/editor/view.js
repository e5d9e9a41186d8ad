// The photo in the editor: what the page draws at once, and over it what the worker draws when nothing moves any more.
import { say } from "../language.js";
import { announce, make } from "../shell/dom.js";
import { compact, complete, geometryNames, isSame, resultSize, whole } from "./adjustments.js";
import { Cropper } from "./cropper.js";
import { Pace } from "./pace.js";
import { Renderer } from "./renderer.js";

/** The worker's picture has at most so many pixels a side. */
const longestSide = 1440;
/** Milliseconds of rest before the worker is asked; where the page can't draw, it asks soon. */
const rest = 500;
const shortRest = 60;
/** Milliseconds: what is pressed shorter stays until it is pressed again. */
const tap = 300;

async function loaded(url) {
  const image = make("img", { class: "editor-truth", alt: "" });
  image.src = url;
  await image.decode();
  return image;
}

/** Events: "compare" when the photo before the edit is shown, or no longer. */
export class EditorView extends EventTarget {
  #history;
  #size;
  #urlOf;
  #canvas = make("canvas", { class: "editor-canvas", "aria-label": say("editor.picture"), role: "img" });
  #truth = make("img", { class: "editor-truth", alt: "", hidden: true });
  #badge = make("span", { class: "editor-badge", hidden: true }, say("editor.before"));
  #frame;
  #renderer;
  #sizes;
  #pace = new Pace();
  #isCropping = false;
  #isComparing = false;
  /** When a press began, and whether it ends a comparison. */
  #pressed = null;
  #endsComparison = false;
  #frameRequest = 0;
  #timer = 0;
  #question = 0;

  /** `urlOf` gives the address of the worker's picture of an edit. */
  constructor(history, base, urlOf) {
    super();
    this.#history = history;
    this.#size = { width: base.bitmap.width, height: base.bitmap.height };
    this.#urlOf = urlOf;
    this.#renderer = Renderer.on(this.#canvas);
    this.#renderer?.use(base);
    this.cropper = new Cropper(history);
    this.#frame = make("div", { class: "editor-frame" }, this.#canvas, this.#truth, this.#badge, this.cropper.element);
    this.element = make("div", { class: "editor-area" }, this.#frame);
    this.comparesWhilePressed(this.#frame, () => !this.#isCropping);
    this.#sizes = new ResizeObserver(() => this.#soon());
    this.#sizes.observe(this.element);
  }

  get original() { return this.#size; }
  get isComparing() { return this.#isComparing; }

  set isCropping(isOn) {
    this.#isCropping = isOn;
    this.cropper.element.hidden = !isOn;
    this.changed();
  }

  /** Draws from another picture from now on. */
  use(base) {
    this.#size = { width: base.bitmap.width, height: base.bitmap.height };
    this.#renderer?.use(base);
    this.#soon();
  }

  /** The edit is another, or another part of it is shown. */
  changed() {
    this.#compare(false);
    this.#show();
  }

  #show() {
    this.cropper.show();
    this.#truth.hidden = true;
    this.#question += 1;
    this.#soon();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#askWorker(), this.#renderer ? rest : shortRest);
  }

  #soon() {
    cancelAnimationFrame(this.#frameRequest);
    this.#frameRequest = requestAnimationFrame(() => this.#draw());
  }

  /** Pictures of other edits, small, each drawn onto a canvas of its own. */
  drawSamples(samples) {
    for (const { edit, canvas } of samples) {
      const size = resultSize(edit, this.original);
      const scale = Math.max(canvas.width / size.width, canvas.height / size.height);
      const [width, height] = [Math.ceil(size.width * scale), Math.ceil(size.height * scale)];
      if (!this.#renderer) continue;
      Object.assign(this.#canvas, { width, height });
      this.#renderer.draw(edit, this.original);
      canvas.getContext("2d").drawImage(this.#canvas, (canvas.width - width) / 2, (canvas.height - height) / 2);
    }
    this.#draw();
  }

  // Comparing

  /** While `element` is pressed the photo before the edit is shown; after a short press it stays. */
  comparesWhilePressed(element, isMeant = () => true) {
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !isMeant()) return;
      this.press(event.timeStamp);
      const end = (next) => {
        if (next.pointerId !== event.pointerId) return;
        for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, end);
        this.release(next.timeStamp);
      };
      for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
    });
  }

  press(time) {
    this.#pressed = time;
    this.#endsComparison = this.#isComparing;
    this.#compare(true);
  }

  release(time) {
    if (this.#pressed === null) return;
    if (this.#endsComparison || time - this.#pressed > tap) this.#compare(false);
    this.#pressed = null;
  }

  toggleComparison() { this.#compare(!this.#isComparing); }

  #compare(isOn) {
    if (isOn === this.#isComparing) return;
    this.#isComparing = isOn;
    this.#badge.hidden = !isOn;
    announce(isOn ? say("editor.before") : "");
    this.dispatchEvent(new Event("compare"));
    this.#show();
  }

  // Drawing

  /** While it is cropped all that there is; while it is compared the same part with its light and colours as they were. */
  get #shown() {
    const now = this.#history.now;
    const { rotation, flip, keyFrame } = now;
    const crop = this.#isCropping ? whole : now.crop;
    if (!this.#isComparing) return { ...now, crop };
    return complete({ crop, rotation, flip, keyFrame: keyFrame ?? undefined, ...Object.fromEntries(geometryNames.map((name) => [name, now[name]])) });
  }

  #draw() {
    const shown = this.#shown;
    const size = resultSize(shown, this.original);
    const { clientWidth, clientHeight } = this.element;
    const padding = this.#isCropping ? 44 : 24;
    const scale = Math.min((clientWidth - padding) / size.width, (clientHeight - padding) / size.height);
    if (!(scale > 0)) return;
    const width = Math.max(1, Math.floor(size.width * scale));
    const height = Math.max(1, Math.floor(size.height * scale));
    Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px` });
    // As many pixels as the screen has, and no more than the picture has.
    const density = Math.min(devicePixelRatio, Math.max(1, size.width / width)) / this.#pace.coarseness(this.#history.isFinished);
    const [columns, rows] = [Math.max(1, Math.round(width * density)), Math.max(1, Math.round(height * density))];
    if (this.#canvas.width !== columns) this.#canvas.width = columns;
    if (this.#canvas.height !== rows) this.#canvas.height = rows;
    this.#renderer?.draw(shown, this.original);
  }

  async #askWorker() {
    if (this.#isComparing && this.#renderer) return;
    const question = this.#question;
    const longest = Math.min(longestSide, Math.max(16, this.#canvas.width, this.#canvas.height));
    const shown = this.#shown;
    try {
      const picture = await loaded(this.#urlOf(compact(shown), longest));
      if (question !== this.#question || !isSame(shown, this.#shown)) return;
      this.#truth.replaceWith(picture);
      this.#truth = picture;
    } catch {
      // The page's own picture stays; saving says what is wrong.
    }
  }

  close() {
    this.#question += 1;
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frameRequest);
    this.#sizes.disconnect();
    this.#renderer?.close();
    this.#renderer = null;
  }
}
