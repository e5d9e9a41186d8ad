// Rows of pictures in their own proportions: where each begins, how high it is. Without DOM.
import { find } from "./bands.js";
import { ratios, usual } from "./shapes.js";

/** A last row that is nearly full is drawn as wide as the others, if its pictures grow by no more than this. */
const mostGrown = 1.2;

/**
 * The rows of a list's days. Those of days whose photos' shapes are known stand in a table: the first photo of each, its top below the first row of its
 * day, its height, whether it fills the width. Days of which nothing is known are reckoned by their number, as if all photos had the usual shape, when
 * somebody asks.
 */
export class Rows {
  #width;
  #side;
  #gap;
  #days = 0;
  /** By day: its first photo and the one behind its last, the rows before it, and where its rows begin in the table; -1 where they don't stand there. */
  #first;
  #before;
  #at;
  #length = 0;
  #starts = new Uint32Array(0);
  #tops = new Uint32Array(0);
  #heights = new Uint16Array(0);
  #fills = new Uint8Array(0);
  /** Of photos of the usual shape: how many a row has, how high it is. */
  #usual;
  /** What is said of a row that is full of these. */
  #whole;

  constructor({ days, width, side, gap }) {
    this.#width = width;
    this.#side = side;
    this.#gap = gap;
    this.#first = new Float64Array(days + 1);
    this.#before = new Float64Array(days + 1);
    this.#at = new Int32Array(days);
    let count = 1;
    while (count * usual * side + gap * (count - 1) < width) count++;
    const without = (width - gap * (count - 2)) / ((count - 1) * usual), lower = (width - gap * (count - 1)) / (count * usual);
    if (count > 1 && without * lower < side * side) count--;
    this.#usual = { count, height: Math.max(1, Math.round((width - gap * (count - 1)) / (count * usual))) };
    this.#whole = { height: this.#usual.height, fills: true };
  }

  /** All rows of the days so far. */
  get count() { return this.#before[this.#days]; }
  before(day) { return this.#before[day]; }
  of(day) { return this.#before[day + 1] - this.#before[day]; }
  start(day, row) { return this.#at[day] < 0 ? this.#first[day] + row * this.#usual.count : this.#starts[this.#at[day] + row]; }
  end(day, row) { return row + 1 < this.of(day) ? this.start(day, row + 1) : this.#first[day + 1]; }
  top(day, row) { return this.#at[day] < 0 ? row * (this.#usual.height + this.#gap) : this.#tops[this.#at[day] + row]; }
  height(day, row) { return this.#at[day] < 0 ? this.#unknown(day, row).height : this.#heights[this.#at[day] + row]; }
  fills(day, row) { return this.#at[day] < 0 ? this.#unknown(day, row).fills : this.#fills[this.#at[day] + row] !== 0; }

  /** The row of a day that a photo is in. */
  rowOf(day, index) {
    if (this.#at[day] < 0) return Math.floor((index - this.#first[day]) / this.#usual.count);
    return find(this.#starts, this.of(day), index, this.#at[day]);
  }

  /** The last row of a day whose top is at or before an offset below the first one; the first one before all. */
  rowAt(day, offset) {
    if (this.#at[day] >= 0) return find(this.#tops, this.of(day), offset, this.#at[day]);
    return Math.max(0, Math.min(this.of(day) - 1, Math.floor(offset / (this.#usual.height + this.#gap))));
  }

  /** The next day's rows, of photos of these shapes, or null where none is known. Answers how high all are, and how wide the only one is that isn't full. */
  add(start, stop, bytes) {
    const day = this.#days++;
    this.#first[day] = start;
    this.#first[day + 1] = stop;
    if (bytes === null) return this.#reckon(day, stop - start);
    this.#at[day] = this.#length;
    this.#break(bytes, start, stop);
    this.#before[day + 1] = this.#before[day] + this.#length - this.#at[day];
    const last = this.of(day) - 1, fills = this.fills(day, last);
    return { height: this.top(day, last) + this.height(day, last), across: last > 0 || fills ? Infinity : this.#across(bytes, start, stop) };
  }

  /** A day of which nothing is known but how many photos it has. Most of a new list are, so there is no more to it than has to be. */
  #reckon(day, count) {
    const most = this.#usual.count, rows = Math.ceil(count / most), left = count - (rows - 1) * most;
    this.#at[day] = -1;
    this.#before[day + 1] = this.#before[day] + rows;
    const { height, fills } = left === most ? this.#whole : this.#left(left * usual, left);
    return {
      height: (rows - 1) * (this.#usual.height + this.#gap) + height,
      across: rows > 1 || fills ? Infinity : Math.ceil(count * usual * this.#side) + this.#gap * (count - 1),
    };
  }

  #unknown(day, row) {
    const count = this.end(day, row) - this.start(day, row);
    return count === this.#usual.count ? this.#whole : this.#left(count * usual, count);
  }

  /** A day's last row, which has what is left. */
  #left(sum, count) {
    const grown = Math.max(1, Math.round((this.#width - this.#gap * (count - 1)) / sum)), fills = grown <= this.#side * mostGrown;
    return { height: fills ? grown : this.#side, fills };
  }

  #across(bytes, start, stop) {
    let sum = 0;
    for (let index = start; index < stop; index++) sum += ratios[bytes[index]];
    return Math.ceil(sum * this.#side) + this.#gap * (stop - start - 1);
  }

  /** A row ends where it is full, before or behind the picture that fills it. One loop without calls, since a million photos go through it. */
  #break(bytes, start, stop) {
    this.#reserve(stop - start);
    const width = this.#width, side = this.#side, gap = this.#gap, starts = this.#starts, tops = this.#tops, heights = this.#heights, fills = this.#fills;
    let rows = this.#length, top = 0, first = start, sum = 0, room = width + gap, index = start;
    while (index < stop) {
      const ratio = ratios[bytes[index]];
      index++;
      sum += ratio;
      room -= gap;
      if (sum * side < room) continue;
      // The gaps are taken off the room: so high the row is with its last picture, and without it.
      let height = room / sum;
      if (index - first > 1) {
        const higher = (room + gap) / (sum - ratio);
        if (higher * height < side * side) {
          height = higher;
          index--;
        }
      }
      height = Math.max(1, Math.round(height));
      starts[rows] = first;
      tops[rows] = top;
      heights[rows] = height;
      fills[rows++] = 1;
      top += height + gap;
      first = index;
      sum = 0;
      room = width + gap;
    }
    this.#length = rows;
    if (first === stop) return;
    const left = this.#left(sum, stop - first);
    starts[rows] = first;
    tops[rows] = top;
    heights[rows] = left.height;
    fills[rows] = left.fills ? 1 : 0;
    this.#length++;
  }

  /** A row has one photo at least. */
  #reserve(more) {
    const least = this.#length + more;
    if (least <= this.#starts.length) return;
    const capacity = Math.max(least, this.#starts.length * 2), before = [this.#starts, this.#tops, this.#heights, this.#fills];
    this.#starts = new Uint32Array(capacity);
    this.#tops = new Uint32Array(capacity);
    this.#heights = new Uint16Array(capacity);
    this.#fills = new Uint8Array(capacity);
    [this.#starts, this.#tops, this.#heights, this.#fills].forEach((values, at) => values.set(before[at]));
  }
}
