// The photos chosen. They stay chosen while the list moves under them, and leave with what is removed. Without DOM.

/** So many can be chosen one by one: a request names them, and its body is bounded. */
export const mostSelected = 20_000;

/**
 * A set of ids, in the order in which they were chosen, that knows where each stands. `list` gives photos by index. Calls `onChange()` after every
 * change. `most` is how many there may be; with one, another takes its place. One that is kept stays as it is while other lists are shown.
 *
 * All of a longer list are chosen without their ids: the selection is whole then, what comes to the list is part of it, and only those that are left out
 * have names.
 */
export class Selection extends Set {
  #list;
  #onChange;
  #isKept;
  /** Places of the chosen; of a whole list, of those left out. */
  #known = new Map();
  #isWhole = false;
  /** Of those left out: how many stand nowhere in the list now. They may come back, and are left out then as well. */
  #away = 0;
  #anchor = null;
  #range = new Set();
  #turn = 0;

  constructor(list, onChange, { most = mostSelected, isKept = false } = {}) {
    super();
    this.#list = list;
    this.#onChange = onChange;
    this.most = most;
    this.#isKept = isKept;
  }

  /** Whether all of the list are chosen but `leftOut`. */
  get isWhole() { return this.#isWhole; }
  get leftOut() { return this.#isWhole ? [...this.#known.keys()] : []; }
  get size() { return this.#isWhole ? Math.max(0, this.#list.count - this.#known.size + this.#away) : super.size; }
  get isFull() { return !this.#isWhole && this.most > 1 && this.size >= this.most; }
  has(id) { return this.#isWhole ? !this.#known.has(id) : super.has(id); }

  /** The ids that it knows: of a whole list those left out. */
  get named() { return [...this.#known.keys()]; }
  get tiles() { return this.#isWhole ? [] : [...this.#known.values()].map(({ tile }) => tile); }
  /** The ids chosen between two indices (`last` excluded). */
  within(first, last) {
    return this.#isWhole ? [] : [...this.#known].filter(([, { index }]) => index >= first && index < last).map(([id]) => id);
  }

  /** Pairs of index and id, in the list's order; none of a whole list. */
  get places() {
    if (this.#isWhole) return [];
    return [...this.#known].filter(([, { index }]) => index !== null).map(([id, { index }]) => [index, id]).sort(([one], [other]) => one - other);
  }

  /** Where those stand that it knows: of a whole list those left out. */
  get indices() { return [...this.#known.values()].map(({ index }) => index).filter((index) => index !== null); }

  /** Another list is shown: what is kept has no place there until it is seen. */
  leave() {
    if (!this.#isKept) return this.clear();
    this.#turn++;
    this.#anchor = null;
    this.#range = new Set();
    for (const place of this.#known.values()) place.index = null;
    this.#onChange();
  }

  /** Puts them in another order: of the same ids. */
  reorder(ids) {
    const known = this.#known;
    super.clear();
    this.#known = new Map();
    for (const id of ids) {
      super.add(id);
      this.#known.set(id, known.get(id));
    }
    this.#onChange();
  }

  clear() {
    this.#turn++;
    this.#anchor = null;
    this.#range = new Set();
    if (super.size === 0 && !this.#isWhole) return;
    this.#forget();
    this.#onChange();
  }

  #forget() {
    super.clear();
    this.#known.clear();
    this.#isWhole = false;
    this.#away = 0;
  }

  /** After what a whole list leaves out, or where that stands, has changed. */
  #recount() {
    this.#away = [...this.#known.values()].filter(({ index }) => index === null).length;
    if (this.size === 0) this.clear();
    else this.#onChange();
  }

  /** Chooses one photo more, or one less. */
  toggle(index, tile) {
    this.#anchor = index;
    this.#range = new Set();
    if (this.#isWhole) return this.#toggleOfWhole(index, tile);
    if (this.has(tile.id)) {
      this.#remove(tile.id);
    } else {
      if (this.most === 1) for (const id of [...this]) this.#remove(id);
      this.#add(index, tile);
    }
    this.#onChange();
  }

  #toggleOfWhole(index, tile) {
    if (!this.#known.delete(tile.id)) this.#known.set(tile.id, { index, tile });
    this.#recount();
  }

  /** Chooses photos by id that are known by index: `places` are [index, tile] pairs. */
  select(places) {
    for (const [index, tile] of places) this.#add(index, tile);
    this.#onChange();
  }

  deselect(ids) {
    for (const id of ids) this.#remove(id);
    this.#onChange();
  }

  /** From where choosing began to here, instead of the range chosen so before. */
  async extend(from, to) {
    this.#anchor ??= from;
    const [first, last] = [Math.min(this.#anchor, to), Math.max(this.#anchor, to)];
    return this.sweep([[first, last + 1]]);
  }

  /** Chooses runs of indices, [first, last] (`last` excluded), instead of the range chosen so before. Answers as `choose()`. */
  async sweep(runs) {
    if (this.#isWhole) return this.#takeIn(runs);
    const before = this.#range;
    this.#range = new Set();
    for (const id of before) this.#remove(id);
    return this.#choose(runs);
  }

  /** What is chosen stays so, whatever is swept over next; that may begin at an index. */
  anchor(index = this.#anchor) {
    this.#anchor = index;
    this.#range = new Set();
  }

  /** Chooses from one index to another (`last` excluded). The number that would have been too many, else 0. */
  async choose(first, last) {
    if (this.#isWhole) return this.#takeIn([[first, last]]);
    this.#range = new Set();
    return this.#choose([[first, last]]);
  }

  /** All are chosen already but those left out. */
  #takeIn(runs) {
    const isWithin = (index) => index !== null && runs.some(([first, last]) => index >= first && index < last);
    for (const [id, { index }] of [...this.#known]) if (isWithin(index)) this.#known.delete(id);
    this.#recount();
    return 0;
  }

  /** Chooses those from one index to another (`last` excluded) no more. The number that would have been too many to be left out of a whole list, else 0. */
  async leaveOut(first, last) {
    if (!this.#isWhole) {
      this.deselect(this.within(first, last));
      return 0;
    }
    const turn = ++this.#turn;
    for (let index = first; index < last; index++) {
      if (this.#known.size >= this.most) {
        this.#recount();
        return last - index;
      }
      const tile = this.#list.at(index) ?? await this.#list.get(index);
      if (turn !== this.#turn) return 0;
      if (tile) this.#known.set(tile.id, { index, tile });
    }
    this.#recount();
    return 0;
  }

  /** All of the list: by their ids where they are few enough. Answers as `choose()`. */
  async all() {
    const { count } = this.#list;
    if (this.#isKept || count <= this.most) return this.choose(0, count);
    this.#turn++;
    [this.#anchor, this.#range] = [null, new Set()];
    this.#forget();
    this.#isWhole = true;
    this.#onChange();
    return 0;
  }

  /** The list's elements moved. */
  move(move) {
    this.#anchor = this.#anchor === null ? null : move(this.#anchor);
    this.#turn++;
    let isFewer = false;
    for (const [id, place] of this.#known) {
      const index = place.index === null ? null : move(place.index);
      if (index === null && !this.#isKept && !this.#isWhole) {
        this.#remove(id);
        isFewer = true;
      } else {
        place.index = index;
      }
    }
    // There are as many chosen as the list has now.
    if (this.#isWhole) this.#recount();
    else if (isFewer) this.#onChange();
  }

  /** Puts the chosen where they were found in a list fetched anew: `found` is a map of ids to `{index}`. */
  replace(found) {
    this.#anchor = null;
    this.#turn++;
    for (const [id, place] of this.#known) {
      const index = found.get(id)?.index ?? null;
      if (index === null && !this.#isKept && !this.#isWhole) this.#remove(id);
      else place.index = index;
    }
    if (this.#isWhole) this.#recount();
    else this.#onChange();
  }

  /** A photo was told anew: what is kept of it follows. */
  refresh(index, tile) {
    const place = this.#known.get(tile.id);
    if (!place) return;
    const isBack = this.#isWhole && place.index === null;
    Object.assign(place, { index, tile });
    if (isBack) this.#recount();
  }

  async #choose(runs) {
    const turn = ++this.#turn;
    let excess = 0;
    for (const [first, last] of runs) {
      for (let index = first; index < last; index++) {
        if (this.size >= this.most) {
          excess += last - index;
          break;
        }
        const known = this.#list.at(index);
        const tile = known ?? await this.#list.get(index);
        if (turn !== this.#turn) return 0;
        if (tile) {
          if (!this.has(tile.id)) this.#range.add(tile.id);
          this.#add(index, tile);
        }
        if (!known) this.#onChange();
      }
    }
    this.#onChange();
    return excess;
  }

  #add(index, tile) {
    super.add(tile.id);
    this.#known.set(tile.id, { index, tile });
  }

  #remove(id) {
    super.delete(id);
    this.#known.delete(id);
  }
}
