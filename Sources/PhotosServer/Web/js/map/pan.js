// Mouse, fingers and wheel on the map, told apart: what they do to it is the map's own.

/** A pointer that moves less than this presses, in pixels. */
const slack = 5;
/** Pixels of the wheel for which the world becomes twice as large, and of a touchpad's pinch, which comes as a wheel with Ctrl in much smaller steps. */
const perTurn = 200, perPinch = 70;
/** No single turn does more than this. */
const most = 1;

/** Calls `to`: move(dx, dy), zoom(point, change) by hands that lead it, and step(point) for a double click. Points are pixels of the stage. */
export class Pan {
  #stage;
  #to;
  #points = new Map();
  #start = null;
  #isDragged = false;

  constructor(stage, to) {
    this.#stage = stage;
    this.#to = to;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => this.#up(event));
    // What was dragged by one of its pictures was not pressed.
    stage.addEventListener("click", (event) => this.#click(event), { capture: true });
    stage.addEventListener("dblclick", (event) => { if (!event.target.closest("button")) to.step(this.#pointOf(event)); });
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("dragstart", (event) => event.preventDefault());
  }

  #pointOf(event) {
    const { left, top } = this.#stage.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  #down(event) {
    // A pointer that was let go of where nobody heard of it is none any more.
    if (event.isPrimary) this.#points.clear();
    if (event.button !== 0 || this.#points.size === 2) return;
    const point = this.#pointOf(event);
    if (this.#points.size === 0) {
      this.#start = point;
      this.#isDragged = false;
    }
    this.#points.set(event.pointerId, point);
    if (this.#points.size === 2) this.#drag();
  }

  #move(event) {
    const before = this.#points.get(event.pointerId);
    if (before === undefined) return;
    if (event.buttons === 0) return this.#up(event);
    const point = this.#pointOf(event), pair = this.#pair();
    if (!this.#isDragged) {
      if (Math.hypot(point.x - this.#start.x, point.y - this.#start.y) < slack) return;
      this.#drag();
    }
    this.#points.set(event.pointerId, point);
    if (pair === null) return this.#to.move(point.x - before.x, point.y - before.y);
    const now = this.#pair();
    this.#to.move(now.x - pair.x, now.y - pair.y);
    this.#to.zoom(now, Math.log2(now.apart / pair.apart));
  }

  /** From now on the stage hears of these pointers, wherever they are. Before, whatever is pressed has to hear of it. */
  #drag() {
    this.#isDragged = true;
    for (const id of this.#points.keys()) this.#stage.setPointerCapture(id);
  }

  /** The middle between two fingers, and how far apart they are; null for one. */
  #pair() {
    if (this.#points.size < 2) return null;
    const [one, other] = this.#points.values();
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)) };
  }

  #up(event) {
    // The finger that stays goes on from where it is.
    if (!this.#points.delete(event.pointerId) || this.#points.size > 0) return;
    // The click that ends a drag comes at once, if at all.
    if (this.#isDragged) setTimeout(() => { if (this.#points.size === 0) this.#isDragged = false; });
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
    this.#to.zoom(this.#pointOf(event), Math.max(-most, Math.min(most, change)));
  }
}
