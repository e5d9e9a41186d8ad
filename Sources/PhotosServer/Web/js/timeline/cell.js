// One cell of the grid: an element that shows one photo after another.
import { say } from "../language.js";
import { isBlank, marksOf, nameOf, placeholderOf } from "./cell-content.js";
import { isCoarse } from "./sizes.js";

const cells = new WeakMap();

export class Cell {
  #image = document.createElement("img");
  #corner = null;
  #classes = "";
  #day = null;
  #column = -1;
  #isSelected = null;
  #isFocused = null;
  #number = null;
  /** In pixels; 0 of a square, which the style sheet sizes. */
  #width = 0;
  #height = 0;
  #url = "";
  /** "" until one is shown, or failed. */
  #medium = "";
  /** Undefined until the cell showed anything. */
  tile = undefined;
  index = -1;

  constructor() {
    this.element = document.createElement("div");
    this.element.setAttribute("role", "gridcell");
    this.element.className = "photo";
    this.#image.alt = "";
    this.#image.decoding = "async";
    this.#image.draggable = false;
    this.#image.addEventListener("load", () => this.#dropPlaceholder());
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
  show({ index, tile, day, column, isSelected, isFocused, number }) {
    const { element } = this;
    if (this.index !== index) element.dataset.index = this.index = index;
    if (this.#column !== column) element.setAttribute("aria-colindex", (this.#column = column) + 1);
    // A list may know its photos before it knows their days: the name follows both.
    if (tile !== this.tile || day !== this.#day) {
      if (tile?.id !== this.tile?.id || tile?.revision !== this.tile?.revision) this.#dropPicture();
      this.tile = tile;
      this.#day = day;
      this.#face();
    }
    this.mark({ isSelected, isFocused, number });
  }

  /** How large it is drawn, in pixels; 0 of a square. */
  resize(width, height) {
    if (this.#width !== width) this.element.style.width = width === 0 ? "" : `${width}px`;
    [this.#width, this.#height] = [width, height];
  }

  mark({ isSelected, isFocused, number }) {
    if (this.#number !== number) {
      this.#number = number;
      if (number === null) delete this.element.dataset.number;
      else this.element.dataset.number = String(number);
    }
    if (this.#isSelected !== isSelected) this.element.setAttribute("aria-selected", this.#isSelected = isSelected);
    if (this.#isFocused !== isFocused) {
      this.#isFocused = isFocused;
      this.element.tabIndex = isFocused ? 0 : -1;
    }
  }

  /** Shows nothing, until it is used again. */
  clear() {
    this.#dropPicture();
    this.tile = undefined;
  }

  /** Whether a picture is to be shown here, and isn't yet. */
  get wantsPicture() {
    return !this.hasPicture && this.tile != null && !isBlank(this.tile) && this.tile.kind !== "audio";
  }

  showPicture(address) { this.#image.src = this.#url = address; }

  /** Whether the picture that is shown is too coarse for the cell, where a square has so many pixels of the screen. */
  wantsMedium(pixels) {
    const size = this.#width === 0 ? { across: pixels, down: pixels } : { across: this.#width * devicePixelRatio, down: this.#height * devicePixelRatio };
    return this.hasPicture && this.#medium === "" && this.tile != null && isCoarse(this.tile, size);
  }

  /** A finer picture takes the place of the one that stands, once it is decoded. */
  showMedium(address) { this.#image.src = this.#medium = address; }

  /** Gives the picture up: what is still on its way is cancelled. */
  #dropPicture() {
    if (!this.hasPicture) return;
    this.#url = this.#medium = "";
    this.#image.removeAttribute("src");
    this.element.classList.remove("has-no-picture");
  }

  #face() {
    const { element, tile } = this;
    const { classes, corner } = tile ? marksOf(tile) : { classes: ["is-unknown"], corner: null };
    const names = ["photo", ...classes].join(" ");
    if (names !== this.#classes) {
      this.#classes = names;
      element.className = names;
    }
    if (tile) element.dataset.id = tile.id;
    else delete element.dataset.id;
    element.setAttribute("aria-label", tile ? nameOf(tile, this.#day) : say("kind.photo"));
    if (!this.hasPicture) this.#showPlaceholder();
    this.#showCorner(corner);
  }

  #showPlaceholder() {
    const { image, colour } = placeholderOf(this.tile);
    this.element.style.backgroundImage = image;
    this.element.style.backgroundColor = colour;
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

  /** Under a picture nobody sees the placeholder, and painting it costs more than the picture. */
  #dropPlaceholder() {
    if (this.hasPicture) this.element.style.backgroundImage = "";
  }

  #failed() {
    if (!this.hasPicture) return;
    // Without the finer one the coarse one is what there is.
    if (this.#medium !== "" && this.#image.src !== this.#url) this.#image.src = this.#url;
    else this.element.classList.add("has-no-picture");
  }
}
