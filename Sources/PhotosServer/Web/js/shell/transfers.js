// What is on its way to the library's store: how much is left, whether it waits, and what failed and why. Nothing where there is no store.
import { whenIdle } from "../idle.js";
import { say } from "../language.js";
import { announce, button, inEnglish, make } from "./dom.js";
import { icon } from "./icons.js";

/** Milliseconds between two questions: while something moves, and while nothing does. */
const often = 3000;
const seldom = 60000;

/** What there is to tell, without DOM: the kind, its words, and the server's reason; null where all is said by silence. */
export function reportOf({ waiting, progress, isPaused, failed, problem }) {
  const left = progress ? Math.max(0, progress.allFiles - progress.files) : waiting.files;
  const count = { count: left };
  if (isPaused && left > 0) return { kind: "paused", text: say("transfers.paused", count), reason: "" };
  if (failed.length > 0) return { kind: "failed", text: say("transfers.failed", { count: failed.length }), reason: `${failed[0].filename}: ${failed[0].message}` };
  if (problem) return { kind: "problem", text: say("transfers.problem"), reason: problem };
  if (progress && left > 0) return { kind: "going", text: say("transfers.going", count), reason: "" };
  return left > 0 ? { kind: "waiting", text: say("transfers.waiting", count), reason: "" } : null;
}

export class Transfers {
  #element;
  #parts;
  #timer = 0;
  #asking = null;
  /** The kind that a person does not want to see any more. */
  #hidden = null;
  #kind = null;
  #isPaused = false;
  #text = make("p", {});
  #reason = make("p", { class: "quiet", hidden: true });
  #bar = make("progress", { max: "100", value: "0", hidden: true });
  #pause;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
    this.#pause = button("", () => this.#toggle(), { class: "icon-button" });
    element.replaceChildren(
      icon("cloud"), make("div", { class: "words" }, this.#text, this.#bar, this.#reason), this.#pause,
      button("", () => this.#hide(), { class: "icon-button", icon: "close", name: say("toast.dismiss") }));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && this.#timer !== 0) this.#askIn(0);
    });
  }

  /** Call when the first screen is there. */
  prepare() { whenIdle(() => this.#ask(), 5000); }

  #askIn(time) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), time);
  }

  async #ask() {
    if (document.hidden) return this.#askIn(seldom);
    this.#asking?.abort();
    const { signal } = this.#asking = new AbortController();
    let state;
    try {
      state = await this.#parts.api.cloud({ signal });
    } catch (error) {
      if (signal.aborted) return;
      // Whoever is not the owner is told nothing of it. A lost line has its own notice.
      if (error.isLost) this.#askIn(seldom);
      return;
    }
    if (state.isConnected && !signal.aborted) this.#show(state);
  }

  #show(state) {
    const report = reportOf(state);
    const kind = report?.kind ?? null;
    if (kind !== this.#kind) {
      if (kind !== this.#hidden) this.#hidden = null;
      if (kind === "failed" || kind === "problem") announce(report.text);
      this.#kind = kind;
    }
    this.#isPaused = state.isPaused;
    const isShown = report !== null && this.#hidden !== kind;
    if (!isShown && this.#element.contains(document.activeElement)) document.querySelector("#timeline [tabindex='0']")?.focus({ preventScroll: true });
    this.#element.hidden = !isShown;
    if (isShown) this.#fill(report, state);
    this.#askIn(kind === "going" || kind === "waiting" ? often : seldom);
  }

  #fill(report, { progress, isPaused }) {
    this.#element.dataset.kind = report.kind;
    if (this.#text.textContent !== report.text) this.#text.textContent = report.text;
    this.#reason.hidden = report.reason === "";
    this.#reason.replaceChildren(report.reason === "" ? "" : inEnglish(report.reason));
    const percent = progress && progress.allBytes > 0 ? Math.floor((progress.bytes / progress.allBytes) * 100) : 0;
    this.#bar.hidden = report.kind !== "going";
    this.#bar.value = percent;
    this.#bar.setAttribute("aria-label", say("uploads.progress", { percent: String(percent) }));
    const picture = isPaused ? "play" : "pause";
    if (this.#pause.dataset.picture === picture) return;
    const name = say(isPaused ? "transfers.resume" : "transfers.pause");
    this.#pause.dataset.picture = picture;
    this.#pause.title = name;
    this.#pause.setAttribute("aria-label", name);
    this.#pause.replaceChildren(icon(picture));
  }

  async #toggle() {
    try {
      const state = await this.#parts.api.pauseCloud(!this.#isPaused);
      // An answer that is on its way is of before.
      this.#asking?.abort();
      this.#show(state);
      this.#askIn(often);
    } catch (error) {
      this.#parts.toasts.problem(error);
    }
  }

  #hide() {
    this.#hidden = this.#kind;
    document.querySelector("#timeline [tabindex='0']")?.focus({ preventScroll: true });
    this.#element.hidden = true;
  }
}
