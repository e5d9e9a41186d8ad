// The edge between the sidebar and the photos, which makes room for longer names: dragged, or moved by keys. Its place is kept.
import { say } from "../language.js";
import { make } from "./dom.js";

const key = "sidebar-width";
const standard = 232;
const least = 180;
const most = 480;
const step = 16;

export class Splitter {
  #element = make("div", {
    class: "splitter only-wide", role: "separator", tabindex: "0", "aria-label": say("sidebar.width"), "aria-orientation": "vertical",
    "aria-controls": "sidebar", "aria-valuemin": least, "aria-valuemax": most, title: say("sidebar.widen"),
  });
  #width = standard;
  #grip = null;

  constructor(sidebar) {
    sidebar.append(this.#element);
    this.#element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      this.#element.focus();
      this.#element.setPointerCapture(event.pointerId);
      this.#grip = event.clientX - this.#width;
    });
    this.#element.addEventListener("pointermove", (event) => {
      if (this.#grip !== null) this.#show(event.clientX - this.#grip);
    });
    for (const name of ["pointerup", "pointercancel"]) this.#element.addEventListener(name, () => this.#release());
    this.#element.addEventListener("dblclick", () => this.#set(standard));
    this.#element.addEventListener("keydown", (event) => this.#key(event));
    this.#show(kept() ?? standard);
  }

  #release() {
    if (this.#grip === null) return;
    this.#grip = null;
    this.#set(this.#width);
  }

  #key(event) {
    const widths = { ArrowLeft: this.#width - step, ArrowRight: this.#width + step, Home: least, End: most, Enter: standard };
    const width = widths[event.key];
    if (width === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#set(width);
  }

  #set(width) {
    this.#show(width);
    try {
      if (this.#width === standard) localStorage.removeItem(key);
      else localStorage.setItem(key, String(this.#width));
    } catch {
      // Storage may be forbidden: the width lasts as long as the page.
    }
  }

  #show(width) {
    this.#width = Math.round(Math.min(Math.max(width, least), most));
    document.documentElement.style.setProperty("--sidebar", `${this.#width}px`);
    this.#element.setAttribute("aria-valuenow", this.#width);
    this.#element.setAttribute("aria-valuetext", say("sidebar.pixels", { count: this.#width }));
  }
}

function kept() {
  try {
    return Number(localStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}
