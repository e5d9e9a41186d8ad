// Years and months from afar: what there is when one zooms out beyond the smallest photos.
import { say } from "../language.js";
import { by, lengths } from "./buckets.js";
import { Cards } from "./cards.js";
import { titleOf } from "./dates.js";
import { actionOf } from "./keys.js";
import { zoomByWheel } from "./zoom.js";

export class Afar {
  #cards;
  #view = null;
  #buckets = null;

  /** `source`: covers(indices, signal) → tiles; go(unit, index): shows a list's photo, or months from where it is; zoom(step). */
  constructor(source) {
    this.#cards = new Cards(say("timeline.afar"), {
      open: ({ start, unit }) => source.go(unit === "year" ? "month" : null, start),
      covers: (items, signal) => source.covers(items.map((item) => item.middle), signal),
      key: (event) => {
        const [name, step] = actionOf(event) ?? [];
        if (name !== "zoom") return;
        event.preventDefault();
        source.zoom(step);
      },
    });
    zoomByWheel(this.element, (step) => source.zoom(step));
  }

  get element() { return this.#cards.element; }
  /** The first photo of what has the focus, or else stands first in sight. */
  get index() { return this.#cards.current?.start ?? 0; }

  /** Shows the list's years or months, with that of a photo in sight; the same ones that are shown already stay where they stand. */
  show({ buckets, unit, view, index, isShown }) {
    const items = [], times = new Map();
    let start = 0;
    for (const [name, count] of by(buckets, lengths[unit])) {
      // A month may come more than once in an album's own order.
      const time = times.get(name) ?? 0;
      times.set(name, time + 1);
      items.push({
        key: `${unit} ${name} ${time}`, unit, start, middle: start + (count >> 1), title: unit === "year" && name !== null ? name : titleOf(name),
        detail: say("items", { count }),
      });
      start += count;
    }
    const isOther = view !== this.#view || this.#cards.items[0]?.unit !== unit;
    const isChanged = buckets !== this.#buckets;
    [this.#view, this.#buckets] = [view, buckets];
    if (isOther) this.#cards.forget();
    let at = items.length - 1;
    while (at > 0 && items[at].start > index) at--;
    this.#cards.show(items, isOther || !isShown ? Math.max(0, at) : null);
    // Another photo may stand in the middle.
    if (isChanged) this.#cards.refresh();
  }

  focus() { this.#cards.focus(); }
}
