// What both layouts reckon alike: the bands that days stand in, and the ways between photos, offsets and shares of the photos. Without DOM.

/** The last of so many parts whose border is at or before a value; the outermost ones beyond them. Counted from `first`, where the borders begin. */
export function find(borders, parts, value, first = 0) {
  let low = 0;
  let high = parts - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (borders[first + middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * What else is asked of a list: whoever extends `Bands` knows the rows of a day. `rowBelow` is the first row that reaches below an offset, as many as there are
 * where none does; `rowsIn` those that a stretch of the page touches, each with the gap below it: the first, and the one behind the last.
 *
 * @typedef {Bands & {
 *   rowsOf(day: number): number, rowTop(day: number, row: number): number, rowAt(day: number, row: number): { start: number },
 *   rowBelow(day: number, offset: number): number, rowsIn(day: number, from: number, to: number): number[],
 *   placeOf(index: number): { day: number, row: number }, acrossOf(index: number): number,
 *   indexAt(place: { day: number, row: number, across: number }): number,
 * }} Rows
 */

/** Days in bands below one another: a day has a band of its own, and short ones stand side by side in one, as many as fit. */
export class Bands {
  #starts;
  /** Where a day begins across. */
  #lefts;
  #bandOf;
  /** The first day of each band, and its top. */
  #firsts = [];
  #tops = [];

  /**
   * `spacing` stands below a band; `most` is what days of one may take across, with so much `between` them. `measure` tells of each day, in their order,
   * what it takes across (`Infinity` where it fills a row) and how high it is: it gets its number, its first photo, the one behind its last, and its heading.
   */
  constructor({ buckets, gap, heading, spacing, most, between = 0 }, measure) {
    this.buckets = buckets;
    this.gap = gap;
    this.heading = heading;
    const days = buckets.length;
    this.#starts = new Float64Array(days + 1);
    this.#lefts = new Float64Array(days);
    this.#bandOf = new Uint32Array(days);
    let top = 0, end = Infinity, height = 0, start = 0;
    const starts = this.#starts, lefts = this.#lefts, bandOf = this.#bandOf, firsts = this.#firsts, tops = this.#tops, titled = days > 0 ? this.headingOf(0) : 0;
    for (let day = 0; day < days; day++) {
      const stop = start + buckets[day][1], { taken, height: own } = measure(day, start, stop, titled);
      if (end + between + taken <= most) {
        lefts[day] = end + between;
        end += between + taken;
      } else {
        top += day > 0 ? height + spacing : 0;
        height = own;
        end = taken;
        firsts.push(day);
        tops.push(top);
      }
      starts[day + 1] = start = stop;
      bandOf[day] = firsts.length - 1;
    }
    this.#firsts.push(days);
    this.#tops.push(top + height);
  }

  get days() { return this.buckets.length; }
  get count() { return this.#starts[this.days]; }
  get height() { return this.#tops[this.#bands]; }
  get #bands() { return this.#firsts.length - 1; }

  start(day) { return this.#starts[day]; }
  countOf(day) { return this.buckets[day][1]; }
  top(day) { return this.#tops[this.#bandOf[day]]; }
  left(day) { return this.#lefts[day]; }
  /** A list that has no dates at all has no headings. */
  headingOf(day) { return this.days === 1 && this.buckets[day][0] === null ? 0 : this.heading; }
  dayOf(index) { return find(this.#starts, this.days, index); }

  /** The days of a day's band: the first and the last. */
  bandOf(day) {
    const band = this.#bandOf[day];
    return { first: this.#firsts[band], last: this.#firsts[band + 1] - 1 };
  }

  /**
   * The days that a stretch of the page touches, each with its rows there (`last` excluded).
   * @this {Rows}
   */
  window(from, to) {
    const found = [];
    if (this.count === 0 || to <= 0 || from >= this.height) return found;
    for (let day = this.#firsts[this.#bandAt(from)]; day < this.days && this.top(day) < to; day++) {
      const [first, last] = this.rowsIn(day, from, to);
      if (last > first || from < this.rowTop(day, 0)) found.push({ day, first, last });
    }
    return found;
  }

  /**
   * The first photo whose picture reaches below an offset.
   * @this {Rows}
   */
  firstBelow(offset) {
    if (this.count === 0) return null;
    const band = this.#bandAt(offset);
    let day = this.#firsts[band];
    let row = this.rowBelow(day, offset);
    if (row >= this.rowsOf(day)) {
      if (band + 1 === this.#bands) row = this.rowsOf(day) - 1;
      else [day, row] = [this.#firsts[band + 1], 0];
    }
    return this.rowAt(day, row).start;
  }

  /**
   * The photo nearest to a point, where what is across is known.
   * @this {Rows}
   */
  nearest(offset, across) {
    const first = this.firstBelow(Math.max(0, offset));
    return first === null ? null : this.indexAt({ ...this.placeOf(first), across });
  }

  /**
   * One row up (-1) or down (1), across days, in the same place across where the row has it. Stays at the ends.
   * @this {Rows}
   */
  vertical(index, step, across = null) {
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
    return this.indexAt({ day, row, across: across ?? this.acrossOf(index) });
  }

  /** How far down the page the share of the photos before a point is: what a scrubber over counts moves along. */
  offsetAtShare(share) {
    if (this.count === 0) return 0;
    const index = Math.min(1, Math.max(0, share)) * this.count;
    const band = this.#bandOf[this.dayOf(Math.min(index, this.count - 1))], { start, stop, top, height } = this.#extentOf(band);
    return top + ((index - start) / (stop - start)) * height;
  }

  shareAtOffset(offset) {
    if (this.count === 0) return 0;
    const { start, stop, top, height } = this.#extentOf(this.#bandAt(offset));
    return (start + Math.min(1, Math.max(0, (offset - top) / height)) * (stop - start)) / this.count;
  }

  #bandAt(offset) { return find(this.#tops, this.#bands, offset); }

  /** The photos of a band (`stop` excluded), and where it stands with what is below it. */
  #extentOf(band) {
    const top = this.#tops[band];
    return { start: this.#starts[this.#firsts[band]], stop: this.#starts[this.#firsts[band + 1]], top, height: this.#tops[band + 1] - top };
  }
}
