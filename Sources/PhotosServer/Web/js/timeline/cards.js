// Cards with a picture, a name and a number: years and months from afar, and albums. However many there are, the page holds those in sight.
import { imageURL } from "../api.js";
import { listed } from "../language.js";
import { isBlank, placeholderOf } from "./cell-content.js";

/** How wide a card is at least, on a phone and on a larger screen, and what stands below its picture. */
const least = { phone: 140, desk: 200 };
const caption = 54;
const gap = 16;
const edge = 14;
/** Room for the buttons that stand over the last row. */
const below = 44;
/** A rest after which covers are asked for, in milliseconds. */
const restAfter = 80;

/** What a card shows: `key` is its own, `picture` an element for where there is no cover. */
export class Cards {
  element = document.createElement("div");
  #list = document.createElement("div");
  #handlers;
  #items = [];
  #focused = 0;
  #drawn = new Map();
  /** Tiles by key; null where there is none. */
  #covers = new Map();
  #stale = new Set();
  #asking = null;
  #timer = null;

  /** `handlers`: open(item), covers(items, signal) → a tile or null for each, and key(event) for keys that aren't the cards' own. */
  constructor(label, handlers) {
    this.#handlers = handlers;
    this.element.className = "cards";
    this.#list.setAttribute("role", "list");
    this.#list.setAttribute("aria-label", label);
    this.element.append(this.#list);
    this.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("focusin", (event) => this.#setFocus(this.#indexOf(event.target)));
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  get items() { return this.#items; }
  /** The card that has the focus, else the first one in sight. */
  get current() {
    const focused = this.#items[this.#focused];
    if (focused && this.#drawn.get(focused.key)?.button === document.activeElement) return focused;
    const { columns, pitch } = this.#grid;
    return this.#items[Math.min(this.#items.length - 1, Math.max(0, Math.round((this.element.scrollTop - edge) / pitch)) * columns)] ?? null;
  }

  /** Shows these, with the one at an index in sight. Without one they stay where they stand, and the focus with its card or the next. */
  show(items, at = null) {
    const hadFocus = this.#list.contains(document.activeElement), focused = this.#items[this.#focused]?.key;
    this.#items = items;
    const kept = items.findIndex((item) => item.key === focused);
    this.#focused = Math.min(at ?? (kept < 0 ? this.#focused : kept), Math.max(0, items.length - 1));
    const { columns, pitch, height } = this.#grid;
    this.#list.style.height = `${height}px`;
    if (at !== null) this.element.scrollTop = Math.max(0, Math.floor(at / columns) * pitch - pitch / 3);
    this.#draw();
    // Its card may be gone.
    if (hadFocus && !this.#list.contains(document.activeElement)) this.focus();
  }

  /** Covers may be others now; they are shown until that is known. What is on its way may be of before. */
  refresh() {
    this.#asking?.abort();
    this.#stale = new Set(this.#covers.keys());
    this.#draw();
  }

  /** The cards are those of something else. */
  forget() {
    this.#asking?.abort();
    this.#covers.clear();
    this.#stale.clear();
  }

  focus() {
    this.#reveal(this.#focused);
    this.#drawn.get(this.#items[this.#focused]?.key)?.button.focus({ preventScroll: true });
  }

  get #grid() {
    const across = this.element.clientWidth - 2 * edge;
    const columns = Math.max(1, Math.floor((across + gap) / ((across < 600 ? least.phone : least.desk) + gap)));
    const side = Math.max(1, Math.floor((across - gap * (columns - 1)) / columns));
    // A picture is as wide as four thirds of its height.
    const pitch = Math.round(side * 0.75) + caption + gap;
    return { columns, side, pitch, height: Math.ceil(this.#items.length / columns) * pitch + 2 * edge + below };
  }

  #draw() {
    if (this.element.clientWidth === 0) return;
    const { columns, side, pitch, height } = this.#grid;
    this.#list.style.height = `${height}px`;
    this.#list.style.setProperty("--card", `${side}px`);
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor((scrollTop - edge) / pitch) - 1) * columns, last = (Math.ceil((scrollTop + clientHeight) / pitch) + 1) * columns;
    const wanted = new Map();
    for (let at = first; at < Math.min(last, this.#items.length); at++) wanted.set(this.#items[at].key, at);
    // The card that has the focus stays, wherever one scrolls.
    const focused = this.#items[this.#focused];
    if (focused) wanted.set(focused.key, this.#focused);
    for (const [key, card] of this.#drawn) {
      if (wanted.has(key)) continue;
      card.element.remove();
      this.#drawn.delete(key);
    }
    let next = this.#list.firstElementChild;
    for (const [key, at] of [...wanted].sort(([, one], [, other]) => one - other)) {
      const card = this.#drawn.get(key) ?? makeCard();
      this.#drawn.set(key, card);
      if (card.element === next) next = next.nextElementSibling;
      else this.#list.insertBefore(card.element, next);
      const { style } = card.element;
      style.left = `${edge + (at % columns) * (side + gap)}px`;
      style.top = `${edge + Math.floor(at / columns) * pitch}px`;
      this.#fill(card, at);
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), restAfter);
  }

  #fill(card, at) {
    const item = this.#items[at];
    card.element.setAttribute("aria-setsize", this.#items.length);
    card.element.setAttribute("aria-posinset", at + 1);
    card.button.tabIndex = at === this.#focused ? 0 : -1;
    card.button.dataset.key = item.key;
    card.button.setAttribute("aria-label", listed([item.title, item.detail]));
    if (card.title.textContent !== item.title) card.title.textContent = item.title;
    if (card.detail.textContent !== item.detail) card.detail.textContent = item.detail;
    const tile = this.#covers.get(item.key) ?? null;
    const address = tile === null || isBlank(tile) || tile.kind === "audio" ? "" : imageURL(tile, "medium");
    if (card.address === address && card.hasCover) return;
    card.hasCover = this.#covers.has(item.key);
    card.address = address;
    const { image, colour } = placeholderOf(tile);
    card.frame.style.backgroundImage = image;
    card.frame.style.backgroundColor = colour;
    if (address === "") card.frame.replaceChildren(...(card.hasCover && item.picture ? [item.picture()] : []));
    else {
      const picture = document.createElement("img");
      picture.alt = "";
      picture.decoding = "async";
      picture.draggable = false;
      picture.addEventListener("error", () => picture.remove());
      picture.src = address;
      card.frame.replaceChildren(picture);
    }
  }

  async #ask() {
    const wanted = this.#items.filter((item) => this.#drawn.has(item.key) && (!this.#covers.has(item.key) || this.#stale.has(item.key))).slice(0, 60);
    if (wanted.length === 0 || !this.element.isConnected) return;
    this.#asking?.abort();
    const asking = this.#asking = new AbortController();
    let tiles;
    try {
      tiles = await this.#handlers.covers(wanted, asking.signal);
    } catch {
      // The cards have names; whoever scrolls asks again.
      return;
    }
    if (asking.signal.aborted) return;
    wanted.forEach((item, at) => {
      this.#covers.set(item.key, tiles[at] ?? null);
      this.#stale.delete(item.key);
    });
    this.#draw();
  }

  #indexOf(element) {
    const key = element.closest?.("[data-key]")?.dataset.key;
    return this.#items.findIndex((item) => item.key === key);
  }

  #setFocus(at) {
    if (at < 0 || at === this.#focused) return;
    const before = this.#drawn.get(this.#items[this.#focused]?.key);
    this.#focused = at;
    if (before) before.button.tabIndex = -1;
    const now = this.#drawn.get(this.#items[at].key);
    if (now) now.button.tabIndex = 0;
  }

  #reveal(at) {
    const { columns, pitch } = this.#grid, top = Math.floor(at / columns) * pitch, { scrollTop, clientHeight } = this.element;
    if (top < scrollTop) this.element.scrollTop = top;
    else if (top + pitch + edge > scrollTop + clientHeight) this.element.scrollTop = top + pitch + edge - clientHeight;
    this.#draw();
  }

  #click(event) {
    const item = this.#items[this.#indexOf(event.target)];
    if (item) this.#handlers.open(item);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { columns, pitch } = this.#grid, screen = Math.max(1, Math.floor(this.element.clientHeight / pitch)) * columns, last = this.#items.length - 1;
    const step = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns, PageUp: -screen, PageDown: screen, Home: -Infinity, End: Infinity,
    }[event.key];
    if (step === undefined) return this.#handlers.key?.(event);
    event.preventDefault();
    const wanted = this.#focused + step;
    // A step over an end by less than all stays in its column.
    const isOut = Math.abs(step) === columns && columns > 1 && (wanted < 0 || wanted > last);
    const to = isOut ? (step > 0 && Math.floor(last / columns) > Math.floor(this.#focused / columns) ? last : this.#focused) : Math.min(last, Math.max(0, wanted));
    this.#setFocus(to);
    this.focus();
  }
}

function makeCard() {
  const element = document.createElement("div"), button = document.createElement("button");
  const [frame, title, detail] = ["card-picture", "card-title", "card-detail"].map((name) => Object.assign(document.createElement("span"), { className: name }));
  element.setAttribute("role", "listitem");
  element.className = "card";
  button.type = "button";
  title.dir = "auto";
  button.append(frame, title, detail);
  element.append(button);
  return { element, button, frame, title, detail, address: "", hasCover: false };
}
