// The groups of a report, one below the other. However many there are, the page holds those in sight, and asks for a page of them at a time.
import { say } from "../language.js";
import { make } from "./dom.js";
import { DuplicateGroup } from "./duplicate-group.js";

/** How high a group is, on a phone, where its buttons stand below its title, and on a larger screen, in pixels. */
const heights = { phone: 432, desk: 376 };
const phone = 600;
const pageSize = 20;
/** A rest after which groups are asked for, in milliseconds. */
const restAfter = 80;
/** So many groups that were dealt with last may come back by Undo. */
const mostReturning = 5;

export class DuplicateGroups {
  element = make("div", { class: "duplicate-groups" });
  #list = make("div", { role: "list", "aria-label": say("place.duplicates") });
  #parts;
  #report = null;
  #told = { count: 0, compared: null, leftOut: 0, unread: 0 };
  /** Groups by their index in the report, as the server told them last. */
  #known = new Map();
  /** Indexes of those that are dealt with, the latest last. */
  #finished = new Set();
  /** Indexes of the others, in their order. */
  #rows = [];
  #drawn = new Map();
  #focused = 0;
  #asking = new Map();
  #stale = new Set();
  #acting = 0;
  #timer = null;
  /** Whether similar pictures are among them. */
  similar = false;

  /** `parts`: acts, api, toasts, onCount() when there are more or fewer, onExpired() when the server has forgotten the report. */
  constructor(parts) {
    this.#parts = parts;
    this.element.append(this.#list);
    this.element.addEventListener("scroll", () => this.#draw(), { passive: true });
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("focusin", (event) => this.#setFocus(this.#indexOf(event.target)));
    new ResizeObserver(() => this.#draw()).observe(this.element);
  }

  get page() { return pageSize; }
  get count() { return this.#rows.length; }
  get compared() { return this.#told.compared; }
  get leftOut() { return this.#told.leftOut; }
  get unread() { return this.#told.unread; }

  clear(similar) {
    for (const asking of this.#asking.values()) asking.abort();
    for (const group of this.#drawn.values()) group.element.remove();
    for (const map of [this.#asking, this.#drawn, this.#known, this.#finished, this.#stale]) map.clear();
    this.#report = null;
    this.#told = { count: 0, compared: null, leftOut: 0, unread: 0 };
    this.#focused = 0;
    this.similar = similar;
    this.#count();
  }

  /** Shows a report from its first page. One that is shown already stays as it stands. */
  show(answer, similar) {
    if (answer.report !== this.#report) {
      const hadFocus = this.#list.contains(document.activeElement);
      this.clear(similar);
      this.#report = answer.report;
      this.element.scrollTop = 0;
      this.#take(answer);
      if (hadFocus) this.focus();
    } else {
      this.#take(answer);
      this.refresh();
    }
  }

  /** Asks anew for what is in sight, and where something may have been undone for what was dealt with last. */
  refresh({ isUndoing = false } = {}) {
    // What was done here is known here.
    if (this.#report === null || this.#acting > 0) return;
    const last = isUndoing ? [...this.#finished].slice(-mostReturning) : [];
    for (const index of [...this.#drawn.keys(), ...last]) this.#stale.add(Math.floor(index / pageSize));
    // What is out of sight may be different too: it is asked for when it comes into it.
    for (const index of [...this.#known.keys()]) if (!this.#drawn.has(index)) this.#known.delete(index);
    this.#askFor([...this.#stale]);
  }

  focus() {
    const row = Math.max(0, this.#rows.indexOf(this.#focused));
    if (this.#rows.length === 0) return;
    this.#reveal(row);
    this.#drawn.get(this.#rows[row])?.focus();
  }

  get #height() { return this.element.clientWidth < phone ? heights.phone : heights.desk; }

  #take({ offset, groups, count, compared, leftOut, unread }) {
    this.#told = { count, compared, leftOut, unread };
    groups.forEach((group, at) => {
      const index = offset + at;
      if (group.assets.length < 2) this.#finished.add(index);
      else this.#finished.delete(index);
      // What is the same stays the same element, with the focus that may be in it.
      if (JSON.stringify(this.#known.get(index)) !== JSON.stringify(group)) this.#known.set(index, group);
    });
    this.#stale.delete(Math.floor(offset / pageSize));
    this.#count();
  }

  /** Which ones are left, and where. */
  #count() {
    const hadFocus = this.#list.contains(document.activeElement), row = this.#rows.indexOf(this.#focused);
    const rows = [];
    for (let index = 0; index < this.#told.count; index++) if (!this.#finished.has(index)) rows.push(index);
    this.#rows = rows;
    // A list of nothing is none for those who hear it.
    this.#list.hidden = rows.length === 0;
    // The next one has it, where its group is gone.
    if (!rows.includes(this.#focused)) this.#focused = rows[Math.min(Math.max(0, row), rows.length - 1)] ?? 0;
    this.#draw();
    if (hadFocus && rows.length > 0 && !this.#list.contains(document.activeElement)) this.focus();
    this.#parts.onCount();
  }

  #draw() {
    const height = this.#height, { scrollTop, clientHeight } = this.element;
    this.#list.style.height = `${this.#rows.length * height}px`;
    if (this.element.clientWidth === 0) return;
    const wanted = new Map();
    const last = Math.min(this.#rows.length, Math.ceil((scrollTop + clientHeight) / height) + 1);
    for (let row = Math.max(0, Math.floor(scrollTop / height) - 1); row < last; row++) wanted.set(this.#rows[row], row);
    // The one that has the focus stays, wherever one scrolls.
    const focused = this.#rows.indexOf(this.#focused);
    if (focused >= 0) wanted.set(this.#focused, focused);
    for (const [index, group] of this.#drawn) {
      if (wanted.has(index)) continue;
      group.element.remove();
      this.#drawn.delete(index);
    }
    let next = this.#list.firstElementChild;
    for (const [index, row] of [...wanted].sort(([, one], [, other]) => one - other)) {
      const group = this.#drawn.get(index) ?? this.#make(index);
      this.#drawn.set(index, group);
      if (group.element === next) next = next.nextElementSibling;
      else this.#list.insertBefore(group.element, next);
      group.element.style.top = `${row * height}px`;
      group.element.style.height = `${height}px`;
      group.place(row, this.#rows.length, index === this.#focused);
      group.show(this.#known.get(index) ?? null);
    }
    clearTimeout(this.#timer);
    const missing = [...wanted.keys()].filter((index) => !this.#known.has(index)).map((index) => Math.floor(index / pageSize));
    if (missing.length > 0) this.#timer = setTimeout(() => this.#askFor(missing), restAfter);
  }

  #make(index) {
    const { api, toasts } = this.#parts;
    return new DuplicateGroup(index, {
      api, toasts,
      merge: ({ assets, kept, staying, stayingCount }) => this.#act(index, (acts) => acts.merge(assets, kept, staying), stayingCount === 0),
      keepApart: ({ assets }) => this.#act(index, (acts) => acts.keepApart(assets), true),
    });
  }

  /**
   * Whether it was done.
   * @param {boolean} finishes whether nothing is left of the group then
   */
  async #act(index, act, finishes) {
    this.#acting += 1;
    const report = this.#report;
    let answer = null;
    try {
      answer = await act(this.#parts.acts);
    } finally {
      this.#acting -= 1;
    }
    if (report !== this.#report) return answer !== null;
    if (answer === null) {
      this.refresh();
      return false;
    }
    if (finishes) {
      this.#finished.delete(index);
      this.#finished.add(index);
      this.#count();
    }
    this.#ask(Math.floor(index / pageSize));
    return true;
  }

  #askFor(pages) {
    for (const page of new Set(pages)) this.#ask(page);
  }

  async #ask(page) {
    // What is on its way may be of before.
    this.#asking.get(page)?.abort();
    const asking = new AbortController(), report = this.#report;
    this.#asking.set(page, asking);
    try {
      const answer = await this.#parts.api.duplicates({ similar: this.similar, report, offset: page * pageSize, limit: pageSize }, { signal: asking.signal });
      if (!asking.signal.aborted && report === this.#report) this.#take(answer);
    } catch (error) {
      if (error.name === "AbortError" || report !== this.#report) return;
      if (error.status === 410) this.#parts.onExpired();
      // A lost line has its own notice, and whoever scrolls asks again.
      else if (!error.isLost) this.#parts.toasts.problem(error);
    } finally {
      if (this.#asking.get(page) === asking) this.#asking.delete(page);
    }
  }

  #indexOf(element) {
    const index = element.closest?.("[data-index]")?.dataset.index;
    return index === undefined ? null : Number(index);
  }

  #setFocus(index) {
    if (index === null || index === this.#focused) return;
    this.#drawn.get(this.#focused)?.setReachable(false);
    this.#focused = index;
    this.#drawn.get(index)?.setReachable(true);
  }

  #reveal(row) {
    const height = this.#height, top = row * height, { scrollTop, clientHeight } = this.element;
    if (top < scrollTop || height > clientHeight) this.element.scrollTop = top;
    else if (top + height > scrollTop + clientHeight) this.element.scrollTop = top + height - clientHeight;
    this.#focused = this.#rows[row];
    this.#draw();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = this.#indexOf(event.target), group = this.#drawn.get(index);
    if (!group || event.repeat && /^[mn]$/i.test(event.key)) return;
    switch (event.key) {
      case "m": case "M": group.merge(); break;
      case "n": case "N": group.keepApart(); break;
      default: if (!this.#move(event.key, this.#rows.indexOf(index))) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #move(key, row) {
    const screen = Math.max(1, Math.floor(this.element.clientHeight / this.#height));
    const step = { ArrowUp: -1, ArrowDown: 1, PageUp: -screen, PageDown: screen, Home: -Infinity, End: Infinity }[key];
    if (step === undefined) return false;
    const to = Math.min(this.#rows.length - 1, Math.max(0, row + step));
    this.#reveal(to);
    this.#drawn.get(this.#rows[to])?.focus();
    return true;
  }
}
