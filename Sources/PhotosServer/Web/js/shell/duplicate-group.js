// One group of photos that show the same: which one stays, what becomes of the others and why, and another one to be kept.
import { imageURL, View } from "../api.js";
import { fileSize } from "../file-size.js";
import { listed, say } from "../language.js";
import { isBlank, placeholderOf } from "../timeline/cell-content.js";
import * as words from "../viewer/words.js";
import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { format } from "./route.js";

export class DuplicateGroup {
  element = make("div", { class: "duplicate-group", role: "listitem" });
  #index;
  #handlers;
  #box = make("div", { class: "duplicate-box", role: "group", tabindex: "-1" });
  #group = null;
  #plan = null;
  #told = make("span", { class: "duplicate-told quiet" });
  #photos = new Map();
  #buttons = [];
  #preview = null;
  #isBusy = false;

  /** `handlers`: api, toasts, and merge(group), keepApart(group), which end when that is done, and say whether it was. */
  constructor(index, handlers) {
    this.#index = index;
    this.#handlers = handlers;
    this.element.dataset.index = String(index);
    this.element.append(this.#box);
    this.#box.addEventListener("change", (event) => this.#choose(event.target.value));
  }

  focus() { this.#box.focus({ preventScroll: true }); }
  setReachable(isReachable) { this.#box.tabIndex = isReachable ? 0 : -1; }

  place(row, count, isReachable) {
    this.element.setAttribute("aria-posinset", row + 1);
    this.element.setAttribute("aria-setsize", count);
    this.setReachable(isReachable);
  }

  async merge() {
    // Nobody agreed to what was not told yet.
    if (this.#plan === null || this.#plan.removed === null) return;
    const { kept, staying, stayingCount } = this.#plan;
    await this.#act(async ({ assets }) => {
      const isDone = await this.#handlers.merge({ assets, kept, staying: staying.map(({ id }) => id), stayingCount });
      // What was told of this choice may not be so any more.
      if (!isDone && this.#plan?.kept === kept && this.#plan !== this.#group.plan) this.#choose(kept);
    });
  }
  keepApart() { return this.#act((group) => this.#handlers.keepApart(group)); }

  async #act(run) {
    if (this.#group === null || this.#isBusy) return;
    this.#isBusy = true;
    this.#box.setAttribute("aria-busy", "true");
    try {
      await run(this.#group);
    } finally {
      this.#isBusy = false;
      this.#box.removeAttribute("aria-busy");
    }
  }

  /** Draws a group as the server tells it; null is one that is not known yet. */
  show(group) {
    if (group === this.#group && this.#box.childElementCount > 0) return;
    const focused = document.activeElement, hadFocus = this.#box.contains(focused);
    const held = hadFocus ? [...this.#photos].find(([, { element }]) => element.contains(focused))?.[0] : undefined, isLink = focused?.matches("a");
    // Somebody's choice outlives what others change of the group.
    const chosen = this.#plan !== null && this.#plan.kept !== this.#group?.plan?.kept ? this.#plan.kept : null;
    this.#preview?.abort();
    [this.#group, this.#plan] = [group, group?.plan ?? null];
    this.#photos.clear();
    this.#box.replaceChildren();
    if (group === null || group.plan === null) {
      this.#box.setAttribute("aria-label", say("duplicates.looking"));
      this.#box.append(make("p", { class: "quiet" }, "…"));
      return;
    }
    const title = say(/** @type {any} */ (`likeness.${group.likeness}`)), count = say("photos", { count: group.assets.length });
    this.#box.setAttribute("aria-label", listed([title, count]));
    this.#buttons = [
      button(say("duplicates.merge"), () => this.merge(), { class: "push-button default", keys: "M" }),
      button(say("duplicates.apart"), () => this.keepApart(), { class: "push-button", keys: "N" }),
    ];
    const list = make("div", { class: "duplicate-photos", role: "radiogroup", "aria-label": say("duplicates.keep") }, ...group.photos.map((photo) => this.#photo(photo)));
    const more = group.assets.length - group.photos.length;
    if (more > 0) list.append(make("span", { class: "duplicate-more quiet" }, say("duplicates.more", { count: more })));
    this.#box.append(
      make("div", { class: "duplicate-top" },
        make("div", { class: "duplicate-title" }, make("h2", {}, title), make("span", { class: "quiet" }, count), this.#told),
        make("div", { class: "duplicate-buttons" }, ...this.#buttons)),
      list);
    this.#tell();
    if (chosen !== null && group.assets.includes(chosen)) this.#choose(chosen);
    if (!hadFocus || this.#box.contains(document.activeElement)) return;
    const photo = this.#photos.get(held);
    if (photo) (isLink ? photo.element.querySelector("a") : photo.radio).focus({ preventScroll: true });
    else this.focus();
  }

  #photo({ tile, bytes, type }) {
    const { image, colour } = placeholderOf(tile), frame = make("span", { class: "duplicate-picture" });
    frame.style.backgroundImage = image;
    frame.style.backgroundColor = colour;
    if (!isBlank(tile)) {
      const picture = make("img", { alt: "", decoding: "async", draggable: "false" });
      picture.addEventListener("error", () => picture.remove());
      picture.src = imageURL(tile, "medium");
      frame.append(picture);
    }
    const radio = make("input", { type: "radio", name: `keep-${this.#index}`, value: tile.id });
    const fate = make("span", { class: "duplicate-fate" });
    const label = make("label", {}, radio, frame,
      make("span", { class: "duplicate-name", dir: "auto" }, tile.filename),
      make("span", { class: "quiet" }, listed([`${tile.width} × ${tile.height}`, typeWord(type), bytes > 0 ? fileSize(bytes) : null])),
      make("span", { class: "quiet" }, words.takenDay(tile)), fate);
    const name = say("duplicates.open", { name: tile.filename });
    const element = make("div", { class: "duplicate-photo" }, label,
      make("a", { class: "duplicate-open", href: format(new View(), tile.id), "aria-label": name, title: name }, icon("closer")));
    this.#photos.set(tile.id, { element, radio, fate });
    return element;
  }

  /** Another one is to be kept: what becomes of the others then, the server knows. */
  async #choose(id) {
    this.#preview?.abort();
    const preview = this.#preview = new AbortController(), { assets, plan } = this.#group;
    // It is what a merge keeps from now on, whatever else is known by then.
    this.#plan = { kept: id, removed: null, stayingCount: null, staying: [] };
    this.#tell();
    if (id === plan.kept) {
      this.#plan = plan;
      this.#tell();
      return;
    }
    try {
      const chosen = await this.#handlers.api.previewMerge(assets, id, { signal: preview.signal });
      if (preview.signal.aborted) return;
      this.#plan = chosen;
    } catch (error) {
      if (error.name === "AbortError" || preview.signal.aborted) return;
      // What was chosen before may not be known either.
      this.#plan = plan;
      this.#handlers.toasts.problem(error);
    }
    this.#tell();
  }

  #tell() {
    const { kept, removed, staying, stayingCount } = this.#plan, reasons = new Map(staying.map(({ id, reason }) => [id, reason]));
    for (const [id, { element, radio, fate }] of this.#photos) {
      radio.checked = id === kept;
      element.classList.toggle("is-kept", id === kept);
      element.classList.toggle("is-staying", reasons.has(id));
      const isUnknown = removed === null || (!reasons.has(id) && stayingCount > staying.length);
      fate.textContent = id === kept ? say("fate.kept") : reasons.has(id) ? say(/** @type {any} */ (`staying.${reasons.get(id)}`)) : isUnknown ? "…" : say("fate.goes");
    }
    this.#told.textContent = removed === null ? "" : removed > 0 ? say("duplicates.goes", { count: removed }) : say("duplicates.noneGoes");
    // What has the focus is never taken away: the server says why it can't be.
    this.#buttons[0].setAttribute("aria-disabled", String(!removed));
  }
}

/** “JPEG”, “CR3 RAW” of a uniform type identifier. */
const typeWord = (type) => type.split(".").at(-1).replace(/-raw-image$/, " RAW").replace(/-image$/, "").toUpperCase();
