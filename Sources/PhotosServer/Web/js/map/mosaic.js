// The ground of the map as the square pictures of a server that the owner named: which of them are seen, and what stands there until they come.
import { widthAt } from "./mercator.js";

/** The finest zoom that is asked for. Few servers have a finer one, and of what one lacks a coarser picture is drawn. */
const finest = 19;
/** How soon the pictures that are seen are asked for, in milliseconds: of those that a hand hurries past none is. */
const restFor = 60;
/** After so many milliseconds what did not come is asked for again. */
const againAfter = 30_000;
/** So many pictures are kept. */
const most = 320;

const keyOf = (z, column, row) => `${z}/${column}/${row}`;

/** Which pictures are seen of a world that goes on in the east and in the west, those in the middle first: {z, column, row} with {left, top, size} in pixels. */
export function seenSquares({ x, y, zoom }, area) {
  const z = Math.max(0, Math.min(finest, Math.round(zoom))), count = 2 ** z, size = widthAt(zoom) / count, squares = [];
  const west = x * count - area.width / 2 / size, north = y * count - area.height / 2 / size;
  const south = Math.min(count, Math.ceil(north + area.height / size));
  for (let row = Math.max(0, Math.floor(north)); row < south; row++) {
    for (let across = Math.floor(west); across < west + area.width / size; across++) {
      squares.push({ z, column: ((across % count) + count) % count, row, left: (across - west) * size, top: (row - north) * size, size });
    }
  }
  const far = ({ left, top }) => Math.hypot(left + size / 2 - area.width / 2, top + size / 2 - area.height / 2);
  return squares.sort((one, other) => far(one) - far(other));
}

/** The picture of so many zooms before in which a square lies, and where: {key, x, y, share} with the fractions of its side. */
export function coarser({ z, column, row }, steps) {
  const count = 2 ** steps, [left, top] = [column, row].map((index) => Math.floor(index / count));
  return { key: keyOf(z - steps, left, top), x: column / count - left, y: row / count - top, share: 1 / count };
}

export class Mosaic {
  #template;
  #handlers;
  /** By key, those used last at the end: {image, isThere, failedAt}; one on its way is neither. */
  #known = new Map();
  /** What is to be asked for, what is seen in the middle first. */
  #wanted = new Set();
  /** What was asked for by the last drawing, which is kept however much that is: else it would come and go without an end. */
  #used = new Set();
  #timer = null;
  /** Whether something came, or failed, since it was drawn: what is missing now is known by the next drawing. */
  #isStale = false;

  /** `handlers`: changed() when there is more to draw, lacks(isLacking) when nothing is to be had of what is seen, or is again, and busy(). */
  constructor({ template }, handlers) {
    this.#template = template;
    this.#handlers = handlers;
  }

  get isComing() { return this.#isStale || this.#timer !== null || [...this.#known.values()].some(({ isThere, failedAt }) => !isThere && failedAt === null); }

  /** What is drawn where the map stands, in this order: {image, x, y, share} of a picture, and {left, top, size} on the pane. What is not there yet is on its way. */
  at(pose, area) {
    const squares = seenSquares(pose, area), pieces = [], now = performance.now();
    this.#wanted = new Set();
    this.#used = new Set();
    let isLacking = false;
    for (const square of squares) {
      let isWanted = true, isDrawn = false;
      for (let steps = 0; steps <= square.z && !isDrawn; steps++) {
        const { key, ...part } = coarser(square, steps), known = this.#current(key, now);
        this.#used.add(key);
        if (known?.isThere) {
          pieces.push({ image: known.image, ...part, left: square.left, top: square.top, size: square.size });
          isDrawn = true;
        } else if (isWanted && (known === null || known.failedAt === null)) {
          this.#wanted.add(key);
          // A coarser one is asked for only where the server lacks the finer one.
          isWanted = false;
        }
      }
      if (!isDrawn && isWanted) isLacking = true;
    }
    this.#handlers.lacks(isLacking);
    this.#giveUp();
    this.#isStale = false;
    if ([...this.#wanted].some((key) => !this.#known.has(key))) this.#askSoon();
    this.#handlers.busy();
    return pieces;
  }

  /** Nothing is wanted any more. What did not come is asked for the next time. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#isStale = false;
    this.#wanted = new Set();
    this.#giveUp();
    for (const [key, { failedAt }] of this.#known) if (failedAt !== null) this.#known.delete(key);
    this.#handlers.busy();
  }

  /** What is known of a picture, which is used now. */
  #current(key, now) {
    const known = this.#known.get(key);
    if (known === undefined) return null;
    this.#known.delete(key);
    if (known.failedAt !== null && now - known.failedAt > againAfter) return null;
    this.#known.set(key, known);
    return known;
  }

  #askSoon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      for (const key of this.#wanted) if (!this.#known.has(key)) this.#ask(key);
      this.#handlers.busy();
    }, restFor);
  }

  async #ask(key) {
    const image = new Image(), one = { image, isThere: false, failedAt: null }, [z, column, row] = key.split("/");
    this.#known.set(key, one);
    image.src = this.#template.replace("{z}", z).replace("{x}", column).replace("{y}", row);
    try {
      await image.decode();
      one.isThere = true;
    } catch {
      one.failedAt = performance.now();
    }
    // What was given up is another one's by now.
    if (this.#known.get(key) !== one) return;
    this.#trim();
    this.#isStale = true;
    this.#handlers.changed();
  }

  /** What is on its way to where nobody looks any more. */
  #giveUp() {
    for (const [key, { image, isThere, failedAt }] of this.#known) {
      if (isThere || failedAt !== null || this.#wanted.has(key)) continue;
      this.#known.delete(key);
      image.removeAttribute("src");
    }
  }

  #trim() {
    for (const key of this.#known.keys()) {
      if (this.#known.size <= most) return;
      if (!this.#used.has(key)) this.#known.delete(key);
    }
  }
}
