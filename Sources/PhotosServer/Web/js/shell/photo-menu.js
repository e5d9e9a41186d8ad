// What can be done with photos of the grid, beside the pointer or the one that has the focus. A finger's long press selects instead: what
// can be done then stands in the bar.
import { View } from "../api.js";
import { say } from "../language.js";
import { showMenu } from "./menu.js";
import { inGroups } from "./selection.js";

export class PhotoMenu {
  #element;
  #parts;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    this.#element.addEventListener("contextmenu", (event) => this.#pointed(event));
    this.#element.addEventListener("keydown", (event) => this.#key(event));
  }

  #pointed(event) {
    const cell = cellOf(event.target);
    if (cell === null || event.defaultPrevented) return;
    event.preventDefault();
    if (event.pointerType !== "touch") this.#show(cell, { x: event.clientX, y: event.clientY });
  }

  /** The browser's own menu for these keys would stand at a corner of the page. */
  #key(event) {
    const cell = cellOf(event.target);
    if (cell === null || !(event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))) return;
    event.preventDefault();
    const { left, top, width, height } = cell.getBoundingClientRect();
    this.#show(cell, { x: left + width / 2, y: top + height / 2 });
  }

  #show(cell, point) {
    const { navigation, selection, timeline, viewer } = this.#parts;
    const index = Number(cell.dataset.index);
    const tile = timeline.tileIfLoaded(index);
    if (!tile) return;
    // A photo beside the selected ones stands for itself, and they stay selected.
    const isSelected = timeline.selection.has(tile.id);
    const target = isSelected ? selection.target : { ids: [tile.id], tiles: [tile], whole: null };
    const count = target.whole?.count ?? target.ids.length;
    const open = () => navigation.openViewer(index);
    const isOneOfBurst = tile.burst && count === 1 && !navigation.view.in.startsWith("burst:");
    const groups = [
      [{ label: say("open"), picture: "image", run: open }, { label: say("information"), picture: "info", run: async () => {
        await open();
        await viewer.showInformation();
      } }, ...(isOneOfBurst ? [{
        label: say("burst.showAll"), picture: "burst", run: () => navigation.go(new View({ in: `burst:${tile.id}`, order: "oldest" })),
      }] : [])],
      [{ label: say(isSelected ? "deselect" : "select"), picture: "select", run: () => timeline.toggle(index) }],
      ...selection.offers(target),
    ];
    cell.focus({ preventScroll: true });
    showMenu(inGroups(groups), { point, name: count > 1 ? say("photos", { count }) : cell.getAttribute("aria-label") });
  }
}

/** The photo that something in the grid belongs to. */
function cellOf(element) {
  return element.closest?.("[role=gridcell][data-id]") ?? null;
}
