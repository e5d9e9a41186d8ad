// Photos are dropped onto albums; albums and folders are dragged into another order, and into folders.
import { isInside } from "./rows.js";

/** What the timeline puts into a drag: the identifiers of photos. */
const photosType = "application/x-openphotokit-assets";
const albumType = "application/x-openphotokit-album";
const opening = 700;

export class AlbumDrag {
  #list;
  #parts;
  #target = null;
  #dragged = null;
  #timer = null;

  constructor(list, parts) {
    this.#list = list;
    this.#parts = parts;
    list.addEventListener("dragstart", (event) => this.#start(event));
    list.addEventListener("dragover", (event) => this.#over(event));
    list.addEventListener("dragleave", (event) => {
      if (!list.contains(event.relatedTarget)) this.#mark(null);
    });
    list.addEventListener("drop", (event) => this.#drop(event));
    list.addEventListener("dragend", () => {
      this.#dragged = null;
      this.#mark(null);
    });
  }

  #start(event) {
    const one = this.#rowAt(event);
    if (!one?.can.includes("arrange")) return;
    this.#dragged = one;
    event.dataTransfer.clearData();
    event.dataTransfer.setData(albumType, one.key);
    event.dataTransfer.effectAllowed = "move";
  }

  #over(event) {
    const target = this.#targetOf(event);
    this.#mark(target);
    if (target === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = target.how === "onto" && !this.#dragged ? "copy" : "move";
  }

  async #drop(event) {
    const target = this.#targetOf(event);
    const ids = event.dataTransfer.getData(photosType);
    const dragged = this.#dragged;
    this.#mark(null);
    if (target === null) return;
    event.preventDefault();
    const { acts } = this.#parts;
    if (!dragged) {
      if (target.one.place === "trash") await acts.delete(JSON.parse(ids));
      else if (target.one.key === "smart:smartAlbumFavorites") await acts.favorite(JSON.parse(ids), true);
      else await acts.addTo(target.one.key, JSON.parse(ids));
    } else if (target.how === "onto") {
      await acts.moveCollection(dragged.key, { parent: target.one.key, before: null });
    } else {
      const before = target.how === "before" ? target.one.key : target.one.before;
      if (before !== dragged.key) await acts.moveCollection(dragged.key, { parent: target.one.parent, before });
    }
  }

  #rowAt(event) {
    const key = event.target.closest?.("[role=treeitem]")?.dataset.key;
    return key ? this.#parts.sidebar.row(key) : null;
  }

  /** Where a drop would go: { one, how: "onto" | "before" | "after" }, or null. */
  #targetOf(event) {
    const one = this.#rowAt(event);
    if (!one) return null;
    if (event.dataTransfer.types.includes(photosType)) {
      const takes = one.can.includes("add") && one.kind === "album" || one.place === "trash" || one.key === "smart:smartAlbumFavorites";
      return takes ? { one, how: "onto" } : null;
    }
    if (!this.#dragged || !one.can.includes("arrange")) return null;
    if (isInside(this.#parts.sidebar.collections, one.key, this.#dragged.key)) return null;
    const box = event.target.closest("[role=treeitem]").getBoundingClientRect();
    const share = (event.clientY - box.top) / box.height;
    if (one.kind === "folder" && share > 0.25 && share < 0.75) return { one, how: "onto" };
    return { one, how: share < 0.5 ? "before" : "after" };
  }

  #mark(target) {
    if (target?.one.key === this.#target?.one.key && target?.how === this.#target?.how) return;
    clearTimeout(this.#timer);
    this.#list.querySelector("[data-drop]")?.removeAttribute("data-drop");
    this.#target = target;
    if (target === null) return;
    this.#list.querySelector(`[data-key="${CSS.escape(target.one.key)}"]`)?.setAttribute("data-drop", target.how);
    // A closed folder opens under a hand that waits.
    if (target.one.isOpen === false && target.how === "onto") {
      this.#timer = setTimeout(() => this.#parts.sidebar.setOpen(target.one.key, true), opening);
    }
  }
}
