// Selecting by moving on: a rubber band that the mouse draws from an empty place, and a finger that moves on after its long press. At the
// upper and lower edge the list scrolls along.

/** A mouse that moved less than this has clicked. */
const slack = 4;
/** So near to an edge the list scrolls along, at most so many pixels a frame. */
const edge = 56;
const fastest = 26;

/**
 * `frame`: pointOf(event), touched(one, other), nearest(point), scrollBy(pixels), offset. `handlers`: begin({isAdding}) and sweep(runs) of a band,
 * runTo(index) of a finger.
 */
export class Sweep {
  #element;
  #frame;
  #handlers;
  #band = null;
  #pointer = null;
  #start = null;
  #last = null;
  #timer = 0;
  #isBand = false;
  #isAdding = false;
  #hasBegun = false;
  #done = "";

  constructor(element, frame, handlers) {
    this.#element = element;
    this.#frame = frame;
    this.#handlers = handlers;
    element.addEventListener("pointermove", (event) => this.#moved(event), { passive: true });
    for (const name of ["pointerup", "pointercancel"]) {
      element.addEventListener(name, (event) => { if (event.pointerId === this.#pointer) this.end(); }, { passive: true });
    }
    // The keys of the page would clear what the band still chooses.
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get isOn() { return this.#pointer !== null; }

  /** The mouse is down where no photo is. */
  beginBand(event) {
    this.#begin(event, true);
    this.#isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
  }

  /** A finger has pressed a photo for long; `pressed` is the event of its beginning. */
  beginRun(pressed) {
    this.#begin(pressed, false);
    this.#hasBegun = true;
    this.#element.setPointerCapture(pressed.pointerId);
    // The element that was touched is told of the finger's way even when it is in the page no more; nothing else keeps the list from scrolling.
    const { target } = pressed;
    const hold = (event) => { if (this.isOn && event.cancelable) event.preventDefault(); };
    target.addEventListener("touchmove", hold, { passive: false });
    const release = () => {
      target.removeEventListener("touchmove", hold);
      for (const name of ["touchend", "touchcancel"]) target.removeEventListener(name, release);
    };
    for (const name of ["touchend", "touchcancel"]) target.addEventListener(name, release, { passive: true });
  }

  /** The list was laid out anew, and all stands so much further down. */
  carry(by) {
    if (this.isOn) this.#start = { x: this.#start.x, y: this.#start.y + by };
    this.#done = "";
  }

  end() {
    if (!this.isOn) return;
    const pointer = this.#pointer;
    this.#pointer = null;
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    this.#band?.remove();
    this.#band = null;
    if (this.#element.hasPointerCapture(pointer)) this.#element.releasePointerCapture(pointer);
  }

  #begin(event, isBand) {
    this.end();
    this.#pointer = event.pointerId;
    this.#isBand = isBand;
    this.#hasBegun = false;
    this.#start = this.#frame.pointOf(event);
    this.#last = { clientX: event.clientX, clientY: event.clientY };
    this.#done = "";
  }

  #moved(event) {
    if (event.pointerId !== this.#pointer) return;
    // The button was let go where nobody told of it.
    if (event.pointerType === "mouse" && (event.buttons & 1) === 0) return this.end();
    this.#last = { clientX: event.clientX, clientY: event.clientY };
    if (!this.#hasBegun) {
      const { x, y } = this.#frame.pointOf(event);
      if (Math.hypot(x - this.#start.x, y - this.#start.y) < slack) return;
      this.#hasBegun = true;
      this.#element.setPointerCapture(event.pointerId);
      this.#handlers.begin({ isAdding: this.#isAdding });
    }
    this.#timer ||= requestAnimationFrame(() => this.#step());
  }

  #step() {
    this.#timer = 0;
    if (!this.isOn) return;
    const before = this.#frame.offset;
    this.#frame.scrollBy(this.#pull);
    const point = this.#frame.pointOf(this.#last);
    if (this.#isBand) this.#showBand(point);
    const reached = this.#isBand ? this.#frame.touched(this.#start, point) : this.#frame.nearest(point);
    const key = String(reached);
    if (key !== this.#done) {
      this.#done = key;
      if (this.#isBand) this.#handlers.sweep(reached);
      else if (reached !== null) this.#handlers.runTo(reached);
    }
    if (this.#frame.offset !== before) this.#timer = requestAnimationFrame(() => this.#step());
  }

  /** Pixels to scroll with this frame: more, the further the pointer is out. */
  get #pull() {
    const { top, bottom } = this.#element.getBoundingClientRect();
    const { clientY } = this.#last;
    const out = clientY < top + edge ? clientY - top - edge : Math.max(0, clientY - bottom + edge);
    return Math.max(-fastest, Math.min(fastest, (out / edge) * fastest));
  }

  #showBand(point) {
    if (this.#band === null) {
      this.#band = document.createElement("div");
      this.#band.className = "band";
      this.#band.setAttribute("aria-hidden", "true");
      this.#element.after(this.#band);
    }
    const { offset } = this.#frame;
    const { clientWidth, clientHeight } = this.#element;
    const within = (value, most) => Math.min(most, Math.max(0, value));
    const left = within(Math.min(this.#start.x, point.x), clientWidth), right = within(Math.max(this.#start.x, point.x), clientWidth);
    const top = within(Math.min(this.#start.y, point.y) - offset, clientHeight), bottom = within(Math.max(this.#start.y, point.y) - offset, clientHeight);
    Object.assign(this.#band.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
  }

  #key(event) {
    if (event.key !== "Escape" || !this.isOn) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#isBand && this.#hasBegun) this.#handlers.sweep([]);
    this.end();
  }
}
