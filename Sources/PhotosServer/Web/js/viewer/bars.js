// The viewer's bars: back and what is shown at the top, what can be done with it beside (at the foot of a phone).
import { originalURL } from "../api.js";
import { canEdit } from "../editor/editor.js";
import { listed, say } from "../language.js";
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
    class: "viewer-tool", download: "", "aria-label": say("download"), title: say("download"),
  }, icon("download"));
  #tools;

  #hasMore = false;

  /** `run`: back, download, favorite, original, add, discard, remove, restore, info, menu, zoomIn, zoomOut, previous, next. */
  constructor(run) {
    this.heading = make("h2", { class: "viewer-heading", id: "viewer-heading" }, this.#date, this.#name);
    this.top = make("header", { class: "viewer-top" },
      iconButton(say("viewer.back"), "previous", run.back, { key: "Escape" }), this.heading);
    this.#tools = {
      zoomOut: iconButton(say("viewer.zoomOut"), "farther", run.zoomOut, { key: "-", class: "viewer-tool desk-only" }),
      zoomIn: iconButton(say("viewer.zoomIn"), "closer", run.zoomIn, { key: "+", class: "viewer-tool desk-only" }),
      edit: iconButton(say("editor.edit"), "sliders", run.edit, { key: "E", hidden: true }),
      original: iconButton(say("viewer.original"), "original", run.original, { key: "O", "aria-pressed": "false", hidden: true }),
      favorite: iconButton(say("do.favorite"), "heart", run.favorite, { key: "F", "aria-pressed": "false" }),
      add: iconButton(say("do.addTo"), "add", run.add, { key: "A" }),
      download: this.#download,
      restore: iconButton(say("restore"), "restore", run.restore),
      takeOut: iconButton(say("do.remove"), "minus", run.discard, { key: "Delete", hidden: true }),
      remove: iconButton(say("delete"), "trash", run.remove, { key: "Delete" }),
      info: iconButton(say("information"), "info", run.info, { key: "I", "aria-pressed": "false" }),
      more: iconButton(say("toolbar.more"), "more", run.menu, { key: "Shift+F10", "aria-haspopup": "menu", "aria-expanded": "false", hidden: true }),
    };
    this.tools = make("div", { class: "viewer-tools", role: "toolbar", "aria-label": say("viewer.tools") }, ...Object.values(this.#tools));
    // The link is the photo's file; a Live Photo has two.
    this.#download.addEventListener("click", (event) => {
      if (!this.#hasMore) return;
      event.preventDefault();
      run.download();
    });
    this.previous = iconButton(say("viewer.previous"), "previous", run.previous, { key: "ArrowLeft", class: "viewer-step viewer-previous" });
    this.next = iconButton(say("viewer.next"), "next", run.next, { key: "ArrowRight", class: "viewer-step viewer-next" });
  }

  show(tile, { index, count, isTrash, isAlbum, canTakeOut, isWritable, hasMenu }) {
    const { favorite, edit, original, add, takeOut, remove, restore, more } = this.#tools;
    original.hidden = !hasOriginal(tile);
    this.#date.textContent = listed([takenWeekday(tile), takenTime(tile)]);
    this.#name.textContent = tile.title || tile.filename;
    favorite.setAttribute("aria-pressed", String(tile.isFavorite));
    rename(favorite, say(tile.isFavorite ? "do.notFavorite" : "do.favorite"));
    remove.setAttribute("aria-keyshortcuts", isAlbum ? "Control+Delete" : "Delete");
    rename(remove, say(isTrash ? "deleteForGood" : isAlbum ? "do.deleteFromLibrary" : "delete"));
    this.#download.href = originalURL(tile, { download: true });
    this.#hasMore = !isOneFile(tile);
    rename(this.#download, say(this.#hasMore ? "viewer.downloadBoth" : "download"));
    edit.hidden = !isWritable || isTrash || !canEdit(tile);
    favorite.hidden = add.hidden = !isWritable || isTrash;
    takeOut.hidden = !isWritable || !canTakeOut;
    remove.hidden = !isWritable;
    more.hidden = !hasMenu;
    restore.hidden = !isWritable || !isTrash;
    this.previous.disabled = index === 0;
    this.next.disabled = index >= count - 1;
  }

  get more() { return this.#tools.more; }

  showZoom({ canZoom, isZoomed }) {
    this.#tools.zoomIn.disabled = !canZoom;
    this.#tools.zoomOut.disabled = !canZoom || !isZoomed;
  }

  showOriginal(isShown) { this.#tools.original.setAttribute("aria-pressed", String(isShown)); }

  showInfo(isOpen) { this.#tools.info.setAttribute("aria-pressed", String(isOpen)); }
}
