// The years along the right edge, as far apart as their photos are many: press or drag to be there, or use the keys.
import { listed, say } from "../language.js";
import { monthOf, titleOf } from "./dates.js";
import { marksOf, steppedIndex } from "./marks.js";

const svg = (name) => document.createElementNS("http://www.w3.org/2000/svg", name);

export class Scrubber {
  #element = document.createElement("div");
  #years = document.createElement("div");
  #ticks = svg("path");
  #handle = document.createElement("div");
  #label = document.createElement("div");
  #onMove;
  #layout = null;
  #labels = [];
  #height = 0;
  #share = 0;
  #isDragged = false;
  #hold = 0;
  #held = null;
  #idle = null;

  /** `onMove({share})` or `onMove({index})` is told where to go: a share is from 0 to 1 of the photos. */
  constructor({ onMove }) {
    this.#onMove = onMove;
    const element = this.#element;
    element.className = "scrubber";
    element.tabIndex = 0;
    element.hidden = true;
    for (const [name, value] of Object.entries({
      role: "slider", "aria-label": say("timeline.date"), "aria-orientation": "vertical", "aria-valuemin": 1,
      "aria-keyshortcuts": "ArrowUp ArrowDown PageUp PageDown Home End",
    })) element.setAttribute(name, value);
    const drawing = svg("svg");
    drawing.setAttribute("aria-hidden", "true");
    drawing.append(this.#ticks);
    this.#years.className = "years";
    this.#handle.className = "handle";
    this.#label.className = "scrubber-label";
    for (const part of [this.#years, this.#label]) part.setAttribute("aria-hidden", "true");
    element.append(drawing, this.#years, this.#handle, this.#label);
    element.addEventListener("pointerdown", (event) => this.#pressed(event));
    element.addEventListener("pointermove", (event) => this.#dragged(event));
    for (const name of ["pointerup", "pointercancel"]) element.addEventListener(name, () => this.#released());
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  get element() { return this.#element; }

  /** The list's days changed, or the track's height. */
  show(layout, height) {
    this.#layout = layout;
    this.#height = height;
    const hasDates = layout.count > 0 && layout.buckets.some(([day]) => day !== null);
    this.#element.hidden = !hasDates;
    if (!hasDates) return;
    const { labels, ticks } = marksOf(layout.buckets, { height });
    this.#ticks.setAttribute("d", ticks.map((at) => `M0 ${Math.round(at) + 0.5}h5`).join(""));
    this.#years.replaceChildren(...labels.map(({ at, text }) => {
      const year = document.createElement("span");
      year.textContent = text;
      year.style.top = `${Math.round(at)}px`;
      return year;
    }));
    this.#labels = labels.map(({ at }, index) => ({ at, element: this.#years.children[index] }));
    this.#element.setAttribute("aria-valuemax", layout.count);
  }

  /** The list stands at this share of its photos. */
  follow(share, isMoving) {
    if (this.#element.hidden) return;
    if (!this.#isDragged) this.#share = this.#heldOr(share);
    const at = Math.round(this.#share * this.#height);
    this.#handle.style.transform = `translateY(${at}px)`;
    // The handle would strike a year's number out.
    for (const label of this.#labels) label.element.classList.toggle("is-under", Math.abs(label.at - at) < 9);
    const index = this.#index(this.#share);
    const [day] = this.#layout.buckets[this.#layout.dayOf(index)];
    const text = monthOf(day);
    if (this.#label.textContent !== text) this.#label.textContent = text;
    this.#label.style.transform = `translateY(${Math.min(this.#height - 14, Math.max(14, at))}px)`;
    this.#element.setAttribute("aria-valuenow", index + 1);
    this.#element.setAttribute("aria-valuetext", listed([titleOf(day), say("ofCount", { place: index + 1, count: this.#layout.count })]));
    if (isMoving) this.#wake();
  }

  /** While the list stands where a key put it, the handle is at that very photo and not just near it. */
  #heldOr(share) {
    if (this.#held === null) return share;
    this.#held.at ??= share;
    if (Math.abs(share - this.#held.at) * this.#layout.height > 3) this.#held = null;
    return this.#held?.share ?? share;
  }

  /** On a phone the years are seen only while the list moves. */
  #wake() {
    this.#element.classList.add("is-awake");
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.#isDragged) this.#element.classList.remove("is-awake");
    }, 1200);
  }

  #index(share) {
    return Math.min(this.#layout.count - 1, Math.max(0, Math.floor(share * this.#layout.count)));
  }

  #pressed(event) {
    if (event.button !== 0) return;
    this.#element.setPointerCapture(event.pointerId);
    this.#isDragged = true;
    this.#element.classList.add("is-dragged");
    // A press on the handle takes hold of it where it is; elsewhere it leads there.
    const off = this.#positionOf(event) - this.#share * this.#height;
    this.#hold = Math.abs(off) < (event.pointerType === "mouse" ? 5 : 22) ? off : 0;
    if (this.#hold === 0) this.#moveTo(event);
  }

  #dragged(event) {
    if (this.#isDragged) this.#moveTo(event);
  }

  #released() {
    this.#isDragged = false;
    this.#element.classList.remove("is-dragged");
    this.#wake();
  }

  #positionOf(event) {
    return event.clientY - this.#element.getBoundingClientRect().top - this.#inset;
  }

  #moveTo(event) {
    this.#share = Math.min(1, Math.max(0, (this.#positionOf(event) - this.#hold) / this.#height));
    this.#onMove({ share: this.#share });
    this.follow(this.#share, true);
  }

  get #inset() { return (this.#element.clientHeight - this.#height) / 2; }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { buckets, count } = this.#layout;
    const now = this.#index(this.#share);
    const index = {
      ArrowUp: () => steppedIndex(buckets, now, -1, "month"), ArrowDown: () => steppedIndex(buckets, now, 1, "month"),
      ArrowLeft: () => steppedIndex(buckets, now, -1, "month"), ArrowRight: () => steppedIndex(buckets, now, 1, "month"),
      PageUp: () => steppedIndex(buckets, now, -1, "year"), PageDown: () => steppedIndex(buckets, now, 1, "year"),
      Home: () => 0, End: () => count - 1,
    }[event.key]?.();
    if (index === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // The middle of the photo: its share must not fall to the one before by rounding.
    const share = index === count - 1 ? 1 : (index + 0.5) / count;
    this.#held = { share, at: null };
    this.#onMove({ index });
    this.follow(share, true);
  }
}
