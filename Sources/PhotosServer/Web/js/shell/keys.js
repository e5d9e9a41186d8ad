// Keys of the whole page. The timeline, the viewer and the dialogs handle their own.
import { isTyping } from "./dom.js";
import { showHelp } from "./help.js";

export class Keys {
  #parts;

  constructor(parts) {
    this.#parts = parts;
  }

  start() {
    addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.defaultPrevented || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    const run = event.altKey ? this.#alternative(event) : event.ctrlKey || event.metaKey ? this.#command(event) : this.#plain(event);
    if (run === null) return;
    event.preventDefault();
    run();
  }

  #command(event) {
    const { acts, navigation, timeline } = this.#parts;
    switch (event.key.toLowerCase()) {
      case "z": return event.shiftKey ? () => acts.redo() : () => acts.undo();
      case "y": return () => acts.redo();
      // In the grid, or beside it: nobody wants the words of the page.
      case "a": return navigation.isViewing || timeline.count === 0 ? null : () => timeline.selectAll();
      case "delete": case "backspace": return navigation.isViewing ? null : this.#delete();
      default: return null;
    }
  }

  #alternative(event) {
    const { navigation, order, selection } = this.#parts;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    // Else the browser's own: back and on.
    if (by === undefined || navigation.isViewing || !selection.hasTarget || order.album === null) return null;
    return () => order.step(by);
  }

  #plain(event) {
    const { navigation, search, selection, sidebar } = this.#parts;
    if (event.key === "?") return () => showHelp();
    if (navigation.isViewing) return null;
    switch (event.key) {
      case "/": return () => search.focus();
      case "Escape": return sidebar.escape() ?? selection.escape();
      case "Delete": case "Backspace": return this.#discard();
      case "f": case "F": return selection.can("favorite") ? () => selection.favorite() : null;
      case "h": case "H": return selection.can("hide") ? () => selection.hide() : null;
      case "p": case "P": return selection.can("pick") ? () => selection.pick() : null;
      case "e": case "E": return selection.can("edit") ? () => selection.edit() : null;
      case "a": case "A": return selection.can("add") ? () => selection.add() : null;
      case "c": case "C": return selection.copyEdit();
      case "v": case "V": return selection.pasteEdit();
      default: return null;
    }
  }

  /** What is taken out of an album stays in the library: there Delete never means more. */
  #discard() {
    const { navigation, selection } = this.#parts;
    if (!navigation.view.in.startsWith("album:")) return this.#delete();
    return selection.can("remove") ? () => selection.removeFromAlbum() : null;
  }

  #delete() {
    const { selection } = this.#parts;
    return selection.can("delete") || selection.can("purge") ? () => selection.delete() : null;
  }
}
