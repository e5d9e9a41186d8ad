// The list on the screen: its days, its photos, and how commits change it. Without DOM.
import { removing, total } from "./buckets.js";
import { Following } from "./following.js";
import { Shapes, shapeOf } from "./shapes.js";
import { Tiles, blockSize } from "./tiles.js";

/** So many shapes come in one answer, so that laying out anew with each is a short task; and so many of an older list are put in their places at once. */
const mostShapes = 1 << 17;
const shapesAtOnce = 20_000;

/**
 * How long an answer from the future waits for its commit's own message before the list is fetched anew, and what failed before it is asked for
 * again.
 */
const patience = 2000;

/** So often at most places are looked for again in a list that is on its way. */
const mostSeeks = 2;

/**
 * Events: `moved` {move, isWhole} when elements changed their index (`move` gives the new one, or null for what is gone),
 * `tiles` {first, last} when photos became known or other, `shaped` when the shapes of some did, `stale` when only a new look at the list helps, `problem` {error}.
 */
export class List extends EventTarget {
  #api;
  #view = null;
  #following = new Following(0);
  #buckets = [];
  #tiles;
  #opening = null;
  #counting = null;
  #early = [];
  #shapes = new Shapes();
  /** Whether a shape may be missing, and the request for those that are. */
  #mayLackShapes = false;
  #shaping = null;
  /** Where the stretch of shapes began that was asked for last, and the time before which nobody asks again. */
  #askedFrom = -1;
  #shapesAfter = 0;

