// A video that the browser doesn't know, encoded by the server while it is watched: parts of a few seconds, from wherever it is sought.
import { streamURL } from "../api.js";

/** Seconds that are fetched ahead of the moment that is shown, and kept behind it. */
const ahead = 12, behind = 30;
/** Seconds of the first part after a seek, so that it is there soon, and of those that follow at most: each is up to twice as long as the one before. */
const first = 0.5, most = 4;
/** Between two moments that are one: rounding, and a frame that is missing at a seam. */
const seam = 0.15;

const wait = (milliseconds, signal) => new Promise((resolve) => {
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener("abort", () => { clearTimeout(timer); resolve(undefined); }, { once: true });
});

/** Whether this browser can play what the server encodes. */
export const canStream = () => "MediaSource" in globalThis && MediaSource.isTypeSupported('video/mp4; codecs="avc1.64002a, mp4a.40.2"');

/** Feeds a video element until it is closed. `kind` is "video" or "live"; `from` is where it begins, in seconds; `onFail` gets the address that failed. */
export class Stream {
  #element;
  #address;
  #onFail;
  #ended = new AbortController();
  /** Ends the fetching of a part that a seek made useless. */
  #fetching = new AbortController();
  #source = new MediaSource();
  #url;
  #buffer = null;
  #duration = 0;
  /** Where the next part begins and how long the last one was, in seconds; null finds it anew. */
  #next = null;
  #length = 0;
  /** The beginning, which is asked for before anything is known of the video. */
  #beginning = null;
  #wake = () => {};

  constructor(element, tile, { kind, from = 0, onFail }) {
    this.#element = element;
    this.#address = streamURL(tile, kind);
    this.#onFail = onFail;
    this.#url = URL.createObjectURL(this.#source);
    const { signal } = this.#ended;
    for (const name of ["seeking", "timeupdate", "play", "waiting"]) element.addEventListener(name, () => this.#moved(name), { signal });
    this.#source.addEventListener("sourceopen", () => this.#run(), { once: true });
    if (from === 0) {
      this.#beginning = this.#part(0, first, signal);
      // Whoever waits for it hears of a failure.
      this.#beginning.catch(() => {});
    }
    element.src = this.#url;
    // As nothing of it is here yet, this is no seek: it begins there.
    if (from > 0) element.currentTime = from;
  }

  close() {
    this.#ended.abort();
    this.#fetching.abort();
    this.#wake();
    URL.revokeObjectURL(this.#url);
  }

  get #isOver() { return this.#ended.signal.aborted; }

  #moved(name) {
    if (name === "seeking" && !this.#isBuffered(this.#element.currentTime)) {
      this.#next = null;
      this.#fetching.abort();
    }
    this.#wake();
  }

  async #run() {
    try {
      const { type, duration } = await this.#json();
      this.#buffer = this.#source.addSourceBuffer(type);
      this.#duration = duration;
      if (duration > 0) this.#source.duration = duration;
      // Behind the end there would be nothing to begin with.
      if (duration > 0 && this.#element.currentTime > duration - seam) this.#element.currentTime = Math.max(0, duration - first);
      while (!this.#isOver) {
        if (!await this.#step()) await new Promise((resolve) => { this.#wake = () => resolve(undefined); });
      }
    } catch {
      if (!this.#isOver) this.#onFail(this.#address);
    }
  }

  async #json() {
    const response = await fetch(this.#address, { credentials: "same-origin", signal: this.#ended.signal });
    if (!response.ok) throw new Error(String(response.status));
    return response.json();
  }

  /** Fetches the next part; false where there is nothing to do until something moves. */
  async #step() {
    const now = this.#element.currentTime;
    const end = this.#bufferedEnd(now);
    if (this.#duration > 0 && end >= this.#duration - seam && this.#isBuffered(now)) {
      if (this.#source.readyState === "open") this.#source.endOfStream();
      return false;
    }
    // Whoever has not begun to watch sees the first picture.
    const isWatched = !this.#element.paused || this.#element.played.length > 0;
    if (end - now > (isWatched ? ahead : first / 2)) return false;
    const start = this.#next !== null && Math.abs(this.#next - end) < most ? this.#next : Math.floor(Math.max(end, now) / first) * first;
    if (this.#duration > 0 && start >= this.#duration) return false;
    let length = this.#next === null ? first : Math.min(most, this.#length * 2);
    // Parts begin at multiples of their length, so that those which were made before are asked for again.
    while (length > first && start % length !== 0) length /= 2;
    const fetching = this.#fetching = new AbortController();
    try {
      const beginning = start === 0 && length === first ? this.#beginning : null;
      this.#beginning = null;
      const part = await (beginning ?? this.#part(start, start + length, fetching.signal));
      if (this.#isOver || fetching.signal.aborted) return true;
      await this.#append(part);
      [this.#next, this.#length] = [start + length, length];
      await this.#forget(now - behind);
    } catch (error) {
      if (!fetching.signal.aborted) throw error;
    }
    return true;
  }

  /** A part as bytes; asked for again where the server has too much to do. */
  async #part(start, end, signal) {
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(`${this.#address}/${start * 1000}-${end * 1000}`, { credentials: "same-origin", signal });
      if (response.ok) return response.arrayBuffer();
      if (attempt === 3 || response.status < 500) throw new Error(String(response.status));
      await wait(500 * (attempt + 1), signal);
    }
  }

  async #append(bytes) {
    try {
      await this.#update((buffer) => buffer.appendBuffer(bytes));
    } catch (error) {
      if (error.name !== "QuotaExceededError") throw error;
      await this.#forget(this.#element.currentTime - 2);
      await this.#update((buffer) => buffer.appendBuffer(bytes));
    }
  }

  /** Lets go of what was seen long ago. */
  async #forget(before) {
    const { buffered } = this.#buffer;
    if (buffered.length === 0 || before <= buffered.start(0) + 1) return;
    await this.#update((buffer) => buffer.remove(0, before));
  }

  /** Does one thing to the buffer, and waits for its end. */
  #update(act) {
    const buffer = this.#buffer;
    return new Promise((resolve, reject) => {
      const failed = () => reject(new Error("the part can't be played"));
      buffer.addEventListener("error", failed, { once: true });
      buffer.addEventListener("updateend", () => {
        buffer.removeEventListener("error", failed);
        resolve(undefined);
      }, { once: true });
      act(buffer);
    });
  }

  #isBuffered(time) { return this.#bufferedEnd(time) > time || (this.#duration > 0 && time >= this.#duration - seam && this.#buffer?.buffered.length > 0); }

  /** How far there is something without a gap from a moment on; the moment itself where there is nothing. */
  #bufferedEnd(time) {
    const ranges = this.#buffer?.buffered;
    let end = time;
    for (let index = 0; ranges && index < ranges.length; index++) {
      if (ranges.start(index) <= end + seam && ranges.end(index) > end) end = ranges.end(index);
    }
    return end;
  }
}
