// What the server knows of the part of the world that is shown: groups of photos and towns, each time that is another part.
import { View } from "../api.js";
import { boxOf, deepest, isWithin, spotOf } from "./pose.js";

/** A rest after which a map that was moved asks, in milliseconds; then how soon it tries again while the line is lost. */
const restAfter = 120, retryAfter = 3000;
/** So much more than the pane is asked for on each side: what comes into sight is there already, and the edge, where groups are cut, is out of sight. */
const more = 0.2;
const world = { west: -180, south: -90, east: 180, north: 90 };

const withSpot = (one) => ({ ...one, ...spotOf(one) });

export class MapSource {
  #api;
  #handlers;
  #view = new View();
  #timer = null;
  #asking = null;
  /** The part of the world whose towns are known. */
  #known = null;
  #areTilesKnown = false;

  /** `handlers`: pane() → {pose, area}, where the pose is null before anything is known; tiles(tiles), once, groups(answer), towns(list), problem(error), and busy(). */
  constructor(api, handlers) {
    this.#api = api;
    this.#handlers = handlers;
  }

  /** Of which list the photos are wanted from now on. */
  show(view) { this.#view = view; }

  /** Whether something is asked for, or will be soon. */
  get isBusy() { return this.#timer !== null || this.#asking !== null; }

  askSoon(wait = restAfter) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.ask(), wait);
    this.#handlers.busy();
  }

  /** Asks for what is shown now, or for all of the world. What is on its way was of before. */
  async ask() {
    this.rest();
    const asking = this.#asking = new AbortController(), { signal } = asking, { pose, area } = this.#handlers.pane();
    this.#handlers.busy();
    const zoom = pose === null ? 0 : Math.min(deepest, Math.floor(pose.zoom)), box = pose === null ? world : boxOf(pose, area, more);
    try {
      if (!this.#areTilesKnown) {
        const { tiles } = await this.#api.mapTiles({ signal });
        if (signal.aborted) return;
        this.#areTilesKnown = true;
        this.#handlers.tiles(tiles);
      }
      const towns = pose === null ? null : this.#askForTowns(boxOf(pose, area), box, zoom, signal);
      const answer = await this.#api.map(this.#view, box, zoom, { signal });
      if (!signal.aborted) this.#handlers.groups({ ...answer, clusters: answer.clusters.filter(({ tile }) => tile !== null).map(withSpot) });
      await towns;
    } catch (error) {
      if (signal.aborted) return;
      // A lost line has its own notice, and heals by itself.
      if (error.isLost) this.askSoon(retryAfter);
      else this.#handlers.problem(error);
    } finally {
      if (this.#asking === asking) this.#asking = null;
      this.#handlers.busy();
    }
  }

  /** Nothing is wanted any more. */
  rest() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#asking?.abort();
    this.#asking = null;
    this.#handlers.busy();
  }

  /** Those that are known are enough while the map is moved within the part that was asked for. Without them it is a map as well. */
  async #askForTowns(seen, box, zoom, signal) {
    if (this.#known?.zoom === zoom && isWithin(seen, this.#known.box)) return;
    try {
      const { towns } = await this.#api.mapTowns(box, zoom, { signal });
      if (signal.aborted) return;
      this.#known = { box, zoom };
      this.#handlers.towns(towns.map(withSpot));
    } catch {
      // They are asked for again with the next part.
    }
  }
}
