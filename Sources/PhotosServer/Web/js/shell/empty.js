// What stands where no photos are, and what to do about it.
import { announce, button, make } from "./dom.js";
import { View } from "../api.js";
import { sentence } from "../viewer/words.js";

export class EmptyState {
  #element;
  #parts;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, timeline } = this.#parts;
    navigation.addEventListener("view", () => { this.#element.hidden = true; });
    navigation.addEventListener("covered", () => this.#showCover());
    navigation.addEventListener("problem", (event) => this.#showProblem(event.detail.error));
    timeline.addEventListener("count", (event) => this.#show(event.detail.count));
  }

  #show(count) {
    this.#element.hidden = count !== 0;
    if (count !== 0) return;
    const { navigation } = this.#parts;
    const view = navigation.view;
    if (view.q !== "") {
      this.#fill("Nothing found", `No photo matches “${view.q}”.`, [
        "Search titles, captions, keywords, file names and albums by plain words, or use a condition such as ",
        make("code", {}, "favorite == YES AND pixelWidth > 4000"), ".",
      ], button("Clear the search", () => navigation.go(new View({ in: view.in })), { class: "push-button" }));
      return;
    }
    if (view.in === "library") this.#showBeginning(view);
    else this.#fill(...emptiness(view.in));
  }

  /** How photos get into the library that is shown, and not into the one a command takes without its name. */
  async #showBeginning(view) {
    const title = "No photos yet";
    this.#fill(title, "Bring some in from a folder, with this command on the machine that holds the library:");
    const { api, navigation, toasts } = this.#parts;
    const library = await api.library().catch(() => null);
    if (this.#element.hidden || !navigation.view.equals(view)) return;
    if (library && !library.writable) {
      this.#fill(title, "This library is open for reading only, so nothing can be brought in here.");
      return;
    }
    const command = `photos import${library ? ` --library ${inShell(library.path)}` : ""} FOLDER`;
    const copy = navigator.clipboard && button("Copy the command", async () => {
      await navigator.clipboard.writeText(command);
      toasts.say("Copied the command.");
    }, { class: "push-button" });
    this.#fill(title, "Bring some in from a folder, with this command on the machine that holds the library:",
      [make("code", { class: "selectable" }, command)], copy || null);
  }

  #showProblem(error) {
    const { navigation } = this.#parts;
    // The viewer's own troubles are its own to tell.
    if (navigation.isViewing) return;
    this.#element.hidden = false;
    if (error.isLost) {
      // Why, the notice above says, and goes on by itself.
      this.#fill("Not shown yet", "These photos come as soon as the gallery answers.", null,
        button("Try again", () => navigation.retry(), { class: "push-button" }));
      return;
    }
    if (error.words) {
      this.#showNoCondition(error);
      return;
    }
    const action = error.status === 404
      ? button("Show the library", () => navigation.go(new View()), { class: "push-button" })
      : button("Try again", () => navigation.retry(), { class: "push-button" });
    this.#fill(error.title ?? "This can’t be shown", error.detail || error.message, null, action);
  }

  #showCover() {
    const { navigation } = this.#parts;
    this.#element.hidden = false;
    this.#fill("These photos are hidden", "They are in no other list and in no search. Whoever may open this gallery can see them here.", null,
      button("Show hidden photos", () => navigation.uncover(), { class: "push-button" }));
  }

  /** What a search was not understood as, and the searches that were most likely meant. */
  #showNoCondition({ detail, words, instead }) {
    const { navigation } = this.#parts;
    const { view } = navigation;
    const search = (text, q) => button(text, () => navigation.replace(new View({ in: view.in, q, order: view.order })), { class: "push-button" });
    const title = "This looks like a condition, but can’t be read as one";
    // Those who write conditions want to know all the keys, the others not at all.
    const [fault, keys] = detail.split(" Known keys: ");
    // The name of a key keeps its letters.
    const text = /^[a-z]+ /.test(fault) ? sentence(fault) : fault;
    this.#fill(title, text, keys ? [make("details", {}, make("summary", {}, "What conditions can ask for"), keys)] : null,
      make("div", { class: "choices" }, ...(instead ? [search(`Search for ${instead}`, instead)] : []), search("Search for these words", words)));
    announce(`${title}. ${text}`);
  }

  #fill(title, text, more = null, action = null) {
    this.#element.replaceChildren(
      make("h2", { id: "empty-title" }, title),
      make("p", {}, text));
    if (more) this.#element.append(make("div", { class: "quiet more" }, ...more));
    if (action) this.#element.append(action);
  }
}

/** A path as a shell takes it. */
const inShell = (path) => (/^[\w@%+:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

function emptiness(place) {
  switch (place) {
    case "smart:smartAlbumFavorites":
      return ["No favourites yet", "Mark a photo with the heart, or press F while it is open."];
    case "hidden": return ["Nothing is hidden", "Photos you hide appear only here."];
    case "trash": return ["Recently Deleted is empty", "Deleted photos stay here for 30 days before they are removed for good."];
    default:
      return place.startsWith("album:")
        ? ["This album is empty", "Select photos and drag them onto the album’s name, or choose “Add to album”."]
        : ["No photos here", "Photos of this kind appear here by themselves."];
  }
}
