// The info panel beside the pane (a sheet over its foot on a phone): what the library knows of the asset that is shown.
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { Describing } from "./describe.js";
import { foreign, iconButton } from "./elements.js";
import { facts, resources } from "./facts.js";
import { offset, takenExactly, takenTime, takenWeekday, wordsOf } from "./words.js";

/** Paging quickly asks for nothing. */
const patience = 120;

export class Panel {
  #api;
  #body = make("div", { class: "panel-body" });
  #describing;
  #asking = null;
  #timer = 0;
  #shown = null;
  #isWritable = false;

  constructor({ api, acts, close }) {
    this.#api = api;
    this.#describing = new Describing(acts);
    this.element = make("aside", { class: "viewer-panel", "aria-label": say("information"), hidden: true },
      make("div", { class: "panel-head" }, make("h3", {}, say("information")), iconButton(say("panel.close"), "close", close, { key: "I" })),
      this.#describing.element, this.#body);
  }

  get isOpen() { return !this.element.hidden; }

  setOpen(isOpen) {
    this.element.hidden = !isOpen;
    if (!isOpen) this.#stop();
  }

  /** Shows a tile's facts; what stands of the same asset stays until the new ones are here. `isNew`: a change may have touched it. */
  show(tile, { isWritable }, isNew = false) {
    this.#isWritable = isWritable;
    if (!this.isOpen) return;
    const isOther = this.#shown?.id !== tile.id;
    if (!isOther && !isNew && this.#shown.revision === tile.revision && this.#shown.isWhole) return;
    // Changes may come faster than answers: the one that is on its way is waited for, and then asked for once more.
    if (!isOther && this.#shown.isAsked) {
      this.#shown.next = tile;
      return;
    }
    this.#asking?.abort();
    clearTimeout(this.#timer);
    if (isOther) this.#begin(tile);
    this.#shown = { id: tile.id, revision: tile.revision, isWhole: false, isAsked: false, next: null };
    this.#timer = setTimeout(() => this.#ask(tile), isOther ? patience : 0);
  }

  clear() {
    this.#stop();
    this.#body.replaceChildren();
  }

  #stop() {
    this.#describing.leave();
    this.#asking?.abort();
    clearTimeout(this.#timer);
    this.#shown = null;
  }

  /** What the tile itself tells stands at once. */
  #begin(tile) {
    this.#describing.show({ title: tile.title, caption: null, keywords: [] }, tile, { isWritable: this.#isWritable, isWhole: false });
    this.#body.replaceChildren(dateOf(tile), foreign(tile.filename, "p", { class: "quiet" }));
  }

  async #ask(tile) {
    const asking = new AbortController();
    const shown = this.#shown;
    this.#asking = asking;
    shown.isAsked = true;
    try {
      const [asset, exposure] = await Promise.all([
        this.#api.asset(tile.id, { signal: asking.signal }),
        // Read from the file, which may be elsewhere: the rest is told all the same.
        this.#api.exposure(tile.id, { signal: asking.signal }).catch(() => ({})),
      ]);
      if (asking.signal.aborted) return;
      shown.isAsked = false;
      shown.isWhole = true;
      this.#fill(asset, tile, exposure);
      if (shown.next) this.show(shown.next, { isWritable: this.#isWritable }, true);
    } catch (error) {
      if (asking.signal.aborted) return;
      shown.isAsked = false;
      this.#body.replaceChildren(dateOf(tile), make("p", { class: "panel-problem", role: "alert" },
        wordsOf(error) || say("panel.unread")));
    }
  }

  #fill(asset, tile, exposure) {
    this.#describing.show(asset, tile, { isWritable: this.#isWritable && !asset.isTrashed });
    const rows = facts(asset, tile, exposure).flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)]);
    this.#body.replaceChildren(dateOf(tile, asset, exposure), make("dl", { class: "panel-facts" }, ...rows),
      make("h4", {}, say((asset.resources ?? []).length === 1 ? "panel.file" : "panel.files")), resources(asset, tile));
  }
}

function dateOf(tile, asset = null, { isDateOfFile = false } = {}) {
  const zone = offset(tile, asset?.creationOffset);
  return make("p", { class: "panel-date", title: [takenExactly(tile), zone].filter(Boolean).join(" ") },
    make("strong", {}, takenWeekday(tile)), make("span", {}, [takenTime(tile), zone].filter(Boolean).join(" ")),
    isDateOfFile ? make("span", { class: "quiet of-file" }, say("panel.dateOfFile")) : null);
}
