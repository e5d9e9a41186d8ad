// Slow motion: a video's file is at full speed, and its middle is played slower.
import { api } from "../api.js";

/** Keeps a video element as fast as it is to be where it is, as long as `signal` stands. */
export class Speed {
  #element;
  #slow = null;
  /** What somebody chose in the browser's own controls. */
  #chosen = 1;
  /** What was set here last. */
  #given = 1;
  #frame = 0;
  #signal;

  constructor(element, tile, signal) {
    this.#element = element;
    this.#signal = signal;
    if (tile.kind === "video") this.#find(tile);
  }

  async #find(tile) {
    let slow = null;
    // A video without an answer is played as its file is.
    try { slow = (await api.speed(tile.id, { signal: this.#signal })).slow; } catch {}
    if (slow === null || this.#signal.aborted) return;
    this.#slow = slow;
    // Sound gets lower with it, as in an export.
    this.#element.preservesPitch = false;
    const signal = this.#signal;
    for (const name of ["play", "seeking", "timeupdate"]) this.#element.addEventListener(name, () => this.#follow(), { signal });
    this.#element.addEventListener("ratechange", () => this.#changed(), { signal });
    signal.addEventListener("abort", () => cancelAnimationFrame(this.#frame), { once: true });
    this.#follow();
  }

  get #factor() {
    const { currentTime } = this.#element;
    return currentTime >= this.#slow.start && currentTime < this.#slow.end ? this.#slow.rate : 1;
  }

  /** Events come a few times a second: while it plays every frame is looked at. */
  #follow() {
    cancelAnimationFrame(this.#frame);
    this.#set();
    if (!this.#element.paused) this.#frame = requestAnimationFrame(() => this.#follow());
  }

  #set() {
    // What a browser plays at all.
    const rate = Math.min(Math.max(this.#chosen * this.#factor, 0.0625), 16);
    if (this.#element.playbackRate !== rate) this.#element.playbackRate = this.#given = rate;
  }

  /** Somebody else's choice is for what is at full speed. */
  #changed() {
    const { playbackRate } = this.#element;
    if (playbackRate === this.#given) return;
    this.#chosen = this.#given = playbackRate;
    this.#set();
  }
}
