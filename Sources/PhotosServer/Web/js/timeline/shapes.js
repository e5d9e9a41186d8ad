// The pictures' proportions, a byte each: enough to lay a million of them out before anything else is known of them. Without DOM.

/** A picture's width over its height, between these: what is taller or wider is shown cut to that. The server reckons the same (`PictureShape`). */
const tallest = 0.4;
const widest = 5;
const steps = 254;

/** Of a byte: 0 stands for a picture whose shape isn't known yet, and is taken for what most are. */
export const usual = 4 / 3;
export const ratios = Float64Array.from({ length: steps + 2 }, (_, byte) => (byte === 0 ? usual : tallest * (widest / tallest) ** ((byte - 1) / steps)));

/** The byte of so many pixels; a square where nothing says how many, such as of sounds. */
export function shapeOf({ width, height }) {
  const ratio = width > 0 && height > 0 ? Math.min(widest, Math.max(tallest, width / height)) : 1;
  return 1 + Math.round((steps * Math.log(ratio / tallest)) / Math.log(widest / tallest));
}

/** Of so many photos at once it is remembered whether anything is known at all. */
const block = 4096;

/** The shapes of a list, by index. */
export class Shapes {
  #bytes = new Uint8Array(0);
  /** Whether anything of a block is known; never false of one where something is. */
  #touched = new Uint8Array(0);

  get count() { return this.#bytes.length; }
  get bytes() { return this.#bytes; }

  clear(count) {
    this.#bytes = new Uint8Array(count);
    this.#touched = new Uint8Array(Math.ceil(count / block));
  }

  /** Whether nothing is known from one index to another (`last` excluded). */
  isBlank(first, last) {
    for (let at = Math.floor(first / block); at * block < last; at++) if (this.#touched[at] !== 0) return false;
    return true;
  }

  /** Notes a shape; true where another one was known, or none. */
  note(index, byte) {
    if (index >= this.#bytes.length || this.#bytes[index] === byte) return false;
    this.#bytes[index] = byte;
    this.#touched[Math.floor(index / block)] = 1;
    return true;
  }

  /** Notes the shapes that stand one after another; what is known better from elsewhere stays. */
  fill(first, bytes) {
    const last = Math.min(this.#bytes.length, first + bytes.length);
    if (last <= first) return;
    for (let from = first; from < last;) {
      const at = Math.floor(from / block), to = Math.min(last, (at + 1) * block), known = this.#bytes.subarray(from, to);
      if (this.#touched[at] === 0) known.set(bytes.subarray(from - first, to - first));
      else for (let each = 0; each < known.length; each++) if (known[each] === 0) known[each] = bytes[from - first + each];
      from = to;
    }
    this.#touched.fill(1, Math.floor(first / block), Math.ceil(last / block));
  }

  /** The first stretch with anything that isn't known, at most so long: [first, last] (`last` excluded), or null. */
  missing(most) {
    const first = this.#bytes.indexOf(0);
    if (first < 0) return null;
    return [first, Math.min(first + most, this.#bytes.lastIndexOf(0) + 1)];
  }

  /** These leave the list. */
  remove(removed) {
    const left = new Uint8Array(Math.max(0, this.#bytes.length - removed.size));
    let from = 0, to = 0;
    for (const [start, length] of [...removed.pairs, [this.#bytes.length, 0]]) {
      const kept = this.#bytes.subarray(from, start);
      left.set(kept.subarray(0, left.length - to), to);
      to += kept.length;
      from = start + length;
    }
    this.#replace(left);
  }

  /** Room for these comes into the list: indices of the list with them. */
  insert(inserted) {
    const grown = new Uint8Array(this.#bytes.length + inserted.size);
    let from = 0, to = 0;
    for (const [start, length] of [...inserted.pairs, [grown.length, 0]]) {
      const kept = this.#bytes.subarray(from, from + Math.max(0, start - to));
      grown.set(kept, to);
      from += kept.length;
      to = start + length;
    }
    this.#replace(grown);
  }

  #replace(bytes) {
    const touched = new Uint8Array(Math.ceil(bytes.length / block));
    for (let at = 0; at < touched.length; at++) touched[at] = bytes.subarray(at * block, (at + 1) * block).some((byte) => byte !== 0) ? 1 : 0;
    this.#bytes = bytes;
    this.#touched = touched;
  }
}
