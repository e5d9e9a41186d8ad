// The address of the page says where the map stands, so that Back leads there again.
import { formatMap, parse } from "../shell/route.js";

/** How soon the address follows a map that moves, in milliseconds: browsers allow few changes of it. */
const rest = 500;

export class MapAddress {
  #stand;
  #timer = null;
  #written = -Infinity;

  /** `stand()` → {view, place}: whose photos are on the map, and {latitude, longitude, zoom}. */
  constructor(stand) {
    this.#stand = stand;
  }

  writeSoon() {
    this.#timer ??= setTimeout(() => this.write(), Math.max(0, this.#written + rest - performance.now()));
  }

  write() {
    this.leave();
    this.#written = performance.now();
    const { view, place } = this.#stand();
    // Another address may have come of which nobody has been told yet.
    if (parse(location.hash).view.equals(view)) history.replaceState(history.state, "", formatMap(place, view.of));
  }

  /** The address is another page's. */
  leave() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}
