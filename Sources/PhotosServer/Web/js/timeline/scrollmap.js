// A browser can't draw an element tens of millions of pixels high, and rounds positions long before. So the element that
// scrolls is bounded, and this maps its scroll position to an offset in the list. Without DOM.

const highest = 3_000_000;

/** Both ways between scroll positions and offsets: equal near the ends, stretched between, so that each end is exact. */
export class ScrollMap {
  constructor({ content, viewport, limit = highest }) {
    this.viewport = viewport;
    /** The height of the element that scrolls. */
    this.height = Math.max(viewport, Math.min(content, limit));
    this.travel = Math.max(0, this.height - viewport);
    /** The largest offset. */
    this.range = Math.max(0, content - viewport);
    this.isExact = this.range <= this.travel;
    this.edge = this.isExact ? this.travel : Math.floor(this.travel / 4);
    this.stretch = this.isExact ? 1 : (this.range - 2 * this.edge) / (this.travel - 2 * this.edge);
  }

  toOffset(scroll) {
    if (this.isExact || scroll <= this.edge) return Math.min(scroll, this.range);
    if (scroll >= this.travel - this.edge) return this.range - (this.travel - scroll);
    return this.edge + (scroll - this.edge) * this.stretch;
  }

  toScroll(offset) {
    if (this.isExact || offset <= this.edge) return Math.min(offset, this.travel);
    if (offset >= this.range - this.edge) return this.travel - (this.range - offset);
    return this.edge + (offset - this.edge) / this.stretch;
  }
}

/**
 * Where the list stands. Scrolling by wheel, finger and key moves the list pixel by pixel, whatever the stretch: the whole
 * number `shift` between scroll position and offset stays. Dragging the browser's scrollbar moves it by the map. When
 * scrolling has ended the two are brought together again, unseen.
 */
export class ScrollPosition {
  #map = new ScrollMap({ content: 0, viewport: 0 });
  #scroll = 0;
  #shift = 0;

  get map() { return this.#map; }
  get scroll() { return this.#scroll; }
  /** Added to an offset it gives the place inside the element that scrolls. */
  get shift() { return this.#shift; }
  get offset() { return this.#scroll - this.#shift; }

  /** The list or the window has another size; `offset` is to be shown. True when the scroll position has to be set. */
  resize(map, offset, { isMoving = false } = {}) {
    this.#map = map;
    const wanted = this.#clamp(offset);
    if (!isMoving || this.#scroll > map.travel) return this.moveTo(wanted);
    // Setting the position would end a finger's fling: the shift takes the difference until it has ended.
    this.#shift = Math.round(this.#scroll - wanted);
    return false;
  }

  /** The element scrolled. `by` is what moves it: "hand" (wheel, finger), "bar", or "unknown". True as above. */
  scrolled(scroll, by, elapsed = 0) {
    const step = Math.abs(scroll - this.#scroll);
    this.#scroll = scroll;
    if (this.#map.isExact && this.#shift === 0) return false;
    if (by === "bar" || (by === "unknown" && this.#isJump(step, elapsed))) {
      this.#shift = Math.round(scroll - this.#map.toOffset(scroll));
      return false;
    }
    return this.#isOutOfRoom() ? this.moveTo(this.#clamp(this.offset)) : false;
  }

  /** True when the scroll position has to be set. */
  moveTo(offset) {
    const wanted = this.#clamp(offset);
    const before = this.#scroll;
    this.#shift = Math.round(this.#map.toScroll(wanted) - wanted);
    this.#scroll = wanted + this.#shift;
    return this.#scroll !== before;
  }

  /** Scrolling ended. True when the scroll position has to be set. */
  finish() { return this.moveTo(this.offset); }

  /** Browsers round positions to the screen's pixels. */
  rounded(scroll) { this.#scroll = scroll; }

  #clamp(offset) { return Math.min(this.#map.range, Math.max(0, offset)); }

  /** No wheel or finger moves so far between two frames, even where frames are late. */
  #isJump(step, elapsed) {
    return step > 2.5 * this.#map.viewport + 2000 + 20 * Math.min(elapsed, 300);
  }

  /** The element ends before the list does, or the list before the element. */
  #isOutOfRoom() {
    const { viewport, travel, range } = this.#map;
    const offset = this.offset;
    if (offset < 0 || offset > range) return true;
    return this.#scroll < Math.min(offset, viewport) || travel - this.#scroll < Math.min(range - offset, viewport);
  }
}
