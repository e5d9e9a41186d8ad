// What a search that is being typed may become: a list below the box, which keeps the focus.
import { api } from "../api.js";
import { say, sayIfKnown } from "../language.js";
import { icon } from "./icons.js";
import { make } from "./dom.js";

/** A letter follows another in less while somebody types. */
const pause = 120;
const icons = { album: "album", folder: "folder", keyword: "tag", place: "place", camera: "camera", lens: "camera", word: "search" };

export class Suggestions {
  #input;
  #choose;
  #list = [];
  #active = -1;
  #timer = null;
  #asking = null;

  /** `choose` gets the search that a suggestion makes. */
  constructor(input, choose) {
    this.#input = input;
    this.#choose = choose;
    this.element = make("ul", { id: "search-suggestions", role: "listbox", "aria-label": say("search.suggestions"), hidden: true });
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-controls": "search-suggestions", "aria-expanded": "false", "aria-haspopup": "listbox",
    })) input.setAttribute(name, value);
    // The box keeps the focus, and with it the keyboard of a phone.
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#take(Number(option.dataset.index));
    });
    input.addEventListener("blur", () => this.close());
  }

  get #isOpen() { return !this.element.hidden; }

  /** What is in the box has changed. Only the newest question is of interest. */
  typed(view) {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    const text = this.#input.value.trimStart();
    if (text === "" || /\s$/.test(text)) return this.close();
    this.#timer = setTimeout(() => this.#ask(view, text), pause);
  }

  async #ask(view, text) {
    const asking = new AbortController();
    this.#asking = asking;
    let found;
    try {
      found = (await api.suggestions(view, text, { signal: asking.signal })).suggestions;
    } catch {
      // Whoever types goes on without; what is wrong with the search itself is told where the photos would be.
      found = [];
    }
    if (asking.signal.aborted || document.activeElement !== this.#input) return;
    this.#show(found.filter((one) => one.search !== this.#input.value.trim()));
  }

  #show(list) {
    this.#list = list;
    this.#active = -1;
    this.element.replaceChildren(...list.map((one, index) => make("li", {
      id: `suggestion-${index}`, role: "option", "aria-selected": "false", "data-index": index,
    }, icon(icons[one.type]), make("span", { class: "label" }, one.text), make("span", { class: "kind" }, sayIfKnown(`suggestion.${one.type}`) ?? ""),
    make("span", { class: "count" }, say("items", { count: one.count })))));
    this.#mark();
  }

  #mark() {
    this.element.hidden = this.#list.length === 0;
    this.#input.setAttribute("aria-expanded", String(this.#isOpen));
    for (const [index, option] of [...this.element.children].entries()) option.setAttribute("aria-selected", String(index === this.#active));
    if (this.#active < 0) {
      this.#input.removeAttribute("aria-activedescendant");
    } else {
      this.#input.setAttribute("aria-activedescendant", `suggestion-${this.#active}`);
      this.element.children[this.#active].scrollIntoView({ block: "nearest" });
    }
  }

  /** Whether the key was one for the list. */
  key(event) {
    if (!this.#isOpen || event.altKey || event.ctrlKey || event.metaKey) return false;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        const places = this.#list.length + 1;
        const step = event.key === "ArrowDown" ? 1 : places - 1;
        // Before the first and behind the last is the box itself.
        this.#active = (this.#active + 1 + step) % places - 1;
        this.#mark();
        break;
      }
      case "Enter":
        if (this.#active < 0) {
          this.close();
          return false;
        }
        this.#take(this.#active);
        break;
      case "Escape":
        this.close();
        break;
      default: return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  #take(index) {
    const { search } = this.#list[index];
    this.close();
    this.#choose(search);
  }

  close() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#list = [];
    this.#show([]);
  }
}
