// The thumbnails of the cells: fetched many at a time, what is seen before what is beside it, and given up when it scrolled away.
import { imageURL } from "../api.js";

/** So many in one answer: few enough that the first are seen soon. So many are kept for those that come back. */
const small = {
  size: "thumbnail", batchSize: 48, mostKept: 800,
  wants: (cell) => cell.wantsPicture, show: (cell, address) => cell.showPicture(address),
};
/** Five times the bytes. They come once the small ones stand, for what is seen and has too few pixels so. `pixels()` is a cell's side on the screen. */
export const medium = (pixels) => ({
  size: "medium", batchSize: 12, mostKept: 150,
  wants: (cell) => cell.wantsMedium(pixels()), show: (cell, address) => cell.showMedium(address),
});
const mostBatches = 2;

const keyOf = (tile) => `${tile.id}.${tile.revision}`;

export class Pictures {
  #fetch;
  #onRest;
  #kind;
  #asked = [];
  #batches = new Set();
  /** Pictures by key, least recently used first. */
  #kept = new Map();

  /** `fetch(keys, signal, size)` answers a picture's address, or null, for each key. `onRest()` when all are there that were asked for. */
  constructor(fetch, onRest = () => {}, kind = small) {
    this.#fetch = fetch;
    this.#onRest = onRest;
    this.#kind = kind;
  }

  get isBusy() { return this.#batches.size > 0; }

  /** Cells to fill, most wanted first; what is on its way to none of them is given up. */
  ask(cells) {
    this.#asked = cells;
    const wanted = new Map();
    for (const cell of cells) {
      if (!this.#kind.wants(cell)) continue;
      const key = keyOf(cell.tile);
      const kept = this.#kept.get(key);
      if (kept === undefined) wanted.set(key, cell.tile);
      else this.#show(cell, key, kept);
    }
    for (const batch of this.#batches) {
      if (batch.keys.some((key) => wanted.has(key))) for (const key of batch.keys) wanted.delete(key);
      else this.#giveUp(batch);
    }
    const keys = [...wanted.keys()];
    while (keys.length > 0 && this.#batches.size < mostBatches) this.#send(keys.splice(0, this.#kind.batchSize));
  }

  /** Nothing is wanted while the list flies by. */
  rest() {
    this.#asked = [];
    for (const batch of this.#batches) this.#giveUp(batch);
  }

  #giveUp(batch) {
    batch.request.abort();
    this.#batches.delete(batch);
  }

  async #send(keys) {
    const batch = { keys, request: new AbortController() };
    this.#batches.add(batch);
    let addresses = [];
    try {
      addresses = await this.#fetch(keys, batch.request.signal, this.#kind.size);
    } catch {
      // Each is asked for by its own address then, and says what is wrong with it.
    }
    if (!this.#batches.delete(batch)) return;
    const arrived = new Map(keys.map((key, at) => [key, addresses[at] ?? null]));
    for (const [key, address] of arrived) if (address !== null) this.#keep(key, address);
    for (const cell of this.#asked) {
      const key = this.#kind.wants(cell) ? keyOf(cell.tile) : null;
      if (arrived.has(key)) this.#show(cell, key, arrived.get(key) ?? imageURL(cell.tile, this.#kind.size));
    }
    this.ask(this.#asked);
    if (!this.isBusy) this.#onRest();
  }

  #show(cell, key, address) {
    this.#kind.show(cell, address);
    if (this.#kept.delete(key)) this.#kept.set(key, address);
  }

  #keep(key, address) {
    this.#kept.set(key, address);
    if (this.#kept.size > this.#kind.mostKept) this.#kept.delete(this.#kept.keys().next().value);
  }
}
