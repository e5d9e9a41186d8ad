// What is on its way into the library: how far it is, what failed and why, and what can be done about it.
import { fileSize } from "../file-size.js";
import { listed, say, sayIfKnown } from "../language.js";
import { confirm } from "../shell/dialogs.js";
import { announce, button, inEnglish, make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { Awake } from "./awake.js";
import { chosenBy, dropped } from "./chosen.js";
import { Queue } from "./queue.js";

/** Lines that are drawn at most; the others are counted. */
const mostLines = 40;

export class Panel {
  /** Whether it is the page of a link: whoever sends by it sees each file's outcome, and hears nothing of what the library has. */
  #isOfLink;
  #element;
  #parts;
  #queue;
  #isSmall = false;
  #frame = null;
  #wasDone = true;
  #awake = new Awake();
  #title = make("h2", {});
  #bar = make("progress", { max: "100", value: "0" });
  #note = make("p", { class: "quiet", hidden: true });
  #list = make("ul", {});
  #rows = new Map();
  #pause;
  #retry;
  #choose;
  #size;
  #stop;

  /** @param {any} parts `api` and `toasts`; a link's page has `onDone` as well, called when nothing is on its way any more */
  constructor(element, parts, { isOfLink = false } = {}) {
    this.#element = element;
    this.#parts = parts;
    this.#isOfLink = isOfLink;
    this.#queue = new Queue(parts.api, { readsBefore: !isOfLink });
    this.#pause = button("", () => (this.#queue.isPaused ? this.#attempt(() => this.#queue.resume()) : this.#queue.pause()), { class: "icon-button", name: say("uploads.pause") });
    this.#size = button("", () => this.#resize(), { class: "icon-button", name: say("uploads.less"), "aria-expanded": "true" });
    this.#stop = button("", () => this.#giveUp(), { class: "icon-button", icon: "close", name: say("uploads.stop") });
    this.#retry = button(say("uploads.retry"), () => this.#attempt(() => this.#queue.retry(this.#queue.items)), { class: "push-button" });
    this.#choose = button(say("uploads.choose"), () => this.#chooseAgain(), { class: "push-button" });
    element.replaceChildren(
      make("header", {}, this.#title, this.#pause, this.#size, this.#stop), this.#bar, this.#note, this.#list,
      make("div", { class: "actions" }, this.#choose, this.#retry));
    this.#queue.addEventListener("change", () => this.#draw());
  }

  /** Shows what was not whole when a page was closed, and all of a batch that was shared from elsewhere. */
  takeUp(shared = null) {
    // It may be done already, and is announced all the same.
    if (shared !== null) this.#wasDone = false;
    return this.#attempt(() => this.#queue.takeUp(shared));
  }

  addFrom(input, album) { return this.#add(chosenBy(input), album); }

  add(taken, album) { return this.#attempt(async () => this.#add(await dropped(taken), album)); }

  async #add(chosen, album) {
    if (chosen.length === 0) {
      this.#parts.toasts.say(say("uploads.nothing"));
      return;
    }
    await this.#attempt(() => this.#queue.add(chosen, album));
  }

  async #attempt(body) {
    try {
      await body();
    } catch (error) {
      // What was given up meanwhile has no answer.
      if (error.name !== "AbortError") this.#parts.toasts.problem(error);
    }
  }

  #chooseAgain() {
    const input = make("input", { type: "file", multiple: true, hidden: true, class: "upload-chooser" });
    input.addEventListener("change", () => {
      input.remove();
      this.addFrom(input, null);
    });
    input.addEventListener("cancel", () => input.remove());
    document.body.append(input);
    input.click();
  }

  async #giveUp() {
    const isSure = this.#queue.isDone || await confirm({ title: say("uploads.stopAsk"), text: say("uploads.stopText"), action: say("uploads.stop") });
    if (!isSure) return;
    await this.#attempt(() => this.#queue.stop());
    document.querySelector("#timeline [tabindex='0']")?.focus({ preventScroll: true });
  }

  #resize() {
    this.#isSmall = !this.#isSmall;
    this.#draw();
  }

  /** Once a frame at most. */
  #draw() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#fill();
    });
  }

  #fill() {
    const { items, isPaused, isDone, isLost, isReading, isSending, trouble, forgotten, bytes, sent } = this.#queue;
    // Nobody knows how long a lost line or a server in trouble takes.
    this.#awake.set((isSending || isReading) && !isLost && trouble === null);
    this.#element.hidden = items.length === 0 && !isReading;
    const failed = items.filter((one) => one.state === "failed");
    const done = items.filter((one) => one.state === "done");
    const percent = bytes === 0 ? 0 : Math.floor((sent / bytes) * 100);
    const summary = this.#summary(done, failed);
    const text = items.length === 0 ? say("uploads.reading") : isDone ? summary : say(isPaused ? "uploads.paused" : "uploads.going", { done: done.length, count: items.length });
    if (this.#title.textContent !== text) this.#title.textContent = text;
    this.#bar.hidden = isDone;
    this.#bar.value = percent;
    this.#bar.setAttribute("aria-label", say("uploads.progress", { percent: String(percent) }));
    this.#show(this.#pause, !isDone && items.some((one) => one.file !== null && ["waiting", "sending"].includes(one.state)));
    this.#name(this.#pause, isPaused ? "play" : "pause", say(isPaused ? "uploads.resume" : "uploads.pause"));
    this.#name(this.#size, this.#isSmall ? "up" : "down", say(this.#isSmall ? "uploads.more" : "uploads.less"));
    this.#size.setAttribute("aria-expanded", String(!this.#isSmall));
    this.#name(this.#stop, "close", say(isDone ? "close" : "uploads.stop"));
    const why = isLost ? say("uploads.lost") : trouble;
    const note = why !== null ? why : forgotten.length > 0 ? say("uploads.waiting", { count: forgotten.length }) : isReading ? say("uploads.reading") : "";
    this.#note.hidden = note === "";
    if (this.#note.textContent !== note) this.#note.textContent = note;
    this.#choose.hidden = forgotten.length === 0;
    this.#retry.hidden = !failed.some((one) => one.file !== null && !one.isUnreadable);
    this.#list.hidden = this.#isSmall;
    if (!this.#isSmall) this.#fillList(items);
    const isOver = isDone && !this.#wasDone && items.length > 0;
    this.#wasDone = isDone;
    if (!isOver) return;
    announce(summary);
    this.#parts.onDone?.();
  }

  /** A button that nobody needs any more leaves the focus in the panel. */
  #show(element, isShown) {
    if (element.hidden !== isShown) return;
    if (!isShown && document.activeElement === element) this.#stop.focus();
    element.hidden = !isShown;
  }

  #name(element, picture, name) {
    if (element.dataset.picture === picture && element.title === name) return;
    element.dataset.picture = picture;
    element.title = name;
    element.setAttribute("aria-label", name);
    element.replaceChildren(icon(picture));
  }

  #summary(done, failed) {
    const kinds = (kind) => done.filter((one) => one.outcome?.kind === kind).length;
    const [known, skipped] = [kinds("duplicate"), kinds("skipped")];
    return listed([
      say(this.#isOfLink ? "share.sent" : "uploads.done", { count: done.length - known - skipped }), known > 0 && say("uploads.known", { count: known }),
      skipped > 0 && say("uploads.skipped", { count: skipped }), failed.length > 0 && say("uploads.failed", { count: failed.length }),
    ]);
  }

  /** What went wrong first, then what is sent, then what waits. What is over needs no line where the library shows it. */
  #fillList(items) {
    const order = ["failed", "sending", "whole", "waiting", "done"];
    const open = this.#isOfLink ? items : items.filter((one) => one.state !== "done");
    const shown = order.flatMap((state) => open.filter((one) => one.state === state)).slice(0, mostLines);
    const rows = shown.map((one) => this.#row(one));
    if (open.length > shown.length) rows.push(make("li", { class: "quiet" }, say("uploads.more.files", { count: open.length - shown.length })));
    for (const one of this.#rows.keys()) if (!shown.includes(one)) this.#rows.delete(one);
    if (rows.length !== this.#list.childElementCount || rows.some((row, index) => this.#list.children[index] !== row)) this.#list.replaceChildren(...rows);
  }

  #row(one) {
    let row = this.#rows.get(one);
    if (!row) {
      const name = make("bdi", { class: "name", title: one.folder === "" ? one.name : `${one.folder}/${one.name}` }, one.name);
      row = make("li", {}, name, make("span", { class: "quiet" }));
      this.#rows.set(one, row);
    }
    const state = this.#stateOf(one);
    row.className = one.state;
    const label = row.lastChild;
    if (typeof state === "string") {
      if (label.textContent !== state) label.replaceChildren(state);
    } else if (label.textContent !== state.textContent) label.replaceChildren(state);
    return row;
  }

  #stateOf(one) {
    switch (one.state) {
      case "failed": return reason(one);
      case "sending": return say("ofCount", { place: fileSize(one.offset), count: fileSize(one.size) });
      case "whole": return say("uploads.checks");
      case "done": return say(one.outcome?.kind === "skipped" ? "share.skipped" : "share.arrived");
      default: return one.error ? one.error.title : say("uploads.waits");
    }
  }
}

function reason(one) {
  if (one.isUnreadable) return say("uploads.unreadable");
  if (one.outcome === null) {
    const { title = "", detail = "" } = one.error ?? {};
    return detail === "" ? title : make("span", {}, say("sentences", { one: title, other: "" }), inEnglish(detail));
  }
  const { code, message = null } = one.outcome;
  return sayIfKnown(`incoming.${code}`) ?? (message === null ? say("share.failed") : inEnglish(message));
}
