// Where every photo of a list stands, from the counts of its days alone: building costs the days, asking their logarithm.

/**
 * The geometry of a list: bands below one another, each a line of headings and rows of equal square cells below it. A day has a band of
 * its own; days of less than a row stand side by side in one, as many as fit, each with its heading above its own photos. Lengths in CSS
 * pixels; columns and rows are counted from 0 across the whole width, whichever day stands there.
 */
export class Layout {
  #starts;
  #rowsBefore;
  /** The column where a day begins. */
  #lefts;
  #bandOf;
  /** The first day of each band, and its top. */
  #firsts = [];
  #tops = [];

  /** `pitch` is a cell and the gap after it; `spacing` stands below a band; a day has at least `least` columns, which its heading needs. */
  constructor({ buckets, columns, pitch, gap, heading, spacing, least = 1 }) {
    this.buckets = buckets;
    this.columns = columns;
    this.pitch = pitch;
    this.gap = gap;
    this.heading = heading;
    const days = buckets.length;
    this.#starts = new Float64Array(days + 1);
    this.#rowsBefore = new Float64Array(days + 1);
    this.#lefts = new Uint32Array(days);
    this.#bandOf = new Uint32Array(days);
    let top = 0, end = Infinity, height = 0;
    for (let day = 0; day < days; day++) {
      const [, count] = buckets[day];
      const rows = Math.ceil(count / columns);
      const titled = this.headingOf(day) > 0 ? 1 : 0;
      this.#starts[day + 1] = this.#starts[day] + count;
      this.#rowsBefore[day + 1] = this.#rowsBefore[day] + rows + titled;
      const taken = count < columns ? Math.max(count, least) : Infinity;
      if (end + taken <= columns) {
        this.#lefts[day] = end;
        end += taken;
      } else {
        top += day > 0 ? height + spacing : 0;
        height = titled * heading + rows * pitch - gap;
        end = taken;
        this.#firsts.push(day);
        this.#tops.push(top);
      }
      this.#bandOf[day] = this.#firsts.length - 1;
    }
    this.#firsts.push(days);
    this.#tops.push(top + height);
  }

