// Land and borders of the world, in the scale that is drawn: a coarse one of all of it, finer ones for those who come nearer.
import { Outlines } from "./outlines.js";

/** As Natural Earth publishes them, each for zooms below one. */
const scales = [{ scale: "110m", below: 3 }, { scale: "50m", below: 5 }, { scale: "10m", below: Infinity }];

export class Ground {
  #api;
  #handlers;
  /** {land, borders} of each scale; undefined of one that nobody asked for, null of one that is on its way or not there. */
  #known = scales.map(() => undefined);
  #coming = 0;

  /** `handlers`: changed() when more is known, none(problem) where there is no land, problem(error), and busy(). */
  constructor(api, handlers) {
    this.#api = api;
    this.#handlers = handlers;
  }

  get isComing() { return this.#coming > 0; }

  /** What is drawn at a zoom, {land, borders}: of the scale that is for it, or until that is there of the next coarser one, or else of a finer one. */
  at(zoom) {
    const wanted = scales.findIndex(({ below }) => zoom < below);
    if (this.#known[wanted] === undefined) this.#ask(wanted);
    const coarser = this.#known.slice(0, wanted + 1).reverse();
    return [...coarser, ...this.#known].find(Boolean) ?? { land: null, borders: null };
  }

  async #ask(index) {
    this.#known[index] = null;
    this.#coming += 1;
    this.#handlers.busy();
    const { scale } = scales[index], api = this.#api;
    // Without borders it is a map as well.
    const borders = api.mapOutlines("borders", scale).then((bytes) => new Outlines(bytes, { isClosed: false })).catch(() => null);
    try {
      const land = new Outlines(await api.mapOutlines("land", scale));
      this.#known[index] = { land, borders: await borders };
      this.#handlers.changed();
    } catch (error) {
      // A line that is lost for the moment is no reason to do without.
      if (error.isLost) this.#known[index] = undefined;
      else if (error.type !== "/problems/outlines") this.#handlers.problem(error);
      else if (!this.#known.some(Boolean)) this.#handlers.none(error);
    } finally {
      this.#coming -= 1;
      this.#handlers.busy();
    }
  }
}
