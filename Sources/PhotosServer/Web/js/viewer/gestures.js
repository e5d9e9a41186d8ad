// Pointers on the pane, told apart: pan, pinch, swipe aside, pull down, hold, tap and double tap, wheel.
// Points are in the pane's own coordinates.
import { distance, Pointers } from "../shell/pointers.js";

const slop = 6;
const holdAfter = 350;
const doubleWithin = 280;

export class Gestures {
  #pane;
  #to;
  #pointers;
  #mode = "none";
  #start = null;
  #last = null;
  #speed = { x: 0, y: 0 };
  #holdTimer = 0;
  #tapTimer = 0;
  #lastTap = null;
  #wheelRest = 0;

  /** `to`: begin(), canPan(), ignores(event), pan(dx, dy), zoom(point, factor), slide(dx), slideEnd(dx, speed), pull(dy), pullEnd(dy, speed),
      hold(), release(), tap(pointerType), doubleTap(point, pointerType), step(direction). */
  constructor(pane, to) {
    this.#pane = pane;
    this.#to = to;
    this.#pointers = new Pointers(pane);
    pane.addEventListener("pointerdown", (event) => this.#down(event));
    pane.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) pane.addEventListener(end, (event) => this.#up(event));
    pane.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    pane.addEventListener("dragstart", (event) => event.preventDefault());
    pane.addEventListener("contextmenu", (event) => {
      if (this.#mode === "hold" || event.pointerType === "touch") event.preventDefault();
    });
  }

  /** Forgets what is under way: another picture stands on the pane now. */
  forget() {
    clearTimeout(this.#holdTimer);
    clearTimeout(this.#tapTimer);
    this.#pointers.clear();
    this.#mode = "none";
    this.#lastTap = null;
  }

  #down(event) {
    if (event.button !== 0 || event.target.closest("button, a, input") || this.#to.ignores(event)) return;
    if (this.#pointers.count === 0) this.#to.begin();
    const point = this.#pointers.put(event);
    clearTimeout(this.#holdTimer);
    if (this.#pointers.count === 2) {
      this.#finish();
      this.#mode = "pinch";
      this.#last = this.#pointers.pair;
    } else if (this.#pointers.count === 1) {
      this.#mode = "wait";
      this.#start = point;
      this.#last = { ...point, time: event.timeStamp };
      this.#speed = { x: 0, y: 0 };
      this.#holdTimer = setTimeout(() => {
        if (this.#mode === "wait" && this.#to.hold()) this.#mode = "hold";
      }, holdAfter);
    }
  }

  #move(event) {
    if (this.#pointers.at(event) === null) return;
    const point = this.#pointers.put(event);
    if (this.#mode === "pinch") return this.#pinch();
    const dx = point.x - this.#start.x;
    const dy = point.y - this.#start.y;
    if (this.#mode === "wait") {
      if (Math.hypot(dx, dy) < slop) return;
      clearTimeout(this.#holdTimer);
      this.#mode = this.#chosen(event, dx, dy);
      if (this.#mode !== "none") this.#pane.setPointerCapture(event.pointerId);
    }
    const time = Math.max(1, event.timeStamp - this.#last.time);
    this.#speed = { x: (point.x - this.#last.x) / time, y: (point.y - this.#last.y) / time };
    if (this.#mode === "pan") this.#to.pan(point.x - this.#last.x, point.y - this.#last.y);
    else if (this.#mode === "slide") this.#to.slide(dx);
    else if (this.#mode === "pull") this.#to.pull(dy);
    this.#last = { ...point, time: event.timeStamp };
  }

  #chosen(event, dx, dy) {
    if (this.#to.canPan()) return "pan";
    if (event.pointerType === "mouse") return "none";
    return Math.abs(dx) > Math.abs(dy) ? "slide" : "pull";
  }

  #pinch() {
    const { pair } = this.#pointers;
    this.#to.pan(pair.x - this.#last.x, pair.y - this.#last.y);
    this.#to.zoom(pair, pair.apart / this.#last.apart);
    this.#last = pair;
  }

  #up(event) {
    if (!this.#pointers.remove(event)) return;
    clearTimeout(this.#holdTimer);
    if (this.#mode === "pinch") {
      // The finger that stays goes on as a pan, from where it is.
      const left = this.#pointers.first;
      this.#mode = left ? "pan" : "none";
      if (left) this.#start = this.#last = { ...left, time: event.timeStamp };
      return;
    }
    const isTap = this.#mode === "wait" && event.type === "pointerup";
    this.#finish(this.#pointers.pointOf(event), event.timeStamp);
    if (isTap) this.#tap(event);
  }

  /** Ends what one pointer was doing; without a point it is taken back. */
  #finish(point = null, time = 0) {
    const dx = point ? point.x - this.#start.x : 0;
    const dy = point ? point.y - this.#start.y : 0;
    const isStill = point === null || time - this.#last.time > 80;
    if (this.#mode === "slide") this.#to.slideEnd(dx, isStill ? 0 : this.#speed.x);
    else if (this.#mode === "pull") this.#to.pullEnd(dy, isStill ? 0 : this.#speed.y);
    else if (this.#mode === "hold") this.#to.release();
    this.#mode = "none";
  }

  #tap(event) {
    const point = this.#pointers.pointOf(event);
    const before = this.#lastTap;
    clearTimeout(this.#tapTimer);
    if (before && event.timeStamp - before.time < doubleWithin && distance(point, before) < 30) {
      this.#lastTap = null;
      this.#to.doubleTap(point, event.pointerType);
      return;
    }
    this.#lastTap = { ...point, time: event.timeStamp };
    this.#tapTimer = setTimeout(() => this.#to.tap(event.pointerType), doubleWithin);
  }

  #wheel(event) {
    if (event.target.closest("aside, nav")) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1;
    const dx = event.deltaX * unit;
    const dy = event.deltaY * unit;
    if (!event.ctrlKey && Math.abs(dx) > Math.abs(dy)) {
      if (this.#to.canPan()) this.#to.pan(-dx, -dy);
      else this.#wheelAside(dx, event.timeStamp);
      return;
    }
    // A pinch on a touchpad comes as a wheel with Control, in much smaller steps.
    this.#to.zoom(this.#pointers.pointOf(event), Math.exp(-dy * (event.ctrlKey ? 0.01 : 0.002)));
  }

  /** Two fingers moved aside turn one page, however long the touchpad lets the movement run out. */
  #wheelAside(dx, time) {
    const isNew = time > this.#wheelRest;
    if (Math.abs(dx) > 4) this.#wheelRest = time + 250;
    if (isNew && Math.abs(dx) > 12) this.#to.step(Math.sign(dx));
  }
}
