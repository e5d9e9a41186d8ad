// Mouse and finger on the cells: open, choose, drag to an album, two fingers to zoom.
import { grouped } from "../language.js";
import { Cell } from "./cell.js";
import { zoomByWheel } from "./zoom.js";

const longPress = 450;
/** A finger that moves further than this scrolls. */
const slack = 10;
/** The corner of a cell that chooses it, in pixels. */
const corner = 38;

/**
 * Calls `handlers`: open(index), toggle(index), extend(index), toggleDay(day), carried(index) → {ids, count}, zoom(step, event),
 * hold(index, event) for a finger's long press, band(event) for a mouse that is pressed where no photo is, and reads `isSelecting`.
 */
export class Pointer {
  #handlers;
  #press = null;
  #isHandled = false;
  #pinch = null;

  constructor(element, handlers) {
    this.#handlers = handlers;
    element.addEventListener("click", (event) => this.#click(event));
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event), { passive: true });
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => this.#endPress(), { passive: true });
    element.addEventListener("scroll", () => this.#endPress(), { passive: true });
    element.addEventListener("contextmenu", (event) => { if (this.#isHandled) event.preventDefault(); });
    element.addEventListener("dragstart", (event) => this.#dragged(event));
    zoomByWheel(element, (step, event) => handlers.zoom(step, event));
    // Not passive: a finger that moves on after a long press selects, and the browser would scroll.
    element.addEventListener("touchmove", (event) => this.#pinched(event), { passive: false });
    element.addEventListener("touchend", () => { this.#pinch = null; }, { passive: true });
  }

  #click(event) {
    if (this.#isHandled) {
      this.#isHandled = false;
      return;
    }
    const heading = event.target.closest?.(".choose")?.closest(".heading");
    if (heading) return this.#handlers.toggleDay(Number(heading.dataset.day));
    const cell = Cell.of(event.target);
    if (!cell) return;
    if (event.shiftKey) this.#handlers.extend(cell.index);
    else if (event.ctrlKey || event.metaKey || this.#handlers.isSelecting || isInCorner(event, cell)) this.#handlers.toggle(cell.index);
    else this.#handlers.open(cell.index);
  }

  #down(event) {
    this.#isHandled = false;
    this.#endPress();
    const cell = Cell.of(event.target);
    if (!cell) {
      const isPlain = event.pointerType === "mouse" && event.button === 0 && !event.target.closest?.("button");
      const { left } = event.currentTarget.getBoundingClientRect();
      // The browser's scrollbar belongs to the element as well.
      if (isPlain && event.clientX - left < event.currentTarget.clientWidth) this.#handlers.band(event);
      return;
    }
    // A finger's long press chooses; a draggable element would take it for a drag.
    cell.element.draggable = event.pointerType === "mouse" && cell.tile != null;
    if (event.pointerType === "mouse" || !event.isPrimary) return;
    const timer = setTimeout(() => {
      this.#press = null;
      this.#isHandled = true;
      // A page that nobody has tapped yet may not, and browsers warn of it.
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
      this.#handlers.hold(cell.index, event);
    }, longPress);
    this.#press = { timer, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    if (this.#press && Math.hypot(event.clientX - this.#press.x, event.clientY - this.#press.y) > slack) this.#endPress();
  }

  #endPress() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  #dragged(event) {
    const cell = Cell.of(event.target);
    const carried = cell ? this.#handlers.carried(cell.index) : null;
    if (carried === null) return event.preventDefault();
    event.dataTransfer.effectAllowed = "copyMove";
    event.dataTransfer.setData("application/x-openphotokit-assets", JSON.stringify(carried.ids));
    if (carried.ids.length > 1) event.dataTransfer.setDragImage(pile(carried.ids.length), 24, 24);
  }

  #pinched(event) {
    if (event.touches.length !== 2) return;
    this.#endPress();
    const [one, other] = event.touches;
    const distance = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    this.#pinch ??= distance;
    const ratio = distance / this.#pinch;
    if (ratio < 1.4 && ratio > 0.7) return;
    this.#pinch = distance;
    this.#isHandled = true;
    this.#handlers.zoom(ratio > 1 ? 1 : -1, { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
  }
}

function isInCorner(event, cell) {
  const { left, top } = cell.element.getBoundingClientRect();
  return event.clientX - left < corner && event.clientY - top < corner;
}

/** What hangs on the mouse while several photos are dragged. It has to be in the page while the browser draws it. */
function pile(count) {
  const element = document.createElement("div");
  element.className = "carried-photos";
  element.textContent = grouped(count);
  document.body.append(element);
  setTimeout(() => element.remove(), 0);
  return element;
}
