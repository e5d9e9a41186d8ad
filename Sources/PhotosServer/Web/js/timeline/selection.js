// The photos chosen. They stay chosen while the list moves under them, and leave with what is removed. Without DOM.

/** One act takes no more: a request's body is bounded. */
export const mostSelected = 20_000;

/**
 * A set of ids, in the order in which they were chosen, that knows where each stands. `list` gives photos by index. Calls `onChange()` after every
 * change. `most` is how many there may be; with one, another takes its place. One that is kept stays as it is while other lists are shown.
 */
export class Selection extends Set {
  #list;
  #onChange;
  #isKept;
  #known = new Map();
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

  get tiles() { return [...this.#known.values()].map(({ tile }) => tile); }
  /** The ids chosen between two indices (`last` excluded). */
  within(first, last) {
    return [...this.#known].filter(([, { index }]) => index >= first && index < last).map(([id]) => id);
  }

  /** Pairs of index and id, in the list's order. */
  get places() { return [...this.#known].filter(([, { index }]) => index !== null).map(([id, { index }]) => [index, id]).sort(([one], [other]) => one - other); }

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
    if (this.size === 0) return;
    super.clear();
    this.#known.clear();
    this.#onChange();
  }

  /** Chooses one photo more, or one less. */
  toggle(index, tile) {
    this.#anchor = index;
    this.#range = new Set();
    if (this.has(tile.id)) {
      this.#remove(tile.id);
    } else {
      if (this.most === 1) for (const id of [...this]) this.#remove(id);
      this.#add(index, tile);
    }
    this.#onChange();
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
    this.#range = new Set();
    return this.#choose([[first, last]]);
  }

  all() { return this.choose(0, this.#list.count); }

  /** The list's elements moved. */
  move(move) {
    this.#anchor = this.#anchor === null ? null : move(this.#anchor);
    this.#turn++;
    let isFewer = false;
    for (const [id, place] of this.#known) {
      const index = place.index === null ? null : move(place.index);
      if (index === null && !this.#isKept) {
        this.#remove(id);
        isFewer = true;
      } else {
        place.index = index;
      }
    }
    if (isFewer) this.#onChange();
  }

  /** Puts the chosen where they were found in a list fetched anew: `found` is a map of ids to `{index}`. */
  replace(found) {
    this.#anchor = null;
    this.#turn++;
    for (const [id, place] of this.#known) {
      const index = found.get(id)?.index ?? null;
      if (index === null && !this.#isKept) this.#remove(id);
      else place.index = index;
    }
    this.#onChange();
  }

  /** A photo was told anew: what is kept of it follows. */
  refresh(index, tile) {
    const place = this.#known.get(tile.id);
    if (place) Object.assign(place, { index, tile });
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
