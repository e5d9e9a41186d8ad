// Outlines of land, or borders, as the server sends them, made ready to be drawn at any zoom.
import { xOf, yOf } from "./mercator.js";

/** Points closer than this to the one before are passed over, in pixels; so are islands that are smaller. */
const finest = 0.7;
/** Lines beyond the pane by less than this are still drawn, for the half of them that is seen. */
const edge = 2;

/** What is drawn of a part: its inside, its line. */
const filled = 1, stroked = 2;

/** Where the world is cut, polygons have lines that are no coast: at its sides, and in the south below all land that is seen. */
const isCut = (x, y) => x < 1e-6 || x > 1 - 1e-6 || y > 1 - 1e-6;

export class Outlines {
  #xs;
  #ys;
  /** Stretches of points: {first, end, kind, isRing, left, top, right, bottom}. */
  #parts = [];

  /**
   * @param {ArrayBuffer} bytes as `/api/map/land` and `/api/map/borders` answer; browsers run on little-endian machines alone
   * @param {{isClosed?: boolean}} options whether its lines are rings around land
   */
  constructor(bytes, { isClosed = true } = {}) {
    const [count] = new Uint32Array(bytes, 0, 1), lengths = new Uint32Array(bytes, 4, count);
    const points = lengths.reduce((sum, length) => sum + length, 0), degrees = new Float32Array(bytes, 4 + 4 * count, 2 * points);
    this.#xs = new Float32Array(points);
    this.#ys = new Float32Array(points);
    for (let at = 0; at < points; at++) {
      this.#xs[at] = xOf(degrees[2 * at]);
      this.#ys[at] = yOf(degrees[2 * at + 1]);
    }
    let first = 0;
    for (const length of lengths) {
      if (length > 1) this.#read(first, first + length, isClosed);
      first += length;
    }
  }

  #read(first, end, isClosed) {
    const isWhole = !isClosed || !this.#touchesCut(first, end);
    this.#add(first, end, (isClosed ? filled : 0) | (isWhole ? stroked : 0), isClosed);
    if (isWhole) return;
    // The coast is what lies between the lines of the cut.
    let start = first;
    for (let at = first; at < end; at++) {
      const isLineOfCut = at + 1 < end && isCut(this.#xs[at], this.#ys[at]) && isCut(this.#xs[at + 1], this.#ys[at + 1]);
      if (!isLineOfCut && at + 1 < end) continue;
      if (at > start) this.#add(start, at + 1, stroked, false);
      start = at + 1;
    }
  }

  #touchesCut(first, end) {
    for (let at = first; at < end; at++) if (isCut(this.#xs[at], this.#ys[at])) return true;
    return false;
  }

  #add(first, end, kind, isRing) {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let at = first; at < end; at++) {
      const x = this.#xs[at], y = this.#ys[at];
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    this.#parts.push({ first, end, kind, isRing, left, top, right, bottom });
  }

  /**
   * Adds what is seen of one copy of the world to `paths`: `inside` is to be filled, `lines` to be stroked, `both` is both. `frame` is {left, top, scale,
   * width, height}: where the pane begins in the world, how many pixels the world is wide, and the pane; `shift` is the copy's.
   */
  trace(paths, frame, shift) {
    const { left, top, scale, width, height } = frame, right = left + width / scale, bottom = top + height / scale, tiny = finest / scale;
    for (const part of this.#parts) {
      if (part.right + shift < left || part.left + shift > right || part.bottom < top || part.top > bottom) continue;
      if (part.right - part.left < tiny && part.bottom - part.top < tiny) continue;
      const path = part.kind === filled ? paths.inside : part.kind === stroked ? paths.lines : paths.both;
      this.#follow(path, part, { ...frame, left: left - shift });
    }
  }

  /** Whatever of a line lies beyond one side of the pane is made one stroke there, which nobody sees. */
  #follow(path, { first, end, isRing }, { left, top, scale, width, height }) {
    const xs = this.#xs, ys = this.#ys;
    let lastX = 0, lastY = 0, heldX = 0, heldY = 0, heldSides = 0, shared = 0, isHeld = false;
    for (let at = first; at < end; at++) {
      const x = (xs[at] - left) * scale, y = (ys[at] - top) * scale;
      const sides = (x < -edge ? 1 : x > width + edge ? 2 : 0) | (y < -edge ? 4 : y > height + edge ? 8 : 0);
      if (at === first) {
        path.moveTo(lastX = x, lastY = y);
        shared = sides;
        continue;
      }
      if (isHeld && (sides & shared) === 0) {
        path.lineTo(lastX = heldX, lastY = heldY);
        shared = heldSides;
        isHeld = false;
      }
      if (sides & shared) {
        heldX = x;
        heldY = y;
        heldSides = sides;
        shared &= sides;
        isHeld = true;
      } else if (Math.abs(x - lastX) + Math.abs(y - lastY) >= finest || at === end - 1) {
        path.lineTo(lastX = x, lastY = y);
        shared = sides;
      }
    }
    if (isHeld) path.lineTo(heldX, heldY);
    if (isRing) path.closePath();
  }
}
