// A field in which a town is found by its name, for whoever doesn't know its degrees.
import { api } from "../api.js";
import { listed, say } from "../language.js";
import { make } from "./dom.js";

/** A letter follows another in less while somebody types. */
const pause = 120;

export class TownField {
  input = make("input", {
    type: "text", class: "field whole", autocomplete: "off", spellcheck: "false", dir: "auto", "aria-label": say("bulk.town"), placeholder: say("bulk.town"),
  });
  /** The towns whose names begin with what is typed, the best first. */
  list = make("select", { class: "field whole", hidden: true, "aria-label": say("bulk.whichTown") });
  #choose;
  #towns = [];
  #timer = null;
  #asking = null;

  /** @param {(town: { names: string[], latitude: number, longitude: number } | null) => void} choose gets the town that is meant; null while nobody knows */
  constructor(choose) {
    this.#choose = choose;
    this.input.addEventListener("input", () => this.#typed());
    this.list.addEventListener("input", () => this.#take());
  }

  /** What is meant is no town. */
  clear() {
    this.input.value = "";
    this.#forget();
  }

  #forget() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#towns = [];
    this.list.hidden = true;
  }

  #typed() {
    this.#forget();
    this.#choose(null);
    const text = this.input.value.trim();
    if (text !== "") this.#timer = setTimeout(() => this.#ask(text), pause);
  }

  async #ask(text) {
    const { signal } = this.#asking = new AbortController();
    let towns;
    try {
      ({ towns } = await api.towns(text, { signal }));
    } catch {
      // Whoever knows the degrees goes on without.
      return;
    }
    if (signal.aborted) return;
    this.#towns = towns;
    const names = towns.length === 0 ? [say("bulk.noTown")] : towns.map((town) => listed(town.names));
    this.list.replaceChildren(...names.map((name) => make("option", {}, name)));
    this.list.disabled = towns.length === 0;
    this.list.hidden = false;
    this.#take();
  }

  #take() { this.#choose(this.#towns[this.list.selectedIndex] ?? null); }
}
