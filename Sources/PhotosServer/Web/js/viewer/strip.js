// The row of small pictures around the one that is shown: some dozens of elements, however long the list.
import { imageURL } from "../api.js";
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { assetName } from "./words.js";

const pitch = 48;
const most = 15;

export class Strip {
  #source;
  #cells = new Map();
  #row = make("div", { class: "strip-row" });
  #index = 0;
  #turn = 0;
  /** The index that stands at the row's origin: no element is ever far from it, as browsers draw nothing there. */
  #origin = 0;

  constructor({ source, choose }) {
    this.#source = source;
    this.element = make("nav", { class: "viewer-strip", "aria-label": say("viewer.beside") }, this.#row);
    this.#row.addEventListener("click", (event) => {
      const cell = event.target.closest("button");
      if (cell) choose(Number(cell.dataset.index));
    });
    // The arrow keys go on turning pages after a click here.
    this.#row.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** Shows the neighbourhood of an index. `isNew`: the list itself changed, so that what stands may be elsewhere now. */
  show(index, count, { isNew = false } = {}) {
    this.#index = index;
    const first = Math.max(0, index - most);
    const last = Math.min(count - 1, index + most);
    this.#move(index);
    const known = new Map([...this.#cells.values()].map((cell) => [cell.id, cell]));
    for (const [at, cell] of this.#cells) {
      if (at >= first && at <= last && !isNew) this.#mark(cell.button, at);
      else this.#cells.delete(at);
    }
    const turn = ++this.#turn;
    for (let distance = 0; distance <= most; distance += 1) {
      for (const at of distance === 0 ? [index] : [index + distance, index - distance]) {
        if (at >= first && at <= last && !this.#cells.has(at)) this.#fill(at, turn, known);
      }
    }
    const kept = new Set(this.#cells.values());
    for (const cell of known.values()) if (!kept.has(cell)) this.#remove(cell);
  }

  clear() {
    this.#turn += 1;
    this.#cells.clear();
    this.#row.replaceChildren();
  }

  #move(index) {
    const isFar = Math.abs(index - this.#origin) > 500;
    if (isFar) this.#origin = index;
    this.#row.style.transform = `translateX(${(this.#origin - index) * pitch}px)`;
    if (!isFar) return;
    for (const [at, cell] of this.#cells) cell.button.style.left = `${(at - this.#origin) * pitch}px`;
  }

  async #fill(at, turn, known) {
    let tile = this.#source.tileIfLoaded(at);
    if (!tile) {
      try {
        tile = await this.#source.tileAt(at);
      } catch {
        // The list can't be read now: the pane says so, the row stays as it is.
        return;
      }
      if (turn !== this.#turn || !tile || this.#cells.has(at)) return;
    }
    const before = known.get(tile.id);
    const isSame = before?.revision === tile.revision && before.button.isConnected;
    const cell = isSame ? before : this.#cell(tile);
    cell.button.dataset.index = at;
    cell.button.style.left = `${(at - this.#origin) * pitch}px`;
    this.#mark(cell.button, at);
    this.#cells.set(at, cell);
    const next = this.#following(at);
    // In the document they stand as on the screen: what is read aloud follows it.
    if (!isSame || cell.button.nextElementSibling !== next) this.#row.insertBefore(cell.button, next);
  }

  /** The element behind the place of an index; null at the end. */
  #following(at) {
    let nearest = null;
    for (const index of this.#cells.keys()) if (index > at && (nearest === null || index < nearest)) nearest = index;
    return nearest === null ? null : this.#cells.get(nearest).button;
  }

  #cell(tile) {
    const image = make("img", { alt: "", draggable: "false", decoding: "async" });
    image.fetchPriority = "low";
    image.src = imageURL(tile, "thumbnail");
    const button = make("button", { type: "button", tabindex: "-1", class: "strip-cell", "aria-label": assetName(tile) }, image);
    image.addEventListener("error", () => button.classList.add("is-missing"));
    return { button, image, id: tile.id, revision: tile.revision };
  }

  /** Without its address an image that still loads is given up. */
  #remove({ button, image }) {
    image.removeAttribute("src");
    button.remove();
  }

  #mark(button, at) {
    if (at === this.#index) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}
