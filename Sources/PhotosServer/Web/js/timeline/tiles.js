// The photos the page knows: fetched in aligned blocks, only where wanted, and forgotten least recently used first. Without DOM.

export const blockSize = 200;
const mostBlocks = 60;
const retryAfter = 2000;

/** Asks `fetchRange(offset, limit, signal)` for what is wanted and tells `onTiles` of each block that came. */
export class Tiles {
  #fetchRange;
  #onTiles;
  #onProblem;
  #blocks = new Map();
  /** Photos that were changed since they were told: a block with one of them is asked for again, wherever that has moved meanwhile. */
  #stale = new WeakSet();
  #asked = new Map();
  #waiting = new Map();
  #retry = null;
  #wanted = [0, 0];
  count = 0;

  constructor({ fetchRange, onTiles, onProblem }) {
    this.#fetchRange = fetchRange;
    this.#onTiles = onTiles;
    this.#onProblem = onProblem;
  }

  at(index) {
    return this.#blocks.get(Math.floor(index / blockSize))?.tiles[index % blockSize] ?? null;
  }

  /** Fetches what is missing between two indices (`last` excluded) and gives up what is on its way to elsewhere. */
  want(first, last) {
    this.#wanted = [first, last];
    const from = Math.floor(first / blockSize);
    const to = Math.ceil(Math.min(last, this.count) / blockSize);
    for (const [block, request] of this.#asked) {
      if ((block < from || block >= to) && !this.#waiting.has(block)) request.abort();
    }
    for (let block = from; block < to; block++) this.#ask(block);
  }

  /** Nothing is wanted while the list flies by. */
  rest() { this.want(0, 0); }

  /** The photo at an index, fetched where it has to be; null where the list has none. */
  async get(index) {
    if (!(index >= 0 && index < this.count)) return null;
    const known = this.at(index);
    if (known) return known;
    const block = Math.floor(index / blockSize);
    const answer = new Promise((resolve, reject) => {
      if (!this.#waiting.has(block)) this.#waiting.set(block, []);
      this.#waiting.get(block).push({ index, resolve, reject });
    });
    this.#ask(block);
    return answer;
  }

  /** Puts answers in their places; `place` gives an answer's index, or null for one that isn't in the list any more. */
  put(tiles, place) {
    const touched = new Set();
    for (let at = 0; at < tiles.length; at++) {
      const index = place(at);
      if (index === null || index >= this.count) continue;
      const block = this.#block(Math.floor(index / blockSize));
      block.tiles[index % blockSize] = tiles[at];
      touched.add(Math.floor(index / blockSize));
    }
    for (const number of touched) this.#checkFull(number);
    this.#forget();
    for (const number of touched) this.#tell(number);
  }

  /** The list changed: every photo known moves to its new index, or is forgotten where `move` says null. */
  move(move, count) {
    const known = [...this.#blocks];
    this.#blocks.clear();
    this.count = count;
    for (const [number, { tiles }] of known) {
      for (let at = 0; at < tiles.length; at++) {
        const index = tiles[at] ? move(number * blockSize + at) : null;
        if (index !== null) this.#block(Math.floor(index / blockSize)).tiles[index % blockSize] = tiles[at];
      }
    }
    for (const number of this.#blocks.keys()) this.#checkFull(number);
    const waiting = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    // What is on its way still has its place, found by the position it was answered at: commits in a row don't starve the page.
    this.#asked.clear();
    for (const { index, resolve, reject } of waiting) {
      const moved = move(index);
      if (moved === null) resolve(null);
      else this.get(moved).then(resolve, reject);
    }
  }

  /** These are shown as known until they have been asked for again. */
  expire(indices) {
    for (const [start, length] of indices.pairs) {
      const last = Math.min(this.count, start + length) - 1;
      for (let number = Math.floor(start / blockSize); number <= Math.floor(last / blockSize); number++) {
        const block = this.#blocks.get(number);
        if (block) {
          block.isFull = false;
          const first = number * blockSize;
          for (let index = Math.max(start, first); index <= Math.min(last, first + blockSize - 1); index++) {
            const tile = block.tiles[index - first];
            if (tile) this.#stale.add(tile);
          }
        }
        this.#asked.get(number)?.abort();
      }
    }
  }

  clear(count) {
    for (const { resolve } of [...this.#waiting.values()].flat()) resolve(null);
    this.#waiting.clear();
    this.#cancel();
    this.#blocks.clear();
    this.count = count;
    this.#wanted = [0, 0];
  }

  #cancel() {
    clearTimeout(this.#retry);
    this.#retry = null;
    for (const request of this.#asked.values()) request.abort();
    this.#asked.clear();
  }

  #block(number) {
    let block = this.#blocks.get(number);
    if (block) this.#blocks.delete(number);
    else block = { tiles: [], isFull: false };
    this.#blocks.set(number, block);
    return block;
  }

  #checkFull(number) {
    const block = this.#blocks.get(number);
    const length = Math.min(blockSize, this.count - number * blockSize);
    block.isFull = length > 0;
    for (let at = 0; at < length; at++) if (!block.tiles[at] || this.#stale.has(block.tiles[at])) block.isFull = false;
    block.tiles.length = Math.max(0, Math.min(block.tiles.length, length));
  }

  async #ask(number) {
    if (this.#asked.has(number)) return;
    if (this.#blocks.get(number)?.isFull) {
      this.#block(number);
      return;
    }
    const request = new AbortController();
    this.#asked.set(number, request);
    let problem = null;
    try {
      await this.#fetchRange(number * blockSize, Math.min(blockSize, this.count - number * blockSize), request.signal);
    } catch (error) {
      problem = error;
    }
    const isOvertaken = this.#asked.get(number) !== request;
    if (!isOvertaken) this.#asked.delete(number);
    if (request.signal.aborted) {
      if (!isOvertaken) this.#askAgainIfWanted(number);
      return;
    }
    if (problem !== null) this.#onProblem(problem);
    if (isOvertaken) return;
    for (const { index, resolve, reject } of this.#waiting.get(number) ?? []) problem === null ? resolve(this.at(index)) : reject(problem);
    this.#waiting.delete(number);
    if (this.#blocks.get(number)?.isFull) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.want(...this.#wanted);
    }, retryAfter);
  }

  /** A request may have been given up just before it was wanted again. */
  #askAgainIfWanted(number) {
    const [first, last] = this.#wanted;
    const isWanted = number * blockSize < last && (number + 1) * blockSize > first;
    if ((isWanted || this.#waiting.has(number)) && number * blockSize < this.count) this.#ask(number);
  }

  #tell(number) {
    for (const { index, resolve } of this.#waiting.get(number) ?? []) resolve(this.at(index));
    this.#waiting.delete(number);
    this.#onTiles(number * blockSize, Math.min(this.count, (number + 1) * blockSize));
  }

  #forget() {
    for (const number of this.#blocks.keys()) {
      if (this.#blocks.size <= mostBlocks) return;
      this.#blocks.delete(number);
    }
  }
}
