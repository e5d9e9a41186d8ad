// Photos that are there twice: looks for them, says how far that is, and shows what was found.
import { say } from "../language.js";
import { button, make } from "./dom.js";
import { DuplicateGroups } from "./duplicate-groups.js";

/** What takes no longer than this is not told to be under way, in milliseconds; then how far it is, as often. */
const patience = 400;

export class DuplicatesPage {
  #element;
  #parts;
  #similar = false;
  #search = null;
  #timer = null;
  #count = make("p", { class: "duplicates-count", role: "status" });
  #notes = make("p", { class: "quiet", hidden: true });
  #bar = make("progress", { "aria-label": say("duplicates.looking"), hidden: true });
  #again = button(say("tryAgain"), () => this.#look(), { class: "push-button", hidden: true });
  #switch = make("input", { type: "checkbox", role: "switch" });
  #groups = null;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { acts, navigation, sidebar } = this.#parts;
    navigation.addEventListener("view", (event) => this.#turn(event.detail.view));
    acts.addEventListener("done", () => { if (this.isShown) this.#groups?.refresh({ isUndoing: true }); });
    // Others change the library as well.
    sidebar.addEventListener("loaded", () => { if (this.isShown) this.#groups?.refresh(); });
  }

  get isShown() { return !this.#element.hidden; }

  focus() {
    if (this.#groups?.count > 0) this.#groups.focus();
    else this.#switch.focus();
  }

  #turn(view) {
    this.#element.hidden = view.in !== "duplicates";
    if (this.isShown) {
      this.#prepare();
      this.#look();
      // Without a list nobody has asked for the albums yet.
      if (this.#parts.sidebar.position === null) this.#parts.sidebar.refreshSoon();
    } else {
      // Nobody waits for it any more: the server gives it up.
      this.#end();
    }
  }

  #prepare() {
    if (this.#groups !== null) return;
    const { acts, api, toasts } = this.#parts;
    this.#groups = new DuplicateGroups({ acts, api, toasts, onCount: () => this.#tell(), onExpired: () => this.#look() });
    this.#switch.addEventListener("change", () => {
      this.#similar = this.#switch.checked;
      this.#look();
    });
    this.#element.append(
      make("div", { class: "duplicates-head" },
        make("div", { class: "duplicates-told" }, this.#count, this.#bar, this.#again),
        make("label", { class: "duplicates-switch" }, this.#switch, make("span", {}, say("duplicates.similar"))),
        make("p", { class: "quiet" }, say("duplicates.how")), this.#notes),
      this.#groups.element);
  }

  /** Asks for what is there twice now. What is shown stays until that is known. */
  async #look() {
    this.#end();
    const search = this.#search = new AbortController(), { api } = this.#parts, similar = this.#similar;
    // What is hidden loses the focus to the page.
    if (document.activeElement === this.#again) this.#switch.focus();
    this.#again.hidden = true;
    if (this.#groups.similar !== similar) this.#groups.clear(similar);
    this.#timer = setTimeout(() => this.#watch(search), patience);
    try {
      const answer = await api.duplicates({ similar, limit: this.#groups.page }, { signal: search.signal });
      if (search.signal.aborted) return;
      this.#end();
      this.#groups.show(answer, similar);
    } catch (error) {
      if (error.name === "AbortError" || search.signal.aborted) return;
      this.#end();
      this.#count.textContent = say("duplicates.failed");
      this.#again.hidden = false;
      this.#parts.toasts.problem(error);
    }
  }

  #end() {
    this.#search?.abort();
    this.#search = null;
    clearTimeout(this.#timer);
    this.#bar.hidden = true;
  }

  /** Says how far the search is, again and again. */
  async #watch(search) {
    const { done, total } = await this.#parts.api.duplicateProgress(this.#similar, { signal: search.signal }).catch(() => ({ done: 0, total: 0 }));
    if (search !== this.#search) return;
    this.#bar.hidden = false;
    if (total > 0) {
      this.#bar.max = total;
      this.#bar.value = done;
    } else {
      this.#bar.removeAttribute("value");
    }
    // The number moves for those who see it: whoever hears it hears once that it goes on.
    this.#bar.title = total > 0 ? say("ofCount", { place: done, count: total }) : "";
    if (this.#groups.count === 0 && this.#count.textContent !== say("duplicates.looking")) this.#count.textContent = say("duplicates.looking");
    this.#timer = setTimeout(() => this.#watch(search), patience);
  }

  #tell() {
    const { count, compared, leftOut, unread } = this.#groups;
    const text = compared === null ? "" : count > 0 ? say("duplicates.groups", { count }) : say("duplicates.none");
    if (this.#count.textContent !== text) this.#count.textContent = text;
    const notes = [leftOut > 0 ? say("duplicates.leftOut", { count: leftOut }) : null, unread > 0 ? say("duplicates.unread", { count: unread }) : null];
    this.#notes.textContent = notes.filter(Boolean).join(" ");
    this.#notes.hidden = this.#notes.textContent === "";
  }
}
