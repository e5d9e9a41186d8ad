// Where the shown asset stands in a list that changes: by the ranges of the changes where they tell, else by asking.
import { followed, isWithin } from "./following.js";

const mostTries = 3;

export class ShownIndex {
  #api;
  #view;
  /** Changes up to this position are in what the server has answered already. */
  #position = 0;
  /** The index says nothing until the server has been asked. */
  #isAdrift = false;
  #isSought = false;
  #isTouched = false;

  /** The index of what is shown (of its successor, once it is gone), and of what is to be shown next. */
  index = -1;
  target = -1;

  /** `view` tells which list it is. */
  constructor(api, view) {
    this.#api = api;
    this.#view = view;
  }

  get isOnTheWay() { return this.target !== this.index; }

  /** Something is known to be shown at an index. */
  set(index) {
    this.index = this.target = index;
    this.#isSought = this.#isTouched = this.#isAdrift = false;
  }

  forget() {
    this.set(-1);
    this.#position = 0;
  }

  follow(change) {
    if (!change.incremental) {
      this.#isAdrift = this.#isSought = this.#isTouched = true;
      return;
    }
    const isKnown = change.position <= this.#position;
    const { isOnTheWay } = this;
    if (!isKnown) {
      const here = followed(this.index, change);
      this.target = isOnTheWay ? followed(this.target, change).index : here.index;
      this.index = here.index;
      this.#isSought ||= here.isGone;
    }
    this.#isTouched ||= isWithin(this.index, change.changed);
  }

  /**
   * What has become of an asset since it was shown: `{isGone: true}`, or its tile where that may be another one now.
   * A later call overtakes an earlier one by what both keep here, whichever is answered first.
   */
  async find(id) {
    if (this.#isSought && !await this.#seek(id)) return { isGone: true, tile: null };
    if (!this.#isTouched) return { isGone: false, tile: null };
    for (let tries = 0; tries < mostTries; tries += 1) {
      const tile = await this.#fetch();
      if (tile?.id === id) {
        this.#isTouched = false;
        return { isGone: false, tile };
      }
      if (!await this.#seek(id)) return { isGone: true, tile: null };
    }
    return { isGone: false, tile: null };
  }

  /** The tile at the index as the list is now, or at its end; null where nothing is left. */
  async tileHere() {
    const before = this.index;
    return await this.#fetch() ?? (this.index < before ? this.#fetch() : null);
  }

  /** It may have moved rather than gone: to another date, or because nothing is known of what happened. */
  async #seek(id) {
    const { index, nearest, position } = await this.#api.place(this.#view(), id);
    this.#position = Math.max(this.#position, position);
    if (index !== null || this.#isAdrift) this.index = this.target = index ?? nearest;
    this.#isAdrift = false;
    this.#isSought = index === null;
    return index !== null;
  }

  async #fetch() {
    const { assets, count, position } = await this.#api.assets(this.#view(), this.index, 1);
    this.#position = Math.max(this.#position, position);
    if (assets.length === 0) this.index = this.target = Math.max(0, count - 1);
    return assets[0] ?? null;
  }
}
