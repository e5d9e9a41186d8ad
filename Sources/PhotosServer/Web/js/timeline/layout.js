// Where every photo of a list stands, from the counts of its days alone: building costs the days, asking their logarithm.
import { Bands } from "./bands.js";

/**
 * The geometry of a list: bands below one another, each a line of headings and rows of equal square cells below it. A day has a band of
 * its own; days of less than a row stand side by side in one, as many as fit, each with its heading above its own photos. Lengths in CSS
 * pixels; columns and rows are counted from 0 across the whole width, whichever day stands there: “across” is a column here.
 */
export class Layout extends Bands {
  isJustified = false;
  #rowsBefore;

  /** `pitch` is a cell and the gap after it; `spacing` stands below a band; a day has at least `least` columns, which its heading needs. */
  constructor({ buckets, columns, pitch, gap, heading, spacing, least = 1 }) {
    const rowsBefore = new Float64Array(buckets.length + 1);
    super({ buckets, gap, heading, spacing, most: columns }, (day, start, stop, titled) => {
      const count = stop - start, rows = Math.ceil(count / columns);
      rowsBefore[day + 1] = rowsBefore[day] + rows + (titled > 0 ? 1 : 0);
      return { taken: count < columns ? Math.max(count, least) : Infinity, height: titled + rows * pitch - gap };
    });
    this.columns = columns;
    this.pitch = pitch;
    this.#rowsBefore = rowsBefore;
  }

  /** Rows of cells and headings together, as assistive technology counts them. */
  get rowCount() { return this.#rowsBefore[this.days]; }

  /** The columns that a day has: the first one, and how many there are up to the next day's or the end of the row. */
  slotOf(day) {
    const left = this.left(day);
    const end = this.bandOf(day).last > day ? this.left(day + 1) : this.columns;
    return { left, span: end - left };
  }
  /** The same as CSS writes it, and in pixels, about: all of the width where no other day stands beside it. */
  boundsOf(day) {
    const { left, span } = this.slotOf(day);
    const column = `(100% + var(--gap)) / ${this.columns}`;
    return {
      left: `calc(${column} * ${left})`, width: `calc(${column} * ${span} - var(--gap))`, pixels: span * this.pitch, isWhole: span === this.columns, columns: span,
    };
  }

  rowsOf(day) { return Math.ceil(this.countOf(day) / this.columns); }
  /** The top of a row of cells. */
  rowTop(day, row) { return this.top(day) + this.headingOf(day) + row * this.pitch; }
  rowHeight() { return this.pitch - this.gap; }
  /** The photos of a row: the first, how many, and the column of the first. */
  rowAt(day, row) {
    const start = this.start(day) + row * this.columns;
    return { start, count: Math.min(this.columns, this.start(day + 1) - start), column: this.left(day) };
  }

  /** Squares need no widths of their own. */
  shapeOfRow() { return null; }

  /** The row's number in the whole list, from 0, headings counted; row -1 is the heading's. */
  rowNumber(day, row) { return this.#rowsBefore[day] + row + (this.headingOf(day) > 0 ? 1 : 0); }

  /** What keys keep on their way up and down: the column; and that of a point, where the list is so wide. */
  acrossOf(index) { return this.placeOf(index).column; }
  acrossAt(x, width) { return Math.max(0, Math.floor((x * this.columns) / (width + this.gap))); }

  placeOf(index) {
    const day = this.dayOf(index);
    const within = index - this.start(day);
    const row = Math.floor(within / this.columns);
    return { day, row, column: this.left(day) + within - row * this.columns, top: this.rowTop(day, row) };
  }

  /** The photo in a row of a day's band, which may be another day's: the last one before a column where nothing stands. */
  indexAt({ day, row, across: column }) {
    const { first, last } = this.bandOf(day);
    day = first;
    while (day < last && this.left(day + 1) <= column) day++;
    const within = row * this.columns + Math.min(column, this.columns - 1) - this.left(day);
    return this.start(day) + Math.min(within, this.countOf(day) - 1);
  }

  rowBelow(day, offset) { return Math.max(0, Math.floor((offset - this.rowTop(day, 0) + this.gap) / this.pitch)); }

  rowsIn(day, from, to) {
    const origin = this.rowTop(day, 0), rows = this.rowsOf(day);
    const first = Math.min(rows, Math.max(0, Math.floor((from - origin) / this.pitch)));
    return [first, Math.max(first, Math.min(rows, Math.ceil((to - origin) / this.pitch)))];
  }

  /** The photos that a rectangle of a list so wide touches, in pixels, as runs of indices. */
  touchedIn({ top, bottom, left, right }, width) {
    const pitch = (width + this.gap) / this.columns, first = Math.floor(left / pitch);
    // The gap behind a photo is nobody's.
    return this.touched({ top, bottom, first: left - first * pitch > pitch - this.gap ? first + 1 : first, last: Math.floor(right / pitch) });
  }

  /** The photos that a rectangle touches, as runs of indices (`to` excluded), row by row: its offsets, and its columns with both ends. */
  touched({ top, bottom, first, last }) {
    const runs = [];
    for (const { day, first: row, last: end } of this.window(top, bottom)) {
      const left = this.left(day);
      for (let at = row; at < end; at++) {
        const start = this.start(day) + at * this.columns;
        const length = Math.min(this.columns, this.start(day + 1) - start);
        const from = start + Math.max(0, first - left), to = start + Math.min(length, last - left + 1);
        const rowTop = this.rowTop(day, at);
        if (from < to && rowTop < bottom && rowTop + this.pitch - this.gap > top) runs.push([from, to]);
      }
    }
    return runs;
  }
}
