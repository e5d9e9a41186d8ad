// What surrounds the pane: bars, the row of small pictures, the info panel, a word now and then, what is read aloud.
import { make } from "../shell/dom.js";
import { Bars } from "./bars.js";
import { Panel } from "./panel.js";
import { Strip } from "./strip.js";
import { announcement } from "./words.js";

const noticeSeconds = 5;

export class Surroundings {
  #element;
  #bars;
  #panel;
  #strip;
  #announcement = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
  #notice = make("div", { class: "viewer-notice", role: "status", hidden: true });
  #timers = { speech: 0, notice: 0 };
  #isInfoWanted = false;
  #shown = null;

  constructor(element, { api, acts, source, run, choose, pane }) {
    this.#element = element;
    this.#bars = new Bars(run);
    this.#strip = new Strip({ source, choose });
    this.#panel = new Panel({ api, acts, close: run.info });
    element.replaceChildren(this.#bars.top, this.#bars.tools, pane, this.#bars.previous, this.#bars.next,
      this.#strip.element, this.#panel.element, this.#notice, this.#announcement);
    // A link in the panel leads to another list: there the panel isn't wanted for its own sake.
    this.#panel.element.addEventListener("click", (event) => {
      if (event.target.closest("a[href^='#']")) this.#isInfoWanted = false;
    });
  }

  get isBare() { return this.#element.classList.contains("is-bare"); }
  set isBare(isBare) { this.#element.classList.toggle("is-bare", isBare); }
  get hasInfo() { return this.#panel.isOpen; }
  /** What the menu stands beside. */
  get more() { return this.#bars.more; }

  open() {
    this.isBare = false;
    this.#setInfo(this.#isInfoWanted);
  }

  close() {
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#panel.clear();
    this.#strip.clear();
    this.hush();
    this.#announcement.textContent = "";
    this.#shown = null;
  }

  /** `state`: index, count, isTrash, isWritable, hasMenu; `isNew` when the list itself changed. */
  show(tile, state, isNew) {
    this.#shown = { tile, state };
    this.#bars.show(tile, state);
    this.#strip.show(state.index, state.count, { isNew });
    this.#panel.show(tile, state, isNew);
  }

  showZoom({ canZoom, isZoomed }) {
    this.#bars.showZoom({ canZoom, isZoomed });
    this.#element.classList.toggle("is-zoomed", isZoomed);
  }

  showOriginal(isShown) { this.#bars.showOriginal(isShown); }

  toggleInfo() {
    this.#isInfoWanted = !this.hasInfo;
    // The focus must not go with the panel.
    if (!this.#isInfoWanted && this.#panel.element.contains(document.activeElement)) this.#element.focus();
    this.#setInfo(this.#isInfoWanted);
    if (this.#shown) this.#panel.show(this.#shown.tile, this.#shown.state);
  }

  #setInfo(isOpen) {
    this.#panel.setOpen(isOpen);
    this.#bars.showInfo(isOpen);
    this.#element.classList.toggle("has-panel", isOpen);
  }

  /** Read aloud when paging rests. */
  announce() {
    clearTimeout(this.#timers.speech);
    this.#timers.speech = setTimeout(() => {
      if (this.#shown) this.#announcement.textContent = announcement(this.#shown.tile, this.#shown.state.index, this.#shown.state.count);
    }, 250);
  }

  say(text) {
    clearTimeout(this.#timers.notice);
    this.#notice.textContent = text;
    this.#notice.hidden = false;
    this.#timers.notice = setTimeout(() => this.hush(), noticeSeconds * 1000);
  }

  hush() { this.#notice.hidden = true; }

  /** How much of the pane the bars cover. */
  insets(pane) {
    if (this.isBare) return { top: 0, bottom: 0 };
    const whole = pane.getBoundingClientRect();
    const bars = [this.#bars.top, this.#bars.tools, this.#strip.element]
      .map((bar) => bar.getBoundingClientRect()).filter((bar) => bar.height > 0);
    const isHigh = (bar) => bar.top + bar.height / 2 < whole.top + whole.height / 2;
    return {
      top: Math.max(0, ...bars.filter(isHigh).map((bar) => bar.bottom - whole.top)),
      bottom: Math.max(0, ...bars.filter((bar) => !isHigh(bar)).map((bar) => whole.bottom - bar.top)),
    };
  }
}
