// A bar as long as a video, with handles at both ends of the part that is shown.
import { fixed, say } from "../language.js";
import { make } from "../shell/dom.js";

/** Seconds that a part lasts at least, and that a key moves an end. */
const least = 0.1;
const step = 0.1;
const longStep = 1;
const within = (value, low, high) => Math.min(Math.max(value, low), high);

/** `1:05.3` */
function clock(seconds) {
  const tenths = Math.round(seconds * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10];
  return `${minutes}:${rest < 10 ? "0" : ""}${fixed(rest, 1)}`;
}

export class TrimBar {
  #history;
  #length;
  #seek;
  #part = make("div", { class: "trim-part" });
  #now = make("div", { class: "trim-now" });
  #track;
  #handles;
  #shown = make("output", { class: "trim-times" });

  /** `length` in seconds; `seek` shows a moment. */
  constructor(history, length, seek) {
    this.#history = history;
    this.#length = length;
    this.#seek = seek;
    this.#handles = { start: this.#handle("start", say("editor.start")), end: this.#handle("end", say("editor.end")) };
    this.#track = make("div", { class: "trim-track" }, this.#part, this.#now, this.#handles.start, this.#handles.end);
    this.#track.addEventListener("pointerdown", (event) => {
      if (event.target !== this.#handles.start && event.target !== this.#handles.end) this.#drag(event, (time) => this.#seek(time));
    });
    this.element = make("div", { class: "trim-bar" }, this.#track, this.#shown);
  }

  #handle(end, name) {
    const handle = make("div", { class: `trim-handle trim-${end}`, role: "slider", tabindex: "0", "aria-label": name });
    handle.addEventListener("pointerdown", (event) => {
      handle.focus();
      this.#drag(event, (time) => this.#move(end, time), () => this.#history.finish());
    });
    handle.addEventListener("keydown", (event) => {
      const by = event.shiftKey ? longStep : step;
      const now = this.#history.now[end];
      const to = { ArrowLeft: now - by, ArrowDown: now - by, ArrowRight: now + by, ArrowUp: now + by, Home: 0, End: this.#length }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.#move(end, to);
      this.#history.finish();
    });
    return handle;
  }

  #move(end, time) {
    const { start, end: last } = this.#history.now;
    const exact = end === "start" ? within(time, 0, Math.max(0, last - least)) : within(time, Math.min(this.#length, start + least), this.#length);
    // Thousandths; the whole stays the whole.
    const rounded = exact >= this.#length ? this.#length : Math.round(exact * 1000) / 1000;
    this.#history.change({ [end]: rounded });
    this.#seek(rounded);
  }

  #drag(event, move, end = () => {}) {
    if (event.button !== 0) return;
    event.preventDefault();
    const { pointerId } = event;
    const follow = (next) => {
      if (next.pointerId !== pointerId) return;
      const { left, width } = this.#track.getBoundingClientRect();
      move(within((next.clientX - left) / width, 0, 1) * this.#length);
    };
    const over = (next) => {
      if (next.pointerId !== pointerId) return;
      this.#track.removeEventListener("pointermove", follow);
      for (const name of ["pointerup", "pointercancel"]) this.#track.removeEventListener(name, over);
      end();
    };
    this.#track.setPointerCapture(pointerId);
    this.#track.addEventListener("pointermove", follow);
    for (const name of ["pointerup", "pointercancel"]) this.#track.addEventListener(name, over);
    if (event.target === this.#track || event.target === this.#part) follow(event);
  }

  show() {
    const { start, end } = this.#history.now;
    const place = (time) => `${(time / this.#length) * 100}%`;
    this.#handles.start.style.left = place(start);
    this.#handles.end.style.left = place(end);
    Object.assign(this.#part.style, { left: place(start), width: place(end - start) });
    for (const name of ["start", "end"]) {
      const handle = this.#handles[name];
      const values = { "aria-valuemin": 0, "aria-valuemax": this.#length, "aria-valuenow": this.#history.now[name], "aria-valuetext": clock(this.#history.now[name]) };
      for (const [attribute, value] of Object.entries(values)) handle.setAttribute(attribute, value);
    }
    this.#shown.textContent = `${clock(start)} – ${clock(end)}`;
  }

  showTime(time) { this.#now.style.left = `${within(time / this.#length, 0, 1) * 100}%`; }
}
