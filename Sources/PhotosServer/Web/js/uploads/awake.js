// The screen of a phone stays on while files are sent: the pages of one that is locked send nothing.

/** Phones and tablets; pages on a desk go on while its screen is dark. */
const isHeld = matchMedia("(pointer: coarse)");

export class Awake {
  #isWanted = false;
  /** The lock that was asked for; null while none is held. */
  #lock = null;

  constructor() {
    // A page that is hidden loses it.
    document.addEventListener("visibilitychange", () => this.#hold());
  }

  /** Whether the screen is to stay on. */
  set(isWanted) {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (isWanted) this.#hold();
    else this.#release();
  }

  #hold() {
    // Pages without TLS have no such thing.
    const { wakeLock } = /** @type {any} */ (navigator);
    if (!this.#isWanted || this.#lock !== null || document.hidden || !isHeld.matches || !wakeLock) return;
    const forget = () => { if (this.#lock === asked) this.#lock = null; };
    const asked = this.#lock = wakeLock.request("screen").then((lock) => {
      lock.addEventListener("release", forget);
      return lock;
    }, () => {
      // A battery that is nearly empty has its way.
      forget();
      return null;
    });
  }

  #release() {
    this.#lock?.then((lock) => lock?.release());
    this.#lock = null;
  }
}
