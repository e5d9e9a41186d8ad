// Where every photo of a list stands, from the counts of its days alone: building costs the days, asking their logarithm.

/** The geometry of a list: days below one another, each a heading and rows of equal square cells. Lengths in CSS pixels. */
export class Layout {
  #starts;
  #tops;
  #rowsBefore;

  /** `pitch` is a cell and the gap after it; `spacing` stands below a day. */
  constructor({ buckets, columns, pitch, gap, heading, spacing }) {
    this.buckets = buckets;
    this.columns = columns;
    this.pitch = pitch;
    this.gap = gap;
    this.heading = heading;
    const days = buckets.length;
    this.#starts = new Float64Array(days + 1);
    this.#tops = new Float64Array(days + 1);
    this.#rowsBefore = new Float64Array(days + 1);
    for (let day = 0; day < days; day++) {
      const [, count] = buckets[day];
      const rows = Math.ceil(count / columns);
      const titled = this.headingOf(day) > 0 ? 1 : 0;
      this.#starts[day + 1] = this.#starts[day] + count;
      this.#rowsBefore[day + 1] = this.#rowsBefore[day] + rows + titled;
      const below = day + 1 < days ? spacing : 0;
      this.#tops[day + 1] = this.#tops[day] + titled * heading + rows * pitch - gap + below;
    }
  }

  get days() { return this.buckets.length; }
  get count() { return this.#starts[this.days]; }
  get height() { return this.#tops[this.days]; }
  /** Rows of cells and headings together, as assistive technology counts them. */
  get rowCount() { return this.#rowsBefore[this.days]; }

  start(day) { return this.#starts[day]; }
  countOf(day) { return this.buckets[day][1]; }
  top(day) { return this.#tops[day]; }
  bottom(day) { return this.#tops[day + 1]; }
  /** A list that has no dates at all has no headings. */
  headingOf(day) { return this.days === 1 && this.buckets[day][0] === null ? 0 : this.heading; }
  rowsOf(day) { return Math.ceil(this.countOf(day) / this.columns); }
  /** The top of a row of cells. */
  rowTop(day, row) { return this.#tops[day] + this.headingOf(day) + row * this.pitch; }
  /** The row's number in the whole list, from 0, headings counted; row -1 is the heading's. */
  rowNumber(day, row) { return this.#rowsBefore[day] + row + (this.headingOf(day) > 0 ? 1 : 0); }

  dayOf(index) { return this.#find(this.#starts, index); }
  dayAt(offset) { return this.#find(this.#tops, offset); }

  placeOf(index) {
    const day = this.dayOf(index);
    const within = index - this.#starts[day];
    const row = Math.floor(within / this.columns);
    return { day, row, column: within - row * this.columns, top: this.rowTop(day, row) };
  }

  indexAt({ day, row, column }) {
    const within = row * this.columns + Math.min(column, this.columns - 1);
    return this.#starts[day] + Math.min(within, this.countOf(day) - 1);
  }

  /** The days that a stretch of the page touches, each with its rows there (`last` excluded). */
  window(from, to) {
    const found = [];
    if (this.count === 0 || to <= 0 || from >= this.height) return found;
    for (let day = this.dayAt(from); day < this.days && this.#tops[day] < to; day++) {
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
    let day = this.dayAt(offset);
    let row = Math.max(0, Math.floor((offset - this.rowTop(day, 0) + this.gap) / this.pitch));
    if (row >= this.rowsOf(day)) {
      if (day + 1 === this.days) row = this.rowsOf(day) - 1;
      else [day, row] = [day + 1, 0];
    }
    return this.indexAt({ day, row, column: 0 });
  }

  /** The photo nearest to a point, where the column is known. */
  nearest(offset, column) {
    const first = this.firstBelow(Math.max(0, offset));
    return first === null ? null : this.indexAt({ ...this.placeOf(first), column });
  }

  /** One row up (-1) or down (1), across days, in the same column where the row has it. Stays at the ends. */
  vertical(index, step, column = this.placeOf(index).column) {
    let { day, row } = this.placeOf(index);
    row += step;
    if (row < 0) {
      if (day === 0) return index;
      day -= 1;
      row = this.rowsOf(day) - 1;
    } else if (row >= this.rowsOf(day)) {
      if (day + 1 === this.days) return index;
      day += 1;
      row = 0;
    }
    return this.indexAt({ day, row, column });
  }

  /** How far down the page the share of the photos before a point is: what a scrubber over counts moves along. */
  offsetAtShare(share) {
    if (this.count === 0) return 0;
    const index = Math.min(1, Math.max(0, share)) * this.count;
    const day = this.dayOf(Math.min(index, this.count - 1));
    const part = (index - this.#starts[day]) / this.countOf(day);
    return this.#tops[day] + part * (this.#tops[day + 1] - this.#tops[day]);
  }

  shareAtOffset(offset) {
    if (this.count === 0) return 0;
    const day = this.dayAt(offset);
    const height = this.#tops[day + 1] - this.#tops[day];
    const part = Math.min(1, Math.max(0, (offset - this.#tops[day]) / height));
    return (this.#starts[day] + part * this.countOf(day)) / this.count;
  }

  /** The last day whose border is at or before a value; the outermost ones beyond them. */
  #find(borders, value) {
    let low = 0;
    let high = this.days - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (borders[middle] <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
