// Files that are dropped onto the page come into the library, or into the album that is shown or dropped onto. The browser would open them instead of the page.
import { say } from "../language.js";
import { make } from "./dom.js";

export const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") ?? false;

export class FileDrop {
  #element;
  #parts;
  #timer = null;
  /** What is said, which would be drawn anew many times a second; null while nothing is. */
  #said = null;
  /** Whether what is dragged comes from this page: a picture of it counts as a file, and is in the library already. */
  #isOwn = false;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
    addEventListener("dragstart", () => { this.#isOwn = true; }, true);
    addEventListener("dragend", () => { this.#isOwn = false; }, true);
    addEventListener("dragover", (event) => this.#over(event));
    addEventListener("drop", (event) => this.#drop(event));
    addEventListener("dragleave", (event) => {
      // The pointer left the window; between two elements there is one that it comes to.
      if (event.relatedTarget === null && holdsFiles(event)) this.#hide();
    });
  }

  #over(event) {
    if (!holdsFiles(event)) return;
    if (this.#isOwn) {
      if (!event.defaultPrevented) event.dataTransfer.dropEffect = "none";
      event.preventDefault();
      return;
    }
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    const album = this.#albumAt(event);
    clearTimeout(this.#timer);
    // A drag that is given up outside of the window may end without a word.
    this.#timer = setTimeout(() => this.#hide(), 1500);
    const words = album ? say("uploads.dropAlbum", { title: album.title }) : say("uploads.drop");
    if (this.#said === words) return;
    this.#said = words;
    this.#element.replaceChildren(make("span", {}, words));
    this.#element.hidden = false;
  }

  #drop(event) {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    if (this.#isOwn) return;
    const album = this.#albumAt(event);
    this.#hide();
    this.#parts.uploads.drop(event.dataTransfer, album?.id ?? null);
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#said = null;
    this.#element.hidden = true;
  }

  /** The album that is pointed at, in the list or among the cards of all albums, or that is shown. */
  #albumAt(event) {
    const { navigation, sidebar } = this.#parts;
    const pointed = event.target.closest?.("#sidebar [role=treeitem], #albums .card > button") ?? null;
    if (pointed === null) return albumOf(navigation.view, sidebar);
    const one = sidebar.collection(pointed.dataset.key);
    return one?.kind === "album" && one.can.includes("add") ? one : null;
  }
}

/** The files and folders of a drop, which are gone when its event is over. */
export const takenFrom = (transfer) => ({
  entries: [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.() ?? null), files: [...transfer.files],
});

/** The album that a view shows; null for any other view. */
export const albumOf = (view, sidebar) => (view.in.startsWith("album:") ? sidebar.collection(view.in.slice("album:".length)) : null);
