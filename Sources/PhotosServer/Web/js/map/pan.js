// Mouse, fingers and wheel on the map, told apart: what they do to it is the map's own.
import { distance, Pointers } from "../shell/pointers.js";

/** A pointer that moves less than this presses, in pixels. */
const slack = 5;
/** Pixels of the wheel for which the world becomes twice as large, and of a touchpad's pinch, which comes as a wheel with Ctrl in much smaller steps. */
const perTurn = 200, perPinch = 70;
/** No single turn does more than this. */
const most = 1;

/** Calls `to`: move(dx, dy), zoom(point, change) by hands that lead it, and step(point) for a double click. Points are pixels of the pane. */
export class Pan {
  #to;
  #pointers;
  #start = null;
  #isDragged = false;

  constructor(pane, to) {
    this.#to = to;
    this.#pointers = new Pointers(pane);
    pane.addEventListener("pointerdown", (event) => this.#down(event));
    pane.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) pane.addEventListener(end, (event) => this.#up(event));
    // What was dragged by one of its pictures was not pressed.
    pane.addEventListener("click", (event) => this.#click(event), { capture: true });
    pane.addEventListener("dblclick", (event) => { if (!event.target.closest("button")) to.step(this.#pointers.pointOf(event)); });
    pane.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    pane.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #down(event) {
    // A pointer that was let go of where nobody heard of it is none any more.
    if (event.isPrimary) this.#pointers.clear();
    if (event.button !== 0 || this.#pointers.count === 2) return;
    const point = this.#pointers.put(event);
    if (this.#pointers.count === 2) return this.#drag();
    this.#start = point;
    this.#isDragged = false;
  }

  #move(event) {
    const before = this.#pointers.at(event);
    if (before === null) return;
    if (event.buttons === 0) return this.#up(event);
    const { pair } = this.#pointers;
    if (!this.#isDragged) {
      if (distance(this.#pointers.pointOf(event), this.#start) < slack) return;
      this.#drag();
    }
    const point = this.#pointers.put(event);
    if (pair === null) return this.#to.move(point.x - before.x, point.y - before.y);
    const now = this.#pointers.pair;
    this.#to.move(now.x - pair.x, now.y - pair.y);
    this.#to.zoom(now, Math.log2(now.apart / pair.apart));
  }

  /** Before, whatever is pressed has to hear of the pointers, and not the pane. */
  #drag() {
    this.#isDragged = true;
    this.#pointers.capture();
  }

  #up(event) {
    // The finger that stays goes on from where it is.
    if (!this.#pointers.remove(event) || this.#pointers.count > 0) return;
    // The click that ends a drag comes at once, if at all.
    if (this.#isDragged) setTimeout(() => { if (this.#pointers.count === 0) this.#isDragged = false; });
  }

  #click(event) {
    if (!this.#isDragged) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #wheel(event) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : event.deltaMode === 2 ? 400 : 1);
    const change = -pixels / (event.ctrlKey ? perPinch : perTurn);
    this.#to.zoom(this.#pointers.pointOf(event), Math.max(-most, Math.min(most, change)));
  }
}
