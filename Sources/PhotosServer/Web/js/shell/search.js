// The search box: plain words or a condition. Says what words became.
import { say } from "../language.js";
import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { Suggestions } from "./suggestions.js";
import { meaningOf } from "./understood.js";

/** Long enough to finish a word, short enough to feel at once. */
const pause = 250;
const narrow = matchMedia("(max-width: 720px)");

export class SearchBox {
  #parts = null;
  #input;
  #hint;
  #suggestions;
  #understood;
  #timer = null;
  #from = null;

  /** `understood` is the place of what words were understood as. */
  constructor(understood) {
    this.#understood = understood;
    this.#input = make("input", {
      type: "search", id: "search", placeholder: say("toolbar.search"), autocomplete: "off", spellcheck: "false", enterkeyhint: "search",
      "aria-label": say("search.label"), "aria-describedby": "search-hint", "aria-keyshortcuts": "/",
    });
    this.#suggestions = new Suggestions(this.#input, (search) => {
      this.#input.value = search;
      this.#search();
      this.#input.focus();
    });
    this.#hint = make("div", { id: "search-hint", role: "status", "aria-live": "polite" });
    this.element = make("div", { class: "search", role: "search" },
      icon("search"), this.#input,
      button("", () => this.clear(), { class: "icon-button clear", icon: "close", name: say("search.clear") }), this.#suggestions.element, this.#hint);
  }

  focus() {
    // On a phone it isn't there until it is wanted, and what isn't there takes no focus.
    this.element.classList.add("is-open");
    this.#input.focus();
    this.#input.select();
  }

  clear() {
    this.#input.value = "";
    this.#suggestions.close();
    this.#search();
    // On a phone the box covers the bar, and makes way when it is done with.
    if (narrow.matches) document.activeElement?.blur();
    else this.#input.focus();
  }

  /** The API for the timeline, whose answers tell what the words became. */
  observing(api) {
    return {
      ...api,
      timeline: async (view, options) => {
        const answer = await api.timeline(view, options);
        if (view.equals(this.#parts?.navigation.view)) this.#became(answer.search);
        return answer;
      },
    };
  }

  start(parts) {
    this.#parts = parts;
    const { navigation } = parts;
    this.#input.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#search(), pause);
      this.#suggestions.typed(navigation.view);
    });
    this.#input.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("focusin", () => this.element.classList.add("is-open"));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget)) this.element.classList.remove("is-open");
    });
    navigation.addEventListener("view", (event) => this.#shows(event.detail.view));
    navigation.addEventListener("problem", (event) => this.#mark(event.detail.error));
  }

  #key(event) {
    // What is being written by an input method has these keys for itself.
    if (event.isComposing || this.#suggestions.key(event)) return;
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      this.#search();
      if (this.#parts.timeline.count > 0) this.#parts.timeline.focusIndex(0);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (this.#input.value !== "") this.clear();
      else this.#input.blur();
    }
  }

  #search() {
    clearTimeout(this.#timer);
    const { navigation } = this.#parts;
    const q = this.#input.value.trim();
    const now = navigation.view;
    if (q === now.q) return;
    if (now.q === "") {
      // Emptying the box leads back to where the search began.
      this.#from = now;
      navigation.go(now.searching(q));
    } else if (q === "") {
      navigation.go(this.#from?.in === now.in ? this.#from : now.at(now.in));
    } else {
      navigation.replace(now.searching(q));
    }
  }

  #shows(view) {
    if (document.activeElement !== this.#input || view.q === "") this.#input.value = view.q;
    this.#input.removeAttribute("aria-invalid");
    this.#hint.textContent = "";
    this.element.classList.toggle("filled", view.q !== "");
    if (view.q === "") this.#showUnderstood([]);
  }

  /** Words become a condition over many fields, long to read: it is told in short, and given to whoever wants to go on with it. */
  #became(search) {
    this.#hint.replaceChildren();
    this.#showUnderstood(search?.understood ?? []);
    if (search?.kind !== "words" || !search.predicate) return;
    this.#hint.append(
      make("span", {}, say("search.words")),
      button(say("search.asCondition"), () => {
        this.#input.value = search.predicate;
        this.#search();
        this.#input.focus();
      }, { class: "plain-button strong" }));
  }

  /** What was understood as a date or a kind, each to be taken away. */
  #showUnderstood(list) {
    const { navigation } = this.#parts;
    this.#understood.hidden = list.length === 0;
    this.#understood.replaceChildren(...list.map((one) => {
      const text = meaningOf(one);
      const chip = button(text, () => {
        const { view } = navigation;
        this.#input.value = one.rest;
        this.#input.focus();
        if (one.rest === "") this.#search();
        else navigation.replace(view.searching(one.rest));
      }, { class: "chip", "aria-label": say("search.takeAway", { text }), title: say("search.understoodAs", { text: one.text }) });
      chip.append(icon("close"));
      return chip;
    }));
  }

  /** What is wrong with a condition is told where the photos would be. */
  #mark(error) {
    this.#showUnderstood([]);
    if (error.words) this.#input.setAttribute("aria-invalid", "true");
  }
}
