// The photos chosen. They stay chosen while the list moves under them, and leave with what is removed. Without DOM.

/** So many can be chosen one by one: a request names them, and its body is bounded. */
export const mostSelected = 20_000;

/**
 * A set of ids, in the order in which they were chosen, that knows where each stands. `list` gives photos by index. Calls `onChange()` after every
 * change. `most` is how many there may be; with one, another takes its place. One that is kept stays as it is while other lists are shown, and remembers
 * the places of those that it lost.
 *
 * All of a longer list are chosen without their ids: the selection is whole then, what comes to the list is part of it, and only those that are left out
 * have names.
 */
export class Selection extends Set {
  #list;
  #onChange;
  #isKept;
  /** Places of the chosen, and of those that are lost, which are no members; of a whole list, of those left out. */
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
  has(id) { return this.#isWhole ? !this.#known.has(id) : super.has(id); }

  get #there() { return [...this.#known].filter(([, { isLost }]) => !isLost); }

  /** The ids that it knows: of a whole list those left out. */
  get named() { return this.#there.map(([id]) => id); }
  get tiles() { return this.#isWhole ? [] : this.#there.map(([, { tile }]) => tile); }
  /** The ids chosen between two indices (`last` excluded). */
  within(first, last) {
    return this.#isWhole ? [] : this.#there.filter(([, { index }]) => index !== null && index >= first && index < last).map(([id]) => id);
  }

  /** Pairs of index and id, in the list's order; none of a whole list. */
  get places() {
    if (this.#isWhole) return [];
    return this.#there.filter(([, { index }]) => index !== null).map(([id, { index }]) => [index, id]).sort(([one], [other]) => one - other);
  }

  /** Where those stand that it knows: of a whole list those left out. */
  get indices() { return this.#there.map(([, { index }]) => index).filter((index) => index !== null); }

  /** Those that were chosen until the library lost them, in order. */
  get lost() { return [...this.#known].filter(([, { isLost }]) => isLost).map(([id]) => id); }

  /** Another list is shown: what is kept has no place there until it is seen. */
  leave() {
    if (!this.#isKept) return this.clear();
    this.#turn++;
    this.#anchor = null;
    this.#range = new Set();
    for (const place of this.#known.values()) place.index = null;
    this.#onChange();
  }

  /** Puts them in another order. What names others than these changes nothing; who is lost keeps its place between them. */
  reorder(ids) {
    if (ids.length !== this.size || new Set(ids).size !== this.size || !ids.every((id) => this.has(id))) return;
    const rest = ids.values();
    this.#put([...this.#known].map(([id, { isLost }]) => (isLost ? id : rest.next().value)));
  }

  /** Puts one behind another, or in front of all where that is null. */
  moveBehind(id, other) {
    if (!this.has(id) || id === other || (other !== null && !this.has(other))) return;
    const order = [...this.#known.keys()].filter((one) => one !== id);
    order.splice(other === null ? 0 : order.indexOf(other) + 1, 0, id);
    this.#put(order);
  }

  /** They left the library. Their places between the others are remembered, since what is deleted may come back. Those that were chosen, in order. */
  lose(ids) {
    const absent = new Set(ids);
    const gone = [...this].filter((id) => absent.has(id));
    for (const id of gone) {
      this.#known.get(id).isLost = true;
      super.delete(id);
    }
    if (gone.length > 0) this.#onChange();
    return gone;
  }

  /** These are in the library again, and chosen where they were. */
  recover(ids) {
    if (ids.length === 0) return;
    for (const id of ids) this.#known.get(id).isLost = false;
    this.#put([...this.#known.keys()]);
  }

  clear() {
    this.#turn++;
    this.#anchor = null;
    this.#range = new Set();
    if (this.#known.size === 0 && !this.#isWhole) return;
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

  /** Chooses one photo more, or one less; `index` is null for one that the list doesn't have. False where as many as may be are chosen. */
  toggle(index, tile) {
    const isChosen = this.has(tile.id);
    if (!this.#isWhole && !isChosen && !this.#makeWay()) return false;
    this.#anchor = index;
    this.#range = new Set();
    if (this.#isWhole) {
      this.#toggleOfWhole(index, tile);
      return true;
    }
    if (isChosen) this.#remove(tile.id);
    else this.#add(index, tile);
    this.#onChange();
    return true;
  }

  #toggleOfWhole(index, tile) {
    if (!this.#known.delete(tile.id)) this.#known.set(tile.id, { index, tile });
    this.#recount();
  }

  /** Chooses photos by id that are known by index, however many: `places` are [index, tile] pairs. */
  select(places) {
    for (const [index, tile] of places) this.#add(index, tile);
    this.#onChange();
  }

  /** Nothing that is taken out so comes back by itself. */
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
    let hasAdded = false;
    for (const [first, last] of runs) {
      for (let index = first; index < last; index++) {
        // With a most of one the first of them takes the place of the one that is chosen.
        const takesPlace = this.most === 1 && this.size === 1 && !hasAdded;
        if (this.size >= this.most && !takesPlace) {
          excess += last - index - this.within(index, last).length;
          break;
        }
        const known = this.#list.at(index);
        const tile = known ?? await this.#list.get(index);
        if (turn !== this.#turn) return 0;
        if (tile) {
          if (!this.has(tile.id)) {
            this.#makeWay();
            this.#range.add(tile.id);
            hasAdded = true;
          }
          this.#add(index, tile);
        }
        if (!known) this.#onChange();
      }
    }
    this.#onChange();
    return excess;
  }

  /** With a most of one another photo takes the place of the one that is chosen. Whether there may be one more then. */
  #makeWay() {
    if (this.most === 1 && this.size === 1) for (const id of [...this]) this.#remove(id);
    return this.size < this.most;
  }

  #add(index, tile) {
    // Who was lost and is chosen anew stands at the end.
    if (this.#known.get(tile.id)?.isLost) this.#known.delete(tile.id);
    super.add(tile.id);
    this.#known.set(tile.id, { index, tile, isLost: false });
  }

  /** Puts them, and those that are lost, in this order. */
  #put(order) {
    const known = this.#known;
    this.#known = new Map(order.map((id) => [id, known.get(id)]));
    super.clear();
    for (const id of order) if (!known.get(id).isLost) super.add(id);
    this.#onChange();
  }

  #remove(id) {
    super.delete(id);
    this.#known.delete(id);
  }
}
