// What is done to a Live Photo alone: which moment of its movie is its still, and whether it has its sound.
import { fixed, say } from "../language.js";
import { button, make } from "../shell/dom.js";

/** Seconds that a key moves the moment: about a frame. */
const step = 0.05;

export class LiveTools {
  #history;
  #movie;
  #moment;
  #shown = make("output", { class: "slider-value" });
  #sound = make("input", { type: "checkbox", role: "switch", "data-parameter": "sound" });
  #asTaken;

  /** `movie` has the seconds that it lasts, and when the still was taken. */
  constructor(history, movie) {
    this.#history = history;
    this.#movie = movie;
    const name = say("editor.keyFrame");
    this.#moment = make("input", { type: "range", min: 0, max: Math.floor(movie.duration / step) * step, step, "aria-label": name, "data-parameter": "keyFrame" });
    this.#moment.addEventListener("input", () => history.change({ keyFrame: Number(this.#moment.value) }));
    this.#moment.addEventListener("change", () => history.finish());
    this.#sound.addEventListener("change", () => history.step({ muted: !this.#sound.checked }));
    this.#asTaken = button(say("editor.asTaken"), () => history.step({ keyFrame: null }), { class: "push-button editor-reset" });
    this.elements = [
      make("label", { class: "slider" }, make("span", { class: "slider-name" }, name), this.#shown, this.#moment), this.#asTaken,
      make("label", { class: "editor-switch" }, this.#sound, make("span", {}, say("editor.sound"))),
    ];
  }

  show() {
    const { keyFrame, muted } = this.#history.now;
    const moment = keyFrame ?? this.#movie.stillTime;
    if (Math.abs(Number(this.#moment.value) - moment) > step / 2) this.#moment.value = String(moment);
    const text = `${fixed(moment, 2)} s`;
    this.#shown.textContent = text;
    this.#moment.setAttribute("aria-valuetext", text);
    // A line that is filled up to here would say that it is much or little.
    for (const end of ["--low", "--high"]) this.#moment.style.setProperty(end, "0");
    this.#asTaken.disabled = keyFrame === null;
    this.#sound.checked = !muted;
  }
}

/** Brings the frame that is the still under what the page draws. While one is on its way only the newest wish waits. */
export class KeyFrames {
  #load;
  #use;
  #still;
  #shown = null;
  #wanted = null;
  #isLoading = false;
  #isOver = false;

  /** `load` gives the picture of a moment, `use` draws from a picture from then on; `still` is the picture as it was taken. */
  constructor(still, load, use) {
    this.#still = still;
    this.#load = load;
    this.#use = use;
  }

  /** The picture as it was taken is another from now on. */
  renew(still) {
    this.#still = still;
    this.#shown = undefined;
    return this.show(this.#wanted);
  }

  async show(keyFrame) {
    this.#wanted = keyFrame;
    if (this.#isLoading) return;
    this.#isLoading = true;
    while (!this.#isOver && this.#wanted !== this.#shown) {
      const wanted = this.#wanted;
      try {
        const picture = wanted === null ? this.#still : await this.#load(wanted);
        if (!this.#isOver) this.#use(picture);
        if (picture !== this.#still) picture.bitmap.close();
      } catch {
        // The picture of before stays; the worker's own, and saving, say what is wrong.
      }
      this.#shown = wanted;
    }
    this.#isLoading = false;
  }

  close() { this.#isOver = true; }
}
