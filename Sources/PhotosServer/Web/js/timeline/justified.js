// Where every photo of a list stands when rows have the pictures' own proportions: one pass over a byte for each.
import { Bands } from "./bands.js";
import { Rows } from "./rows.js";
import { ratios } from "./shapes.js";

/** Between days that stand side by side. */
const betweenDays = 14;

/**
 * The geometry of such a list, with the same questions as `Layout`. A row has as many pictures as make its height come nearest to `pitch - gap`, and
 * fills the width; a day's last one is as high as that where it has too few. Days of one such row stand side by side. “Across” is in CSS pixels here.
 *
 * Days of which no shape is known yet are reckoned by their number alone, as if all had the usual one: a million cost no more than their days then.
 */
export class JustifiedLayout extends Bands {
  isJustified = true;
  #bytes;
  #rows;

  /** `shapes`: a `Shapes` of as many photos as the buckets have; a day has at least `leastWidth` pixels, which its heading needs. */
  constructor({ buckets, shapes, width, pitch, gap, heading, spacing, leastWidth }) {
    const bytes = shapes.bytes, rows = new Rows({ days: buckets.length, width, side: pitch - gap, gap });
    super({ buckets, gap, heading, spacing, most: width, between: betweenDays }, (day, start, stop, titled) => {
      const ended = rows.add(start, stop, shapes.isBlank(start, stop) ? null : bytes);
      return { taken: ended.across < Infinity ? Math.max(ended.across, leastWidth) : Infinity, height: titled + ended.height };
    });
    this.pitch = pitch;
    this.width = width;
    this.#bytes = bytes;
    this.#rows = rows;
  }

  get rowCount() { return this.#rows.count + (this.days > 0 && this.headingOf(0) > 0 ? this.days : 0); }
  /** As `aria-colcount` says that nobody knows: each row has its own. */
  get columns() { return -1; }

  rowsOf(day) { return this.#rows.of(day); }
  rowTop(day, row) { return this.top(day) + this.headingOf(day) + this.#rows.top(day, row); }
  rowHeight(day, row) { return this.#rows.height(day, row); }
  rowNumber(day, row) {
    const titled = this.headingOf(day) > 0 ? 1 : 0;
    return this.#rows.before(day) + day * titled + row + titled;
  }

  boundsOf(day) {
    const left = this.left(day), next = this.bandOf(day).last > day ? this.left(day + 1) - betweenDays : this.width;
    const isWhole = left === 0 && next === this.width;
    return { left: `${left}px`, width: `${next - left}px`, pixels: next - left, isWhole, columns: 0 };
  }

  /** The photos of a row: the first, how many, and the number of the first across. */
  rowAt(day, row) {
    const start = this.#rows.start(day, row), end = this.#rows.end(day, row);
    // Days that share a row have one row each.
    const first = this.left(day) > 0 ? this.start(this.bandOf(day).first) : start;
    return { start, count: end - start, column: start - first };
  }

  /** How wide the pictures of a row are drawn, and where each begins across, in whole pixels. */
  shapeOfRow(day, row) {
    const { start, count } = this.rowAt(day, row), bytes = this.#bytes, height = this.#rows.height(day, row);
    let scale = height;
    if (this.#rows.fills(day, row)) {
      let sum = 0;
      for (let index = start; index < start + count; index++) sum += ratios[bytes[index]];
      scale = (this.width - this.gap * (count - 1)) / sum;
    }
    const lefts = [], widths = [];
    let across = 0, edge = 0;
    for (let at = 0; at < count; at++) {
      across += ratios[bytes[start + at]] * scale;
      const next = Math.round(across);
      lefts.push(this.left(day) + edge + at * this.gap);
      widths.push(Math.max(1, next - edge));
      edge = next;
    }
    return { height, lefts, widths };
  }

  placeOf(index) {
    const day = this.dayOf(index), row = this.#rows.rowOf(day, index);
    const { start, column } = this.rowAt(day, row);
    return { day, row, column: column + index - start, top: this.rowTop(day, row) };
  }

  /** The middle of a photo, which keys keep on their way up and down. */
  acrossOf(index) {
    const { day, row } = this.placeOf(index), { lefts, widths } = this.shapeOfRow(day, row), at = index - this.rowAt(day, row).start;
    return lefts[at] + widths[at] / 2;
  }

  acrossAt(x) { return x; }

  /** The photo of a row of a day's band, which may be another day's, that stands at a point across or nearest to it. */
  indexAt({ day, row, across }) {
    const { first, last } = this.bandOf(day);
    let nearest = this.rowAt(day, row).start, least = Infinity;
    for (let at = first; at <= last; at++) {
      const { start } = this.rowAt(at, row), { lefts, widths } = this.shapeOfRow(at, row);
      for (let within = 0; within < lefts.length; within++) {
        const distance = Math.max(lefts[within] - across, across - lefts[within] - widths[within], 0);
        if (distance >= least) continue;
        [nearest, least] = [start + within, distance];
      }
    }
    return nearest;
  }

  rowBelow(day, offset) {
    const row = this.#rowFrom(day, offset);
    return row < this.rowsOf(day) && this.rowTop(day, row) + this.rowHeight(day, row) <= offset ? row + 1 : row;
  }

  rowsIn(day, from, to) {
    const origin = this.rowTop(day, 0), rows = this.rowsOf(day);
    let first = 0;
    if (from > origin) first = this.#rowFrom(day, from);
    if (from >= this.rowTop(day, first) + this.rowHeight(day, first) + this.gap) first++;
    return [first, to > origin ? Math.max(first, Math.min(rows, this.#rowFrom(day, Math.ceil(to) - 1) + 1)) : first];
  }

  touchedIn({ top, bottom, left, right }) {
    const runs = [];
    for (const { day, first, last } of this.window(top, bottom)) {
      for (let row = first; row < last; row++) {
        const rowTop = this.rowTop(day, row);
        if (rowTop >= bottom || rowTop + this.rowHeight(day, row) <= top) continue;
        const { start } = this.rowAt(day, row), { lefts, widths } = this.shapeOfRow(day, row);
        let from = 0, to = lefts.length;
        while (from < to && lefts[from] + widths[from] <= left) from++;
        while (to > from && lefts[to - 1] > right) to--;
        if (from < to) runs.push([start + from, start + to]);
      }
    }
    return runs;
  }

  /** The last row of a day whose top is at or before an offset, and its first one before all. */
  #rowFrom(day, offset) {
    return this.#rows.rowAt(day, offset - this.top(day) - this.headingOf(day));
  }
}
