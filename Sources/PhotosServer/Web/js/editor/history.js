// An edit as it is, and as it was and will be again.

/** Events: "change" when the edit is another. */
export class History extends EventTarget {
  #isSame;
  /** What is saved. */
  #saved;
  #steps;
  #at = 0;
  #now;

  constructor(edit, isSame) {
    super();
    this.#isSame = isSame;
    this.#saved = edit;
    this.#steps = [edit];
    this.#now = edit;
  }

  get now() { return this.#now; }
  get canUndo() { return this.#at > 0; }
  get canRedo() { return this.#at < this.#steps.length - 1; }
  /** Whether it is another than what is saved, which is what it began with unless somebody else saved since. */
  get isChanged() { return !this.#isSame(this.#now, this.#saved); }

  /** Somebody else saved this one meanwhile. Nothing else is different. */
  savedElsewhere(edit) {
    this.#saved = edit;
    this.dispatchEvent(new Event("change"));
  }

  /** Whether nothing moves. */
  get isFinished() { return this.#now === this.#steps[this.#at]; }

  /** While a slider moves: it becomes a step by `finish`. */
  change(part) {
    this.#now = Object.freeze({ ...this.#now, ...part });
    this.dispatchEvent(new Event("change"));
  }

  finish() {
    if (this.isFinished) return;
    if (this.#isSame(this.#now, this.#steps[this.#at])) this.#now = this.#steps[this.#at];
    else this.#steps.splice(++this.#at, Infinity, this.#now);
    this.dispatchEvent(new Event("change"));
  }

  step(part) {
    this.change(part);
    this.finish();
  }

  undo() { this.#go(-1); }
  redo() { this.#go(1); }

  #go(direction) {
    this.finish();
    const next = this.#at + direction;
    if (next < 0 || next >= this.#steps.length) return;
    this.#at = next;
    this.#now = this.#steps[next];
    this.dispatchEvent(new Event("change"));
  }
}
