// What can be done with the selected photos: above them on a desk, at the foot of a phone.
import { grouped } from "../numbers.js";
import { chooseAlbum } from "./albums.js";
import { confirm } from "./dialogs.js";
import { button, make, quantity } from "./dom.js";
import { download } from "./download.js";

/** Events: `cleared`. */
export class SelectionBar extends EventTarget {
  #element;
  #parts;
  #count = make("span", { class: "count", role: "status" });
  #buttons = {};

  constructor(element, parts) {
    super();
    this.#element = element;
    this.#parts = parts;
  }

  get count() { return this.#parts.timeline.selection.size; }

  /** Whether keys have something to act on: selected photos, or the one in the grid that has the focus. */
  get hasTarget() { return this.count > 0 || this.#focusedTile !== null; }

  start() {
    const { navigation, timeline } = this.#parts;
    const add = (key, label, picture, run, more = {}) => {
      this.#buttons[key] = button(label, run, { class: "tool-button", icon: picture, name: label, ...more });
      return this.#buttons[key];
    };
    this.#element.append(
      button("", () => this.clear(), { class: "icon-button", icon: "close", name: "Clear the selection", keys: "Escape" }),
      this.#count,
      add("restore", "Restore", "restore", () => this.#act("restore")),
      add("favorite", "Favourite", "heart", () => this.favorite(), { keys: "F" }),
      add("add", "Add to album", "add", () => this.add(), { keys: "A" }),
      add("remove", "Remove from album", "minus", () => this.#removeFromAlbum()),
      add("hide", "Hide", "hide", () => this.hide(), { keys: "H" }),
      add("download", "Download", "download", () => this.#download()),
      add("delete", "Delete", "trash", () => this.delete(), { keys: "Delete", class: "tool-button danger" }),
      add("purge", "Delete for good", "trash", () => this.#purge(), { class: "tool-button danger" }));
    timeline.addEventListener("selection", () => this.#show());
    navigation.addEventListener("view", () => this.#show());
    this.#show();
  }

  clear() {
    const { timeline } = this.#parts;
    timeline.setSelecting(false);
    timeline.selection.clear();
    timeline.focusIndex(timeline.focused ?? 0);
    this.dispatchEvent(new CustomEvent("cleared"));
  }

  /** What Escape does here, or null. */
  escape() {
    return this.count > 0 ? () => this.clear() : null;
  }

  favorite() {
    const { acts } = this.#parts;
    return this.#with((ids) => acts.favorite(ids, !this.#areFavorites));
  }

  hide() { return this.#with((ids) => this.#parts.acts.hide(ids, this.#place !== "hidden"), { leaves: true }); }

  /** What keys do, beside what the bar offers here. */
  can(name) { return this.hasTarget && !this.#buttons[name].hidden; }

  delete() {
    if (this.#place === "trash") return this.#purge();
    return this.#act("delete");
  }

  async add() {
    const { acts, sidebar } = this.#parts;
    const ids = this.#target;
    const choice = await chooseAlbum({ collections: sidebar.collections, count: ids.length });
    if (choice === null) return;
    const answer = choice.title
      ? await acts.createAlbum(choice.title, { parent: choice.parent ?? null, assets: ids })
      : await acts.addTo(choice.id, ids);
    if (answer) this.clear();
  }

  get #focusedTile() {
    const { timeline } = this.#parts;
    const isInGrid = document.activeElement?.closest("#timeline [role=gridcell]") ?? null;
    return isInGrid && timeline.focused !== null ? timeline.tileIfLoaded(timeline.focused) ?? null : null;
  }

  /** Identifiers of the selected photos, else of the one that has the focus. */
  get #target() {
    const { selection } = this.#parts.timeline;
    return selection.size > 0 ? [...selection] : [this.#focusedTile?.id].filter(Boolean);
  }

  get #place() { return this.#parts.navigation.view.in; }
  get #areFavorites() { return this.#place === "smart:smartAlbumFavorites" || this.#allKnown((tile) => tile.isFavorite); }

  /** Whether all selected photos that the timeline has at hand are so, and it has any. */
  #allKnown(test) {
    const tiles = this.count > 0 ? this.#parts.timeline.selectedTiles() : [this.#focusedTile].filter(Boolean);
    return tiles.length > 0 && tiles.every(test);
  }

  #act(name) { return this.#with((ids) => this.#parts.acts[name](ids), { leaves: true }); }

  async #removeFromAlbum() {
    const album = this.#place.slice("album:".length);
    await this.#with((ids) => this.#parts.acts.removeFrom(album, ids), { leaves: true });
  }

  async #purge() {
    const isSure = await confirm({
      title: `Delete ${quantity(this.#target.length, "photo")} for good?`,
      text: "Their files are removed from the library. This can’t be undone.", action: "Delete for good",
    });
    if (isSure) await this.#act("purge");
  }

  /** `leaves`: the photos go from this list, so nothing of them stays selected. */
  async #with(run, { leaves = false } = {}) {
    const ids = this.#target;
    if (ids.length === 0) return;
    const answer = await run(ids);
    if (answer && leaves) this.clear();
    else this.#show();
  }

  #download() {
    const { timeline, toasts } = this.#parts;
    const [only = null] = timeline.selectedTiles?.() ?? [];
    return download([...timeline.selection], toasts, only);
  }

  #show() {
    const count = this.count;
    const place = this.#place;
    const isTrash = place === "trash";
    const album = place.startsWith("album:") ? this.#parts.sidebar.collection(place.slice(6)) : null;
    this.#element.hidden = count === 0;
    document.body.classList.toggle("selecting", count > 0);
    this.#count.textContent = count > 0 ? `${grouped(count)} selected` : "";
    const shown = {
      restore: isTrash, favorite: !isTrash, add: !isTrash, remove: album?.can.includes("remove") ?? false, hide: !isTrash,
      download: !isTrash, delete: !isTrash, purge: isTrash,
    };
    for (const [key, isShown] of Object.entries(shown)) this.#buttons[key].hidden = !isShown;
    label(this.#buttons.favorite, this.#areFavorites ? "Unfavourite" : "Favourite");
    label(this.#buttons.hide, place === "hidden" ? "Unhide" : "Hide");
  }
}

function label(element, text) {
  element.querySelector(".label").textContent = text;
  element.setAttribute("aria-label", text);
  element.title = text;
}
