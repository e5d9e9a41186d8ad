// A row of cells: an element that shows one row after another.
import { say } from "../language.js";
import { Cell } from "./cell.js";

export class Row {
  #cells = [];
  #height = 0;

  constructor() {
    this.element = document.createElement("div");
    this.element.setAttribute("role", "row");
    this.element.className = "photos";
  }

  get cells() { return this.#cells; }

  /** Shows nothing, until it is used again. */
  clear() {
    for (const cell of this.#cells) cell.clear();
  }

  /** As `shapeOfRow` of a layout has it; null for squares, which the style sheet lays out. */
  shape(shape) {
    const height = shape?.height ?? 0;
    if (this.#height !== height) this.element.style.height = height === 0 ? "" : `${height}px`;
    this.#height = height;
    for (let at = 0; at < this.#cells.length; at++) this.#cells[at].resize(shape?.widths[at] ?? 0, height);
  }

  /** Makes the row so many cells long, from and to a store of unused ones. */
  resize(count, spare) {
    while (this.#cells.length > count) {
      const cell = this.#cells.pop();
      cell.clear();
      cell.element.remove();
      spare.push(cell);
    }
    while (this.#cells.length < count) {
      const cell = spare.pop() ?? new Cell();
      this.#cells.push(cell);
      this.element.append(cell.element);
    }
  }
}

/** A day's or month's heading with the control that selects all of it. */
export class Heading {
  #title = document.createElement("span");
  #count = document.createElement("span");
  #button = document.createElement("button");

  constructor() {
    this.element = document.createElement("div");
    this.element.setAttribute("role", "row");
    this.element.className = "heading";
    this.#title.className = "day-title";
    this.#title.setAttribute("role", "rowheader");
    this.#count.className = "day-count";
    this.#count.setAttribute("role", "gridcell");
    this.#button.className = "choose";
    this.#button.type = "button";
    this.#button.tabIndex = -1;
    const control = document.createElement("span");
    control.setAttribute("role", "gridcell");
    control.append(this.#button);
    this.element.append(control, this.#title, this.#count);
  }

  /** `short` is the title where there is no room for all of it, else null; `isShared` where other days stand beside it. */
  show({ day, title, short, isShared, count, isSelected }) {
    this.element.dataset.day = day;
    const text = short ?? title;
    if (this.#title.textContent !== text) this.#title.textContent = text;
    this.element.classList.toggle("is-short", short !== null);
    this.element.classList.toggle("is-shared", isShared);
    for (const name of ["aria-label", "title"]) {
      if (short === null) this.#title.removeAttribute(name);
      else this.#title.setAttribute(name, title);
    }
    if (this.#count.textContent !== count) this.#count.textContent = count;
    // One photo below a short name needs no number, and there is no room for it.
    this.#count.hidden = short !== null && count === "1";
    this.#button.setAttribute("aria-label", say("timeline.selectDay", { day: title }));
    this.#button.setAttribute("aria-pressed", isSelected);
  }
}
