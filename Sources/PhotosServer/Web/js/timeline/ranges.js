// Sets of list indices as ranges: how a change moves what it did not touch.

/** An immutable set of indices. Look-ups are binary searches over its ranges. */
export class Ranges {
  #starts;
  #lengths;
  #before;

  /** Of [start, length] pairs in any order. */
  constructor(pairs = []) {
    const sorted = pairs.filter(([, length]) => length > 0).sort((a, b) => a[0] - b[0]);
    this.#starts = [];
    this.#lengths = [];
    for (const [start, length] of sorted) {
      const last = this.#starts.length - 1;
      const end = last < 0 ? -1 : this.#starts[last] + this.#lengths[last];
      if (start <= end) {
        this.#lengths[last] = Math.max(end, start + length) - this.#starts[last];
      } else {
        this.#starts.push(start);
        this.#lengths.push(length);
      }
    }
    this.#before = [0];
    for (const length of this.#lengths) this.#before.push(this.#before.at(-1) + length);
  }

  get size() { return this.#before.at(-1); }
  get isEmpty() { return this.#starts.length === 0; }
  get pairs() { return this.#starts.map((start, at) => [start, this.#lengths[at]]); }

  has(index) {
    const at = this.#lastAtOrBefore((range) => this.#starts[range] <= index);
    return at >= 0 && index < this.#starts[at] + this.#lengths[at];
  }

  /** How many members are lower than the index. */
  below(index) {
    const at = this.#lastAtOrBefore((range) => this.#starts[range] < index);
    return at < 0 ? 0 : this.#before[at] + Math.min(this.#lengths[at], index - this.#starts[at]);
  }

  /** Where an element of the whole list stands once the members are taken out; null for a member. */
  without(index) {
    return this.has(index) ? null : index - this.below(index);
  }

  /** The inverse: where an element of the list without the members stands in the whole one. */
  among(index) {
    const at = this.#lastAtOrBefore((range) => this.#starts[range] - this.#before[range] <= index);
    return at < 0 ? index : index + this.#before[at + 1];
  }

  /** Another set's indices once these members are taken out of the list. */
  taking(others) {
    return new Ranges(others.pairs.map(([start, length]) => {
      const first = start - this.below(start);
      return [first, start + length - this.below(start + length) - first];
    }));
  }

  /** These indices after a change of the list: fewer by what was removed, moved by what was inserted. */
  carried(removed, inserted) {
    const moved = [];
    for (let [start, length] of removed.taking(this).pairs) {
      while (length > 0) {
        const landed = inserted.among(start);
        const run = Math.min(length, inserted.#nextStart(landed) - landed);
        moved.push([landed, run]);
        start += run;
        length -= run;
      }
    }
    return new Ranges(moved);
  }

  union(others) {
    return new Ranges([...this.pairs, ...others.pairs]);
  }

  #nextStart(index) {
    const at = this.#lastAtOrBefore((range) => this.#starts[range] <= index) + 1;
    return at < this.#starts.length ? this.#starts[at] : Infinity;
  }

  #lastAtOrBefore(isBefore) {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
