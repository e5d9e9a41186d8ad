// The viewer's bars: back and what is shown at the top, what can be done with it beside (at the foot of a phone).
import { originalURL } from "../api.js";
import { make } from "../shell/dom.js";
import { isOneFile } from "../shell/download.js";
import { icon } from "../shell/icons.js";
import { foreign, iconButton, rename } from "./elements.js";
import { takenTime, takenWeekday } from "./words.js";

/** Whether there is something else to see before the edits. */
export const hasOriginal = (tile) => tile.edited && tile.kind === "image";

export class Bars {
  #date = make("span", { class: "viewer-date" });
  #name = foreign("", "span", { class: "viewer-name" });
  #download = make("a", {
    class: "viewer-tool", download: "", "aria-label": "Download original", title: "Download original",
  }, icon("download"));
  #tools;

  #hasMore = false;

  /** `run`: back, download, favorite, original, add, remove, restore, info, zoomIn, zoomOut, previous, next. */
  constructor(run) {
    this.heading = make("h2", { class: "viewer-heading", id: "viewer-heading" }, this.#date, this.#name);
    this.top = make("header", { class: "viewer-top" },
      iconButton("Back to all photos", "previous", run.back, { key: "Escape" }), this.heading);
    this.#tools = {
      zoomOut: iconButton("Zoom out", "farther", run.zoomOut, { key: "-", class: "viewer-tool desk-only" }),
      zoomIn: iconButton("Zoom in", "closer", run.zoomIn, { key: "+", class: "viewer-tool desk-only" }),
      original: iconButton("Show original", "original", run.original, { key: "O", "aria-pressed": "false", hidden: true }),
      favorite: iconButton("Favourite", "heart", run.favorite, { key: "F", "aria-pressed": "false" }),
      add: iconButton("Add to an album", "add", run.add, { key: "A" }),
      download: this.#download,
      restore: iconButton("Restore", "restore", run.restore),
      remove: iconButton("Delete", "trash", run.remove, { key: "Delete" }),
      info: iconButton("Information", "info", run.info, { key: "I", "aria-pressed": "false" }),
    };
    this.tools = make("div", { class: "viewer-tools", role: "toolbar", "aria-label": "This photo" }, ...Object.values(this.#tools));
    // The link is the photo's file; a Live Photo has two.
    this.#download.addEventListener("click", (event) => {
      if (!this.#hasMore) return;
      event.preventDefault();
      run.download();
    });
    this.previous = iconButton("Previous", "previous", run.previous, { key: "ArrowLeft", class: "viewer-step viewer-previous" });
    this.next = iconButton("Next", "next", run.next, { key: "ArrowRight", class: "viewer-step viewer-next" });
  }

  show(tile, { index, count, isTrash, isWritable }) {
    const { favorite, original, add, remove, restore } = this.#tools;
    original.hidden = !hasOriginal(tile);
    this.#date.textContent = [takenWeekday(tile), takenTime(tile)].filter(Boolean).join(", ");
    this.#name.textContent = tile.title || tile.filename;
    favorite.setAttribute("aria-pressed", String(tile.isFavorite));
    rename(favorite, tile.isFavorite ? "Remove from Favourites" : "Favourite");
    rename(remove, isTrash ? "Delete for good" : "Delete");
    this.#download.href = originalURL(tile, { download: true });
    this.#hasMore = !isOneFile(tile);
    rename(this.#download, this.#hasMore ? "Download photo and movie" : "Download original");
    favorite.hidden = add.hidden = !isWritable || isTrash;
    remove.hidden = !isWritable;
    restore.hidden = !isWritable || !isTrash;
    this.previous.disabled = index === 0;
    this.next.disabled = index >= count - 1;
  }

  showZoom({ canZoom, isZoomed }) {
    this.#tools.zoomIn.disabled = !canZoom;
    this.#tools.zoomOut.disabled = !canZoom || !isZoomed;
  }

  showOriginal(isShown) { this.#tools.original.setAttribute("aria-pressed", String(isShown)); }

  showInfo(isOpen) { this.#tools.info.setAttribute("aria-pressed", String(isOpen)); }
}
