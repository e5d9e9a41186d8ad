// The address of the page says where the map stands, so that Back leads there again.
import { formatMap, parse } from "../shell/route.js";

/** How soon the address follows a map that moves, in milliseconds: browsers allow few changes of it. */
const rest = 500;

export class MapAddress {
  #place;
  #timer = null;
  #written = -Infinity;

  /** `place()` → {latitude, longitude, zoom}. */
  constructor(place) {
    this.#place = place;
  }

  writeSoon() {
    this.#timer ??= setTimeout(() => this.write(), Math.max(0, this.#written + rest - performance.now()));
  }

  write() {
    this.leave();
    this.#written = performance.now();
    // Another address may have come of which nobody has been told yet.
    if (parse(location.hash).view.in === "map") history.replaceState(history.state, "", formatMap(this.#place()));
  }

  /** The address is another page's. */
  leave() {
    clearTimeout(this.#timer);
    this.#timer = null;
  }
}
