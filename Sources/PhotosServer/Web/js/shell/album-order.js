// An album's own order: photos are dragged to another place in it, or moved by Alt with the arrows.
import { say } from "../language.js";
import { announce } from "./dom.js";

const photosType = "application/x-openphotokit-assets";

export class AlbumOrder {
  #element;
  #parts;
  #marked = null;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    this.#element.addEventListener("dragover", (event) => this.#over(event));
    this.#element.addEventListener("dragleave", (event) => {
      if (!this.#element.contains(event.relatedTarget)) this.#mark(null);
    });
    this.#element.addEventListener("drop", (event) => this.#drop(event));
    addEventListener("dragend", () => this.#mark(null));
  }

  /** The album whose order is shown and may be changed, or null. */
  get album() {
    const { navigation, sidebar } = this.#parts;
    const { view } = navigation;
    if (view.order !== "album" || view.q !== "" || !view.in.startsWith("album:")) return null;
    const album = sidebar.collection(view.in.slice("album:".length));
    return album?.can.includes("reorder") ? album : null;
  }

  /**
   * Moves the selected photos one place, or the one that has the focus: before whoever stands in front of them, or behind whoever follows. They stay
   * selected, and keep the focus.
   */
  async step(by) {
    const { timeline } = this.#parts;
    const { album } = this;
    const { focused, selection } = timeline;
    const isChosen = selection.size > 0;
    const places = isChosen ? selection.places : [[focused, timeline.tileIfLoaded(focused)?.id]];
    // All of them have nowhere to go.
    if (album === null || selection.isWhole || places.some(([, id]) => id === undefined)) return;
    const to = by < 0 ? places[0][0] - 1 : places.at(-1)[0] + 2;
    if (to < 0 || to > timeline.count) return;
    const before = to < timeline.count ? await timeline.tileAt(to) : null;
    const ids = places.map(([, id]) => id);
    if (!await this.#parts.acts.moveAssets(album, ids, before)) return;
    announce(say(by < 0 ? "album.movedForward" : "album.movedBack", { count: ids.length, title: album.title }));
    await this.#follow(ids, { isChosen, focused: Math.max(0, places.findIndex(([index]) => index === focused)) });
  }

  /** What moved left the list and came to it elsewhere: there it is found again, one behind the other. */
  async #follow(ids, { isChosen, focused }) {
    const { api, navigation, timeline } = this.#parts;
    const { view } = navigation;
    const { index, position } = await api.place(view, ids[0]);
    const shown = index === null ? null : await timeline.shownIndex(position, index);
    if (shown === null || !view.equals(navigation.view)) return;
    if (isChosen) await timeline.selection.choose(shown, shown + ids.length);
    timeline.focusIndex(shown + focused);
  }

  #over(event) {
    const target = this.#targetOf(event);
    this.#mark(target);
    if (target === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
  }

  async #drop(event) {
    const target = this.#targetOf(event);
    this.#mark(null);
    if (target === null) return;
    event.preventDefault();
    const { acts, timeline } = this.#parts;
    const { album } = this;
    const ids = JSON.parse(event.dataTransfer.getData(photosType));
    const index = target.index + (target.isAfter ? 1 : 0);
    const before = index < timeline.count ? await timeline.tileAt(index) : null;
    await acts.moveAssets(album, ids, before);
  }

  #targetOf(event) {
    if (!event.dataTransfer.types.includes(photosType) || this.album === null) return null;
    const cell = event.target.closest?.("[role=gridcell][data-id]");
    if (!cell) return null;
    const box = cell.getBoundingClientRect();
    return { cell, index: Number(cell.dataset.index), isAfter: event.clientX > box.left + box.width / 2 };
  }

  #mark(target) {
    this.#marked?.removeAttribute("data-drop");
    this.#marked = target?.cell ?? null;
    this.#marked?.setAttribute("data-drop", target.isAfter ? "after" : "before");
  }
}
