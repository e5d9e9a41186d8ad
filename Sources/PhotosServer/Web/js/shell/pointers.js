// The pointers that are down on an element: where each of them is, in the element's own coordinates. What they do is for others to say.

export const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

export class Pointers {
  #element;
  /** By their identifiers, in the order in which they came. */
  #points = new Map();

  constructor(element) {
    this.#element = element;
  }

  get count() { return this.#points.size; }

  /** Where the first of them is; null where none is down. */
  get first() { return this.#points.values().next().value ?? null; }

  /** The middle between the first two, and how far these are apart; null for less than two. */
  get pair() {
    const [one, other] = this.#points.values();
    if (other === undefined) return null;
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart: Math.max(1, distance(one, other)) };
  }

  /** Where an event is. */
  pointOf(event) {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** Where an event's pointer was last; null for one that is not down. */
  at(event) { return this.#points.get(event.pointerId) ?? null; }

  /** Notes where a pointer is now, and answers that. */
  put(event) {
    const point = this.pointOf(event);
    this.#points.set(event.pointerId, point);
    return point;
  }

  /** Whether it was down. */
  remove(event) { return this.#points.delete(event.pointerId); }

  clear() { this.#points.clear(); }

  /** From now on the element hears of them, wherever they are. */
  capture() {
    for (const id of this.#points.keys()) this.#element.setPointerCapture(id);
  }
}