  constructor(api) {
    super();
    this.#api = api;
    this.#tiles = new Tiles({
      fetchRange: (offset, limit, signal) => this.#fetchRange(offset, limit, signal),
      onTiles: (first, last) => this.#tell("tiles", { first, last }),
      onProblem: (error) => this.#tell("problem", { error }),
    });
  }

  get view() { return this.#view; }
  get buckets() { return this.#buckets; }
  get count() { return this.#tiles.count; }
  /** Whether photos were inserted whose days aren't counted yet. */
  get isBehind() { return this.#following.isBehind; }
  get position() { return this.#following.latest; }
  /** Where the change log was when all that is shown was there. */
  get shownPosition() { return this.#following.isBehind ? this.#following.base : this.#following.latest; }
  get shapes() { return this.#shapes; }
  get mayLackShapes() { return this.#mayLackShapes && this.#shaping === null && performance.now() >= this.#shapesAfter; }
  at(index) { return this.#tiles.at(index); }
  get(index) { return this.#tiles.get(index); }

  /**
   * The index in the list on the screen of what stood at `index` when the server was at `position`. Waits until the page knows that position's
   * commits and shows what they inserted; null where that stood no longer, or where nothing is known of it: the server has to be asked again.
   */
  async shownIndex(position, index) {
    const following = this.#following;
    const deadline = performance.now() + patience;
    while ((position > following.latest || following.isBehind) && following === this.#following && performance.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    if (following !== this.#following) return null;
    if (following.knows(position)) return following.toShown(position, index);
    this.#tell("stale", {});
    return null;
  }

  want(first, last) { this.#tiles.want(first, last); }
  rest() { this.#tiles.rest(); }

  /**
   * Shows a view. `places()` are ids to find in it; the answer is a map from each to its `{index, nearest}`. They are asked for again once the list is there, since
   * whoever goes elsewhere in the list of before is to be found where he went. Throws what the server answers, and an AbortError where another call overtook
   * this one.
   */
  async open(view, { places = () => [] } = {}) {
    this.#opening?.abort();
    this.#counting?.abort();
    this.#shaping?.abort();
    const opening = this.#opening = new AbortController();
    const { signal } = opening;
    // Changes that are told meanwhile belong after this answer or are part of it: their positions say which.
    this.#early = [];
    const isFirstScreen = places().length === 0, found = new Map();
    /** Asks for those of which nothing is known, or at another position of the library; false where all are known. */
    const seek = async (position) => {
      const ids = places().filter((id) => !found.has(id) || (position !== null && found.get(id).position !== position));
      await Promise.all(ids.map(async (id) => { found.set(id, await this.#api.place(view, id, { signal })); }));
      return ids.length > 0;
    };
    try {
      const [timeline, first] = await Promise.all([
        this.#api.timeline(view, { by: "day", signal }), isFirstScreen ? this.#api.assets(view, 0, blockSize, { signal }) : null, seek(null),
      ]);
      signal.throwIfAborted();
      for (let again = 0; again < mostSeeks && await seek(timeline.position); again++) signal.throwIfAborted();
      signal.throwIfAborted();
      this.#view = view;
      this.#following = new Following(timeline.position);
      this.#setBuckets(timeline.buckets);
      this.#empty(total(this.#buckets));
      if (first?.position === timeline.position) this.#put(first.assets, (at) => first.offset + at);
      return found;
    } finally {
      if (this.#opening === opening) this.#opening = null;
    }
  }

  /** Shows nothing of any view, and follows none; what is still on its way comes too late. */
  clear() {
    for (const request of [this.#opening, this.#counting, this.#shaping]) request?.abort();
    this.#opening = null;
    this.#view = null;
    this.#early = [];
    this.#setBuckets([]);
    this.#empty(0);
  }

  /** To be called once what `open` answered is in place: commits that came meanwhile follow. */
  catchUp() {
    const early = this.#early;
    this.#early = [];
    for (const change of early) this.apply(change);
  }

  /** A commit, as the server tells it. */
  apply(change) {
    if (this.#opening) {
      this.#early.push(change);
      return;
    }
    if (this.#view === null) return;
    if (!change.incremental) {
      if (change.position !== this.position) this.#tell("stale", {});
      return;
    }
    const noted = this.#following.note(change);
    if (noted === null) return;
    if (!noted.removed.isEmpty) this.#take(noted.removed);
    if (!noted.changed.isEmpty) {
      this.#tiles.expire(noted.changed);
      this.#tell("tiles", { first: 0, last: this.count });
    }
    if (this.#following.isBehind) this.#countDays();
    else if (change.count !== this.count) this.#tell("stale", {});
  }

  #take(removed) {
    this.#setBuckets(removing(this.#buckets, removed));
    this.#shapes.remove(removed);
    const move = (index) => removed.without(index);
    this.#tiles.move(move, total(this.#buckets));
    this.#tell("moved", { move });
  }

  #setBuckets(buckets) {
    this.#buckets = buckets.filter((bucket) => bucket[1] > 0);
  }

  /** Fetches the days anew after insertions; one request at a time, again where commits overtook it. */
  async #countDays() {
    if (this.#counting) return;
    const counting = this.#counting = new AbortController();
    const following = this.#following;
    try {
      while (following === this.#following && following.isBehind && !counting.signal.aborted) {
        const timeline = await this.#api.timeline(this.#view, { by: "day", signal: counting.signal });
        if (following !== this.#following) return;
        if (!await this.#isTold(timeline.position, counting.signal)) {
          this.#tell("stale", {});
          return;
        }
        if (counting.signal.aborted) return;
        this.#adopt(timeline);
      }
    } catch (error) {
      if (counting.signal.aborted) return;
      this.#tell("problem", { error });
      setTimeout(() => {
        if (following === this.#following && following.isBehind) this.#countDays();
      }, patience);
    } finally {
      if (this.#counting === counting) this.#counting = null;
    }
  }

  #adopt(timeline) {
    const { move, removals, opened, closed } = this.#following.adopt(timeline.position);
    let buckets = timeline.buckets;
    for (const removed of removals) buckets = removing(buckets, removed);
    this.#setBuckets(buckets);
    this.#shapes.insert(opened);
    this.#shapes.remove(closed);
    this.#mayLackShapes = true;
    // What came may stand where others stood that have been asked for.
    this.#askedFrom = -1;
    this.#tiles.move(move, total(this.#buckets));
    this.#tell("moved", { move });
  }

  #empty(count) {
    this.#tiles.clear(count);
    this.#shapes.clear(count);
    this.#mayLackShapes = count > 0;
    this.#shapesAfter = 0;
  }

  /** Tiles in their places, and what they say of the photos' shapes; true where a shape is another than before. */
  #put(tiles, place) {
    let isChanged = false;
    for (let at = 0; at < tiles.length; at++) {
      const index = place(at);
      if (index !== null && this.#shapes.note(index, shapeOf(tiles[at]))) isChanged = true;
    }
    this.#tiles.put(tiles, place);
    return isChanged;
  }

  /** Fetches the shapes that are missing: of all photos where the list was opened, later of those that came. A photo's own tile knows better. */
  async loadShapes() {
    if (!this.mayLackShapes || this.#view === null) return;
    const shaping = this.#shaping = new AbortController();
    const following = this.#following, { signal } = shaping;
    this.#askedFrom = -1;
    try {
      for (let gap = this.#shapes.missing(mostShapes); gap !== null; gap = this.#shapes.missing(mostShapes)) {
        // What the server has no shape for, such as of a list that became shorter meanwhile, is asked for once.
        if (gap[0] === this.#askedFrom) break;
        this.#askedFrom = gap[0];
        const offset = following.toLatest(gap[0]);
        const answer = await this.#api.shapes(this.#view, offset, following.toLatest(gap[1] - 1) + 1 - offset, { signal });
        if (following !== this.#following || !await this.#isTold(answer.position, signal) || following !== this.#following) return;
        await this.#putShapes(answer, signal);
        if (signal.aborted) return;
        this.#tell("shaped", {});
      }
      this.#mayLackShapes = false;
    } catch (error) {
      if (signal.aborted) return;
      // Rows stay as they were reckoned. Whoever scrolls asks again, though not with each frame.
      this.#shapesAfter = performance.now() + patience;
      this.#tell("problem", { error });
    } finally {
      if (this.#shaping === shaping) this.#shaping = null;
    }
  }

  async #putShapes({ position, offset, shapes }, signal) {
    const following = this.#following;
    if (following.isShown(position)) return this.#shapes.fill(offset, shapes);
    for (let from = 0; from < shapes.length; from += shapesAtOnce) {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted || following !== this.#following || !following.knows(position)) return;
      for (let at = from; at < Math.min(shapes.length, from + shapesAtOnce); at++) {
        const index = following.toShown(position, offset + at);
        if (index !== null && index < this.count && this.#shapes.bytes[index] === 0) this.#shapes.note(index, shapes[at]);
      }
    }
  }

  async #fetchRange(shown, limit, signal) {
    const following = this.#following;
    const offset = following.toLatest(shown);
    const answer = await this.#api.assets(this.#view, offset, limit, { signal });
    signal.throwIfAborted();
    if (following !== this.#following) return;
    if (!await this.#isTold(answer.position, signal)) {
      this.#tell("stale", {});
      return;
    }
    signal.throwIfAborted();
    if (this.#put(answer.assets, (at) => following.toShown(answer.position, answer.offset + at, { isUnchanged: true }))) this.#tell("shaped", {});
  }

  /** Waits until the commit an answer is of has been told; false when it never is. */
  async #isTold(position, signal) {
    const deadline = performance.now() + patience;
    while (position > this.#following.latest && performance.now() < deadline && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    return signal.aborted || this.#following.knows(position);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
