// What stands where no photos are, and what to do about it.
import { isEnglish, say } from "../language.js";
import { announce, button, inEnglish, make } from "./dom.js";
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
      const [before, after] = say("empty.search.how", { condition: "\n" }).split("\n");
      this.#fill(say("empty.search"), say("empty.search.text", { text: view.q }), [
        before, make("code", {}, "favorite == YES AND pixelWidth > 4000"), after,
      ], button(say("search.clear"), () => navigation.go(new View({ in: view.in })), { class: "push-button" }));
      return;
    }
    if (view.in === "library") this.#showBeginning(view);
    else this.#fill(...emptiness(view.in));
  }

  /** How photos get into the library that is shown, and not into the one a command takes without its name. */
  async #showBeginning(view) {
    const title = say("empty.library");
    this.#fill(title, say("empty.library.how"), null, this.#adding());
    const { api, navigation, toasts } = this.#parts;
    const library = await api.library().catch(() => null);
    if (this.#element.hidden || !navigation.view.equals(view)) return;
    if (library && !library.writable) {
      this.#fill(title, say("empty.library.readOnly"));
      return;
    }
    const command = `photos import${library ? ` --library ${inShell(library.path)}` : ""} ${say("empty.library.folder")}`;
    const copy = navigator.clipboard && button(say("empty.copy"), async () => {
      await navigator.clipboard.writeText(command);
      toasts.say(say("empty.copied"));
    }, { class: "push-button" });
    this.#fill(title, say("empty.library.how"),
      [make("code", { class: "selectable" }, command)], make("div", { class: "instead" }, this.#adding(), copy || null));
  }

  #adding() { return button(say("uploads.add"), () => this.#parts.uploads.choose(), { class: "push-button default" }); }

  #showProblem(error) {
    const { navigation } = this.#parts;
    // The viewer's own troubles are its own to tell.
    if (navigation.isViewing) return;
    this.#element.hidden = false;
    if (error.isLost) {
      // Why, the notice above says, and goes on by itself.
      this.#fill(say("empty.notYet"), say("empty.notYet.text"), null,
        button(say("tryAgain"), () => navigation.retry(), { class: "push-button" }));
      return;
    }
    if (error.words) {
      this.#showNoCondition(error);
      return;
    }
    // A name that the page passed on and the server knows nothing of.
    const isNowhere = error.type === "/problems/parameter" && navigation.view.q === "";
    const action = error.status === 404 || isNowhere
      ? button(say("empty.showLibrary"), () => navigation.go(new View()), { class: "push-button" })
      : button(say("tryAgain"), () => navigation.retry(), { class: "push-button" });
    if (error.type === "/problems/no-such-collection") this.#fill(error.title, say("empty.noAlbum.how"), null, action);
    else if (isNowhere) this.#fill(say("route.nothing"), say("route.nothing.how"), null, action);
    else this.#fill(error.title ?? say("empty.problem"), inEnglish(error.detail || error.message), null, action);
  }

  #showCover() {
    const { navigation } = this.#parts;
    this.#element.hidden = false;
    this.#fill(say("empty.covered"), say("empty.covered.text"), null,
      button(say("empty.uncover"), () => navigation.uncover(), { class: "push-button" }));
  }

  /** What a search was not understood as, and the searches that were most likely meant. */
  #showNoCondition({ detail, words, instead }) {
    const { navigation } = this.#parts;
    const { view } = navigation;
    const search = (text, q) => button(text, () => navigation.replace(new View({ in: view.in, q, order: view.order })), { class: "push-button" });
    const title = say("empty.noCondition");
    // Those who write conditions want to know all the keys, the others not at all.
    const [fault, keys] = detail.split(" Known keys: ");
    // The name of a key keeps its letters.
    const text = /^[a-z]+ /.test(fault) ? sentence(fault) : fault;
    this.#fill(title, inEnglish(text), keys ? [make("details", {}, make("summary", {}, say("empty.conditions")), inEnglish(keys))] : null,
      make("div", { class: "instead" }, ...(instead ? [search(say("empty.searchFor", { text: instead }), instead)] : []), search(say("empty.searchWords"), words)));
    announce(isEnglish ? say("sentences", { one: title, other: text }) : title);
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
      return [say("empty.favorites"), say("empty.favorites.how")];
    case "hidden": return [say("empty.hidden"), say("empty.hidden.how")];
    case "onThisDay": return [say("empty.onThisDay"), say("empty.onThisDay.how")];
    case "trash": return [say("empty.trash"), say("trash.rule")];
    default:
      return place.startsWith("album:")
        ? [say("empty.album"), say("empty.album.how")]
        : [say("empty.other"), say("empty.other.how")];
  }
}
