// Which version of the list is on the screen, and how answers about other versions fit it. Without DOM or network.
//
// A commit tells which indices it removed and inserted. What it removed leaves the screen at once. What it inserted can be
// shown only when the server has counted the days anew; until then it is pending. So three lists are in play:
//   the list at the position an answer is of  →  the newest list known  →  the list shown (the newest without the pending).
import { Ranges } from "./ranges.js";

/** Answers are rarely older than this many commits; older ones are asked for again. */
const remembered = 64;

export class Following {
  #history = [];
  #floor;
  #pending = new Ranges();

  constructor(position) {
    this.#floor = position;
    /** The position the shown days were counted at. */
    this.base = position;
    /** The newest commit heard of. */
    this.latest = position;
  }

  /** Whether the shown days still lack something that was inserted. */
  get isBehind() { return !this.#pending.isEmpty; }

  /** A shown element's index in the newest list. */
  toLatest(shown) { return this.#pending.among(shown); }

  /** Notes a commit. The ranges that leave the shown list, and those of it whose content changed; null for an old commit. */
  note({ position, removed = [], inserted = [], changed = [] }) {
    if (position <= this.latest) return null;
    const change = { position, removed: new Ranges(removed), inserted: new Ranges(inserted), changed: new Ranges(changed) };
    const leaving = this.#pending.taking(change.removed);
    this.#pending = this.#pending.carried(change.removed, change.inserted).union(change.inserted);
    this.latest = position;
    this.#history.push(change);
    while (this.#history.length > remembered && this.#history[0].position <= this.base) {
      this.#floor = this.#history.shift().position;
    }
    return { removed: leaving, changed: this.#pending.taking(change.changed) };
  }

  /** Whether the list as it was at a position is the very one that is shown. */
  isShown(position) { return position === this.latest && !this.isBehind; }

  /** Whether an answer given at this position can be placed; one from the future waits for the commit's own message. */
  knows(position) { return position >= this.#floor && position <= this.latest; }

  /**
   * Where an element of the list at a position stands in the shown one, or null where it is gone or pending. With `isUnchanged`, which what an answer says of
   * an element needs, null as well where a later commit changed it.
   */
  toShown(position, index, { isUnchanged = false } = {}) {
    let at = index;
    for (const change of this.#since(position)) {
      const kept = change.removed.without(at);
      if (kept === null) return null;
      at = change.inserted.among(kept);
      if (isUnchanged && change.changed.has(at)) return null;
    }
    return this.#pending.without(at);
  }

  /**
   * Takes over days counted at a position: how shown elements move, and what later commits took out of those days. `opened` and `closed` are the same
   * move in two steps, by indices of the newest list: what comes in, and what of that leaves again as it is pending now.
   */
  adopt(position) {
    const before = this.#pending;
    const removals = [];
    let pending = new Ranges();
    for (const change of this.#since(position)) {
      removals.push(pending.taking(change.removed));
      pending = pending.carried(change.removed, change.inserted).union(change.inserted);
    }
    this.base = position;
    this.#pending = pending;
    return { move: (shown) => pending.without(before.among(shown)), removals, opened: before, closed: pending };
  }

  #since(position) {
    return this.#history.filter((change) => change.position > position);
  }
}