  get days() { return this.buckets.length; }
  get count() { return this.#starts[this.days]; }
  get height() { return this.#tops[this.#bands]; }
  get #bands() { return this.#firsts.length - 1; }
  /** Rows of cells and headings together, as assistive technology counts them. */
  get rowCount() { return this.#rowsBefore[this.days]; }

  start(day) { return this.#starts[day]; }
  countOf(day) { return this.buckets[day][1]; }
  top(day) { return this.#tops[this.#bandOf[day]]; }
  /** The columns that a day has: the first one, and how many there are up to the next day's or the end of the row. */
  slotOf(day) {
    const left = this.#lefts[day];
    const end = this.#firsts[this.#bandOf[day] + 1] > day + 1 ? this.#lefts[day + 1] : this.columns;
    return { left, span: end - left };
  }
  /** A list that has no dates at all has no headings. */
  headingOf(day) { return this.days === 1 && this.buckets[day][0] === null ? 0 : this.heading; }
  rowsOf(day) { return Math.ceil(this.countOf(day) / this.columns); }
  /** The top of a row of cells. */
  rowTop(day, row) { return this.top(day) + this.headingOf(day) + row * this.pitch; }
  /** The row's number in the whole list, from 0, headings counted; row -1 is the heading's. */
  rowNumber(day, row) { return this.#rowsBefore[day] + row + (this.headingOf(day) > 0 ? 1 : 0); }

  dayOf(index) { return find(this.#starts, this.days, index); }

  placeOf(index) {
    const day = this.dayOf(index);
    const within = index - this.#starts[day];
    const row = Math.floor(within / this.columns);
    return { day, row, column: this.#lefts[day] + within - row * this.columns, top: this.rowTop(day, row) };
  }

  /** The photo in a row of a day's band, which may be another day's: the last one before a column where nothing stands. */
  indexAt({ day, row, column }) {
    const last = this.#firsts[this.#bandOf[day] + 1] - 1;
    day = this.#firsts[this.#bandOf[day]];
    while (day < last && this.#lefts[day + 1] <= column) day++;
    const within = row * this.columns + Math.min(column, this.columns - 1) - this.#lefts[day];
    return this.#starts[day] + Math.min(within, this.countOf(day) - 1);
  }

  /** The days that a stretch of the page touches, each with its rows there (`last` excluded). */
  window(from, to) {
    const found = [];
    if (this.count === 0 || to <= 0 || from >= this.height) return found;
    for (let day = this.#firsts[this.#bandAt(from)]; day < this.days && this.top(day) < to; day++) {
      const origin = this.rowTop(day, 0);
      const rows = this.rowsOf(day);
      const first = Math.min(rows, Math.max(0, Math.floor((from - origin) / this.pitch)));
      const last = Math.max(first, Math.min(rows, Math.ceil((to - origin) / this.pitch)));
      if (last > first || from < origin) found.push({ day, first, last });
    }
    return found;
  }

  /** The first photo whose picture reaches below an offset. */
  firstBelow(offset) {
    if (this.count === 0) return null;
    const band = this.#bandAt(offset);
    let day = this.#firsts[band];
    let row = Math.max(0, Math.floor((offset - this.rowTop(day, 0) + this.gap) / this.pitch));
    if (row >= this.rowsOf(day)) {
      if (band + 1 === this.#bands) row = this.rowsOf(day) - 1;
      else [day, row] = [this.#firsts[band + 1], 0];
    }
    return this.indexAt({ day, row, column: 0 });
  }

  /** The photo nearest to a point, where the column is known. */
  nearest(offset, column) {
    const first = this.firstBelow(Math.max(0, offset));
    return first === null ? null : this.indexAt({ ...this.placeOf(first), column });
  }

  /** The photos that a rectangle touches, as runs of indices (`to` excluded), row by row: its offsets, and its columns with both ends. */
  touched({ top, bottom, first, last }) {
    const runs = [];
    for (const { day, first: row, last: end } of this.window(top, bottom)) {
      const left = this.#lefts[day];
      for (let at = row; at < end; at++) {
        const start = this.#starts[day] + at * this.columns;
        const length = Math.min(this.columns, this.#starts[day + 1] - start);
        const from = start + Math.max(0, first - left), to = start + Math.min(length, last - left + 1);
        const rowTop = this.rowTop(day, at);
        if (from < to && rowTop < bottom && rowTop + this.pitch - this.gap > top) runs.push([from, to]);
      }
    }
    return runs;
  }

  /** One row up (-1) or down (1), across days, in the same column where the row has it. Stays at the ends. */
  vertical(index, step, column = this.placeOf(index).column) {
    let { day, row } = this.placeOf(index);
    const band = this.#bandOf[day];
    row += step;
    if (row < 0) {
      if (band === 0) return index;
      day = this.#firsts[band] - 1;
      row = this.rowsOf(day) - 1;
    } else if (row >= this.rowsOf(day)) {
      if (band + 1 === this.#bands) return index;
      day = this.#firsts[band + 1];
      row = 0;
    }
    return this.indexAt({ day, row, column });
  }

  /** How far down the page the share of the photos before a point is: what a scrubber over counts moves along. */
  offsetAtShare(share) {
    if (this.count === 0) return 0;
    const index = Math.min(1, Math.max(0, share)) * this.count;
    const band = this.#bandOf[this.dayOf(Math.min(index, this.count - 1))];
    const start = this.#startOf(band);
    const part = (index - start) / (this.#startOf(band + 1) - start);
    return this.#tops[band] + part * (this.#tops[band + 1] - this.#tops[band]);
  }

  shareAtOffset(offset) {
    if (this.count === 0) return 0;
    const band = this.#bandAt(offset);
    const height = this.#tops[band + 1] - this.#tops[band];
    const part = Math.min(1, Math.max(0, (offset - this.#tops[band]) / height));
    const start = this.#startOf(band);
    return (start + part * (this.#startOf(band + 1) - start)) / this.count;
  }

  #bandAt(offset) { return find(this.#tops, this.#bands, offset); }
  #startOf(band) { return this.#starts[this.#firsts[band]]; }
}

/** The last of so many parts whose border is at or before a value; the outermost ones beyond them. */
function find(borders, parts, value) {
  let low = 0;
  let high = parts - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (borders[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
