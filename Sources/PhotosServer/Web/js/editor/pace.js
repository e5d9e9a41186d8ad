// How many pixels are drawn while something moves: as many as come in time for the screen's next frame.

/** Milliseconds between frames that are too many; and after which nothing moved in between. */
const slow = 22;
const pause = 200;
/** One frame is late now and then; and after so many in time more pixels are tried. */
const lateInARow = 2;
const inTimeInARow = 30;
const coarsest = 4;

export class Pace {
  #coarseness = 1;
  #last = -Infinity;
  #late = 0;
  #inTime = 0;
  #clock;

  constructor(clock = () => performance.now()) { this.#clock = clock; }

  /** By what a side's pixels are divided in the frame that is drawn now. What rests is drawn in full. */
  coarseness(isFinished) {
    const now = this.#clock();
    const taken = now - this.#last;
    this.#last = isFinished ? -Infinity : now;
    if (isFinished) return 1;
    if (taken < pause) this.#count(taken > slow);
    return this.#coarseness;
  }

  #count(isLate) {
    this.#late = isLate ? this.#late + 1 : 0;
    this.#inTime = isLate ? 0 : this.#inTime + 1;
    if (this.#late >= lateInARow) {
      this.#coarseness = Math.min(coarsest, this.#coarseness * 1.5);
      this.#late = 0;
    } else if (this.#inTime >= inTimeInARow) {
      this.#coarseness = Math.max(1, this.#coarseness / 1.25);
      this.#inTime = 0;
    }
  }
}
