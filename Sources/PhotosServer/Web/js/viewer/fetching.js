// How far an original is that comes from the library's store: asked for while somebody waits for it, shown as a ring.
import { api } from "../api.js";
import { say } from "../language.js";
import { make } from "../shell/dom.js";

const period = 400;

export class Fetching {
  #tile;
  #isWaiting;
  #timer = 0;
  #asking = null;
  element = make("div", { class: "slide-fetching", role: "progressbar", "aria-label": say("viewer.fetching"), "aria-valuemin": "0", "aria-valuemax": "100", hidden: true });

  /** @param {() => boolean} isWaiting whether something of the asset is still on its way to the page */
  constructor(tile, isWaiting) {
    this.#tile = tile;
    this.#isWaiting = isWaiting;
  }

  start() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), period);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = null;
    this.element.hidden = true;
  }

  async #look() {
    const isWaiting = this.#isWaiting();
    if (!isWaiting) this.element.hidden = true;
    if (isWaiting && !document.hidden) {
      const asking = new AbortController();
      this.#asking = asking;
      try {
        const { fraction } = await api.fetching(this.#tile.id, { signal: asking.signal });
        if (asking.signal.aborted) return;
        this.#show(fraction);
      } catch {
        // Whoever may not be told sees the picture come all the same.
        if (asking.signal.aborted) return;
        this.element.hidden = true;
      }
    }
    this.start();
  }

  #show(fraction) {
    this.element.hidden = fraction === null || !this.#isWaiting();
    if (fraction === null) return;
    const percent = Math.round(fraction * 100);
    this.element.setAttribute("aria-valuenow", String(percent));
    this.element.style.setProperty("--done", `${percent}%`);
  }
}
