// The photos on a map of the world. The map itself is loaded when somebody first turns to it.
import { mapPlaceOf } from "./route.js";

export class MapPage {
  #element;
  #parts;
  #map = null;
  #coming = null;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, sidebar } = this.#parts;
    navigation.addEventListener("view", (event) => this.#turn(event.detail.view));
    sidebar.addEventListener("loaded", () => { if (this.isShown) this.#map?.refresh(); });
    // From one place of the map to another it is the same page.
    addEventListener("popstate", () => { if (this.isShown) this.#map?.goTo(mapPlaceOf(location.hash)); });
  }

  get isShown() { return !this.#element.hidden; }
  focus() { this.#element.focus({ preventScroll: true }); }

  async #turn(view) {
    const { sidebar, toasts } = this.#parts;
    this.#element.hidden = view.in !== "map";
    if (!this.isShown) return this.#map?.leave();
    // Without a list nobody has asked for the albums yet.
    if (sidebar.position === null) sidebar.refreshSoon();
    try {
      await this.#load();
    } catch {
      toasts.problem({ isLost: true });
      return;
    }
    if (this.isShown) this.#map.show(view.of, mapPlaceOf(location.hash));
  }

  #load() {
    this.#coming ??= import("../map/photo-map.js").then(({ PhotoMap }) => { this.#map = new PhotoMap(this.#element, this.#parts); });
    // What failed for the moment is tried again the next time.
    this.#coming.catch(() => { this.#coming = null; });
    return this.#coming;
  }
}
