// The element that scrolls: tells what moves it, and keeps scroll position and list together.
import { ScrollMap, ScrollPosition } from "./scrollmap.js";

/** After so long without a scroll event the list rests. */
const restAfter = 90;
/** Pixels a millisecond: faster than this nothing is asked for. */
const fast = 2.5;

/** Calls `onMove()` before a frame in which the list moved or came to rest. */
export class Scroller {
  #element;
  #canvas;
  #onMove;
  #position = new ScrollPosition();
  #by = "unknown";
  #touches = 0;
  #lastTime = 0;
  #lastOffset = 0;
  #speed = 0;
  #frame = 0;
  #timer = null;

  constructor(element, canvas, { onMove }) {
    this.#element = element;
    this.#canvas = canvas;
    this.#onMove = onMove;
    const passive = { passive: true };
    element.addEventListener("scroll", () => this.#scrolled(), passive);
    element.addEventListener("scrollend", () => this.#ended(), passive);
    element.addEventListener("wheel", () => { this.#by = "hand"; }, passive);
    element.addEventListener("touchstart", (event) => this.#touched(event.touches.length), passive);
    element.addEventListener("touchend", (event) => this.#touched(event.touches.length), passive);
    element.addEventListener("touchcancel", (event) => this.#touched(event.touches.length), passive);
    element.addEventListener("pointerdown", (event) => this.#pressed(event), passive);
    addEventListener("pointerup", () => this.#released(), passive);
  }

  get offset() { return this.#position.offset; }
  get shift() { return this.#position.shift; }
  get range() { return this.#position.map.range; }
  get viewport() { return this.#position.map.viewport; }
  /** Whether the list flies by too fast to be looked at. */
  get isFast() { return this.#timer !== null && Math.abs(this.#speed) > fast; }
  get isMoving() { return this.#timer !== null; }
  get direction() { return Math.sign(this.#speed); }

  /** The list is so high now, and this offset is to be shown. */
  resize(content, viewport, offset) {
    const map = new ScrollMap({ content, viewport });
    const isHeld = this.#touches > 0 || (this.#by === "hand" && this.isMoving);
    const height = `${map.height}px`;
    if (this.#canvas.style.height !== height) this.#canvas.style.height = height;
    if (this.#position.resize(map, offset, { isMoving: isHeld })) this.#set();
    this.#lastOffset = this.offset;
  }

  /** Takes in what was scrolled since the last event of it: those come with a frame, and whoever lays out before it would put back where somebody was. */
  catchUp() { this.#scrolled(); }

  moveTo(offset) {
    if (this.#position.moveTo(offset)) this.#set();
    this.#note();
    this.moveSoon();
  }

  /** Calls `onMove()` before the next frame. Whatever is drawn meanwhile is drawn and laid out once. */
  moveSoon() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#onMove();
    });
  }

  #set() {
    this.#element.scrollTop = this.#position.scroll;
    this.#position.rounded(this.#element.scrollTop);
  }

  #scrolled() {
    const scroll = this.#element.scrollTop;
    if (scroll === this.#position.scroll) return;
    const elapsed = performance.now() - this.#lastTime;
    if (this.#position.scrolled(scroll, this.#by, elapsed)) this.#set();
    this.#note();
    this.moveSoon();
  }

  /** Keeps a running speed, and waits for the rest. */
  #note() {
    const now = performance.now();
    const elapsed = Math.max(4, now - this.#lastTime);
    const step = (this.offset - this.#lastOffset) / elapsed;
    this.#speed = elapsed > 200 ? step : this.#speed * 0.4 + step * 0.6;
    this.#lastTime = now;
    this.#lastOffset = this.offset;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), restAfter);
  }

  #ended() {
    if (this.#timer === null || this.#touches > 0) return;
    clearTimeout(this.#timer);
    this.#rest();
  }

  #rest() {
    this.#timer = null;
    this.#speed = 0;
    if (this.#touches === 0 && this.#by !== "bar") {
      this.#by = "unknown";
      this.#finish();
    }
    this.moveSoon();
  }

  #finish() {
    if (!this.#position.finish()) return;
    this.#set();
    this.moveSoon();
  }

  #touched(count) {
    this.#touches = count;
    this.#by = "hand";
    if (count === 0 && !this.isMoving) this.#finish();
  }

  #pressed(event) {
    const { left, top } = this.#element.getBoundingClientRect();
    const isOnBar = event.clientX - left >= this.#element.clientWidth || event.clientY - top >= this.#element.clientHeight;
    if (event.pointerType === "mouse") this.#by = event.button === 0 && isOnBar ? "bar" : "unknown";
  }

  #released() {
    if (this.#by !== "bar") return;
    this.#by = "unknown";
    if (!this.isMoving) this.#finish();
  }
}
