// Land and borders of the world, in the scale that is drawn: a coarse one of all of it, finer ones for those who come nearer.
import { Outlines } from "./outlines.js";

/** As Natural Earth publishes them, each for zooms below one. */
const scales = [{ scale: "110m", below: 3 }, { scale: "50m", below: 5 }, { scale: "10m", below: Infinity }];

const kinds = ["land", "borders"];
/** Of files that are not there, or damaged. */
const lacking = "/problems/outlines";

export class Ground {
  #api;
  #handlers;
  /** {land, borders} of each scale, each {outlines, error}, one of them null; undefined of a scale that nobody asked for, null of one that is on its way. */
  #known = scales.map(() => undefined);
  #coming = 0;

  /** `handlers`: changed() when more is known, lacks(problem) with why there is no land or are no borders, or null, problem(error), and busy(). */
  constructor(api, handlers) {
    this.#api = api;
    this.#handlers = handlers;
  }

  get isComing() { return this.#coming > 0; }

  /** What is drawn at a zoom, {land, borders}: of the scale that is for it, or until that is there of the next coarser one, or else of a finer one. */
  at(zoom) {
    const wanted = scales.findIndex(({ below }) => zoom < below);
    if (this.#known[wanted] === undefined) this.#ask(wanted);
    const known = [...this.#known.slice(0, wanted + 1).reverse(), ...this.#known].filter(Boolean);
    const best = (kind) => known.map((one) => one[kind].outlines).find(Boolean) ?? null;
    return { land: best("land"), borders: best("borders") };
  }

  async #ask(index) {
    this.#known[index] = null;
    this.#coming += 1;
    this.#handlers.busy();
    const [land, borders] = await Promise.all(kinds.map((kind) => this.#get(kind, scales[index].scale)));
    const errors = [land.error, borders.error].filter(Boolean), other = errors.find(({ type }) => type !== lacking);
    if (errors.some(({ isLost }) => isLost)) {
      // A line that is lost for the moment is no reason to do without.
      this.#known[index] = undefined;
    } else {
      this.#known[index] = { land, borders };
      this.#handlers.lacks(this.#lack);
      if (other !== undefined) this.#handlers.problem(other);
      if (errors.length < kinds.length) this.#handlers.changed();
    }
    this.#coming -= 1;
    this.#handlers.busy();
  }

  async #get(kind, scale) {
    try {
      return { outlines: new Outlines(await this.#api.mapOutlines(kind, scale), { isClosed: kind === "land" }), error: null };
    } catch (error) {
      return { outlines: null, error };
    }
  }

  /** Why there is no land, or else why there are no borders: of what is there in another scale nobody misses anything. */
  get #lack() {
    const known = this.#known.filter(Boolean);
    const missing = kinds.map((kind) => known.map((one) => one[kind])).filter((scales) => scales.every(({ outlines }) => outlines === null));
    return missing.flat().find(({ error }) => error.type === lacking)?.error ?? null;
  }
}
