// One cell of the grid: an element that shows one photo after another.
import { imageURL } from "../api.js";
import { marksOf, nameOf, placeholderOf } from "./faces.js";

/** A picture that comes sooner than this was at hand, and appears at once. */
const instant = 60;

const cells = new WeakMap();

export class Cell {
  #image = document.createElement("img");
  #corner = null;
  #classes = "";
  #askedAt = 0;
  #url = "";
  /** Undefined until the cell showed anything. */
  tile = undefined;
  index = -1;

  constructor() {
    this.element = document.createElement("div");
    this.element.setAttribute("role", "gridcell");
    this.element.className = "photo";
    this.element.tabIndex = -1;
    this.#image.alt = "";
    this.#image.decoding = "async";
    this.#image.draggable = false;
    this.#image.addEventListener("load", () => this.#loaded());
    this.#image.addEventListener("error", () => this.#failed());
    this.element.append(this.#image);
    cells.set(this.element, this);
  }

  /** The cell that an element is, or stands in. */
  static of(node) {
    return cells.get(node?.closest?.(".photo"));
  }

  get hasPicture() { return this.#url !== ""; }

  /** Shows the photo at an index; `tile` is null until it is known. */
  show({ index, tile, day, column, isSelected, isFocused }) {
    const { element } = this;
    if (this.index !== index) {
      this.index = index;
      element.dataset.index = index;
    }
    element.setAttribute("aria-colindex", column + 1);
    if (tile === null || tile.id !== this.tile?.id || tile.revision !== this.tile?.revision) this.dropPicture();
    if (tile !== this.tile) this.#face(tile, day);
    this.tile = tile;
    this.mark({ isSelected, isFocused });
  }

  mark({ isSelected, isFocused }) {
    const { element } = this;
    element.setAttribute("aria-selected", isSelected);
    element.tabIndex = isFocused ? 0 : -1;
  }

  /** Asks for the picture, if it hasn't yet. */
  askForPicture() {
    if (this.hasPicture || !this.tile || this.tile.isDamaged || this.tile.kind === "audio") return;
    this.#url = imageURL(this.tile, "thumbnail");
    this.#askedAt = performance.now();
    this.#image.src = this.#url;
  }

  /** Gives the picture up: what is still on its way is cancelled. */
  dropPicture() {
    if (!this.hasPicture) return;
    this.#url = "";
    this.#image.removeAttribute("src");
    this.#image.className = "";
    this.element.classList.remove("has-no-picture");
  }

  #face(tile, day) {
    const { element } = this;
    const { classes, corner } = tile ? marksOf(tile) : { classes: ["is-unknown"], corner: null };
    const names = ["photo", ...classes].join(" ");
    if (names !== this.#classes) {
      this.#classes = names;
      element.className = names;
    }
    if (tile) element.dataset.id = tile.id;
    else delete element.dataset.id;
    element.setAttribute("aria-label", tile ? nameOf(tile, day) : "Photo");
    element.style.backgroundImage = tile ? placeholderOf(tile) : "";
    this.#showCorner(corner);
  }

  #showCorner(text) {
    if (text === null) {
      this.#corner?.remove();
      this.#corner = null;
      return;
    }
    if (this.#corner === null) {
      this.#corner = document.createElement("span");
      this.#corner.className = "corner";
      this.#corner.setAttribute("aria-hidden", "true");
      this.element.append(this.#corner);
    }
    if (this.#corner.textContent !== text) this.#corner.textContent = text;
  }

  #loaded() {
    if (!this.hasPicture) return;
    this.#image.className = performance.now() - this.#askedAt < instant ? "is-there is-instant" : "is-there";
  }

  #failed() {
    if (this.hasPicture) this.element.classList.add("has-no-picture");
  }
}
