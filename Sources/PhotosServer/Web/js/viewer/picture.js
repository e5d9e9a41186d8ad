// The pixels of one asset, from coarse to fine: its colours, the thumbnail, the preview, and the full picture on demand.
// A finer one covers a coarser one only when it is decoded, so nothing flashes.
import { imageURL } from "../api.js";
import { make } from "../shell/dom.js";
import { reason } from "./reason.js";

const levels = ["thumbnail", "preview", "full"];

export class Picture {
  #tile;
  #onState;
  #loading = new Map();
  #shown = null;
  #shownLevel = -1;
  #asking = null;
  #isFullRefused = false;
  /** What it was before its edits, over everything else while it is asked for. */
  #original = null;

  /** "loading" until the preview stands, then "shown", or "failed" with `problem` set. */
  state = "loading";
  problem = null;

  constructor(tile, onState) {
    this.#tile = tile;
    this.#onState = onState;
    this.element = make("div", { class: "picture" });
    this.element.style.backgroundColor = averageColour(tile.placeholder);
    this.#load("thumbnail", "high");
  }

  get hasPreview() { return this.#shownLevel >= 1; }
  get hasFull() { return this.#shownLevel >= 2; }
  /** Whether something finer is on its way. */
  get isLoading() { return this.#loading.size > 0; }

  loadPreview(priority) {
    if (!this.hasPreview && this.state !== "failed") this.#load("preview", priority);
  }

  loadFull() {
    if (!this.hasFull && this.state === "shown" && !this.#isFullRefused) this.#load("full", "low");
  }

  tryAgain() {
    this.#become("loading");
    this.#load("preview", "high");
  }

  /** Another revision of the same asset: what stands stays until the new one is there. */
  update(tile) {
    const isNew = tile.revision !== this.#tile.revision;
    this.#tile = tile;
    if (isNew) this.hideOriginal();
    if (!isNew || this.#shownLevel < 1) return;
    this.#stopAll();
    this.#isFullRefused = false;
    this.#load(levels[this.#shownLevel], "high");
  }

  get showsOriginal() { return this.#original !== null; }
  /** Pixels of the picture without its edits while it is to be seen, and null else. It may have another shape. */
  get originalSize() {
    return this.#original?.isConnected ? { width: this.#original.naturalWidth, height: this.#original.naturalHeight } : null;
  }

  /**
   * Shows the picture without its edits until `hideOriginal`.
   * @returns {Promise<{title: string, detail?: string} | null>} why it can't be shown
   */
  async showOriginal() {
    const image = make("img", { alt: "", draggable: "false", decoding: "async", class: "picture-original" });
    this.hideOriginal();
    this.#original = image;
    const address = imageURL(this.#tile, "unadjusted");
    image.src = address;
    try {
      await image.decode();
    } catch {
      if (this.#original !== image) return null;
      this.#original = null;
      return await reason(address, { what: "picture", signal: null });
    }
    if (this.#original === image) this.element.append(image);
    return null;
  }

  hideOriginal() {
    this.#original?.remove();
    this.#original = null;
  }

  /** Stops every request: what has been passed isn't waited for. */
  cancel() {
    this.#stopAll();
    this.hideOriginal();
    this.#asking?.abort();
    this.#asking = null;
  }

  #stopAll() {
    for (const image of this.#loading.values()) image.removeAttribute("src");
    this.#loading.clear();
  }

  async #load(level, priority) {
    const waiting = this.#loading.get(level);
    if (waiting) {
      waiting.fetchPriority = priority;
      return;
    }
    const image = make("img", { alt: "", draggable: "false", decoding: "async", class: `picture-${level}` });
    image.fetchPriority = priority;
    this.#loading.set(level, image);
    const address = imageURL(this.#tile, level);
    image.src = address;
    try {
      await image.decode();
    } catch {
      if (this.#loading.get(level) !== image) return;
      this.#loading.delete(level);
      if (level === "preview") await this.#fail(address);
      // The preview goes on standing for it: asking at every move would help nobody.
      if (level === "full") this.#isFullRefused = true;
      return;
    }
    if (this.#loading.get(level) !== image) return;
    this.#loading.delete(level);
    this.#show(image, levels.indexOf(level));
  }

  #show(image, level) {
    if (level < this.#shownLevel) return;
    const before = this.#shown;
    if (this.#original?.isConnected) this.#original.before(image);
    else this.element.append(image);
    // One more frame with both: the finer one is painted before the coarser goes.
    if (before) requestAnimationFrame(() => requestAnimationFrame(() => before.remove()));
    this.#shown = image;
    this.#shownLevel = level;
    this.element.style.backgroundColor = "transparent";
    if (level >= 1) this.#become("shown");
  }

  async #fail(address) {
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    const problem = await reason(address, { what: "picture", signal });
    if (signal.aborted) return;
    this.problem = problem;
    this.#become("failed");
  }

  #become(state) {
    this.state = state;
    if (state !== "failed") this.problem = null;
    this.#onState(this);
  }
}

/** The mean of the four quarters' colours; a neutral grey where they aren't known. */
function averageColour(placeholder) {
  if (!/^[0-9A-F]{24}$/i.test(placeholder ?? "")) return "#26262a";
  const mean = [0, 1, 2].map((channel) => {
    const values = [0, 1, 2, 3].map((quarter) => parseInt(placeholder.slice(quarter * 6 + channel * 2, quarter * 6 + channel * 2 + 2), 16));
    return Math.round(values.reduce((sum, value) => sum + value, 0) / 4);
  });
  return `rgb(${mean.join(" ")})`;
}
