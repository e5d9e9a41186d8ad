// The way of the map from one pose to another: a moment, or none where movement is not wanted.
import { between } from "./pose.js";

/** In milliseconds. */
const time = 150;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Glide {
  #set;
  #frame = null;
  /** Where it leads; null while nothing moves. */
  target = null;

  /** `set(pose)` for each step, the last of which is the target. */
  constructor(set) {
    this.#set = set;
  }

  begin(from, to) {
    this.end();
    if (calm.matches) return this.#set(to);
    const start = performance.now();
    this.target = to;
    const step = (now) => {
      const share = Math.min(1, Math.max(0, (now - start) / time));
      if (share < 1) {
        this.#frame = requestAnimationFrame(step);
        return this.#set(between(from, to, 1 - (1 - share) ** 2));
      }
      this.target = null;
      this.#set(to);
    };
    this.#frame = requestAnimationFrame(step);
  }

  /** Stops where it is. */
  end() {
    if (this.target === null) return;
    cancelAnimationFrame(this.#frame);
    this.target = null;
  }
}
