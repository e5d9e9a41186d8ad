// Which photos are shown to choose from. A picker's page has one address, so its lists are no entries of the history.
import { View } from "../api.js";

/** Events as those of the gallery's navigation: `view`, and `problem` where a list can't be shown. */
export class PickerNavigation extends EventTarget {
  #timeline;
  #view;
  #hasFailed = false;

  constructor({ timeline, filter }) {
    super();
    this.#timeline = timeline;
    this.#view = new View({ filter });
  }

  get view() { return this.#view; }

  start() { this.#show(this.#view); }

  /** Done once the list is there, or can't be shown. */
  async go(view) {
    if (!view.equals(this.#view)) await this.#show(view);
  }

  replace(view) { this.go(view); }

  retry() {
    if (this.#hasFailed) this.#show(this.#view);
  }

  async #show(view) {
    this.#view = view;
    this.#hasFailed = false;
    this.dispatchEvent(new CustomEvent("view", { detail: { view } }));
    try {
      await this.#timeline.show(view);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#hasFailed = true;
      this.dispatchEvent(new CustomEvent("problem", { detail: { error } }));
    }
  }
}
