// What is chosen, whether it may be handed over, and the handing over.
import { say } from "../language.js";
import { fewestOf, follow, lackOf } from "./rules.js";

/** An import commits again and again: what is chosen is looked up once for all that comes within this. */
const pause = 500;

/** Events: `change`. */
export class Choice extends EventTarget {
  #asked;
  #parts;
  #isBusy = false;
  #hasAnswered = false;
  #timer = null;
  /** The look at what is chosen that was begun last. */
  #looking = Promise.resolve();
  /** The longest side in pixels that pictures are handed over with; null for all there is. */
  size = null;

  constructor(asked, parts) {
    super();
    this.#asked = asked;
    this.#parts = parts;
    parts.timeline.addEventListener("selection", () => this.#changed());
  }

  get #selection() { return this.#parts.timeline.selection; }
  get count() { return this.#selection.size; }
  get ids() { return [...this.#selection]; }
  /** In the order in which they were chosen. */
  get tiles() { return this.#selection.tiles; }
  get isBusy() { return this.#isBusy; }
  /** Whether this page gave the answer, and says itself what became of it. */
  get hasAnswered() { return this.#hasAnswered; }
  has(id) { return this.#selection.has(id); }

  get #rules() {
    const { limit, minimum, preselected, gone } = this.#asked;
    return { limit, minimum, wasPreselected: preselected.length + gone > 0 };
  }

  get isReady() {
    const { excess, lacking } = lackOf(this.#rules, this.count);
    return !this.#isBusy && excess === 0 && lacking === 0;
  }

  /** What there is to say: how many are chosen, of how many, and what is missing. */
  get told() {
    const { limit } = this.#asked;
    const { count } = this;
    const { excess, lacking } = lackOf(this.#rules, count), fewest = fewestOf(this.#rules);
    const many = limit > 0 ? say("picker.of", { count, limit }) : say("picker.chosen", { count });
    if (excess > 0) return say("picker.tooMany", { count: excess });
    if (lacking > 0 && fewest > 1) return `${many} · ${say("picker.atLeast", { count: fewest })}`;
    return count === 0 && limit !== 1 && limit > 0 ? say("picker.upTo", { count: limit }) : many;
  }

  remove(id) { this.#selection.deselect([id]); }
  removeAll(ids) { this.#selection.deselect(ids); }

  /** Other numbers count from now on. */
  showRules() { this.#changed(); }

  moveBehind(id, other) { this.#selection.moveBehind(id, other); }

  /** Moves one of the chosen so many places. Where it stands then. */
  move(id, by) {
    const { ids } = this;
    const from = ids.indexOf(id);
    const to = Math.min(ids.length - 1, Math.max(0, from + by));
    if (from < 0 || from === to) return from;
    ids.splice(to, 0, ...ids.splice(from, 1));
    this.#selection.reorder(ids);
    return to;
  }

  async confirm() {
    if (!this.isReady) return;
    await this.#answer({ assets: this.ids, ...(this.size === null ? {} : { size: this.size }) });
  }

  async cancel() {
    if (!this.#isBusy) await this.#answer({});
  }

  async #answer(body) {
    const { api, end, toasts } = this.#parts;
    this.#isBusy = true;
    this.dispatchEvent(new Event("change"));
    try {
      // A look that is under way would meet a picker that was answered. What it finds gone is not handed over, and the person decides what becomes of the rest.
      await this.#looking;
      if (body.assets?.some((id) => !this.has(id))) return;
      const { state, gone, form } = await api.choose(this.#asked.id, body);
      this.#hasAnswered = gone.length === 0;
      if (gone.length > 0) this.#takeAway(gone);
      else if (form) end.send(form);
      else end.show(state, this.#asked);
    } catch (error) {
      if (error.type === "/problems/picker-over") end.show("over", this.#asked);
      else if (error.type === "/problems/no-such-picker") end.problem(error);
      else toasts.problem(error);
    } finally {
      // What a form gets may take a while to come there. Until then another answer would be one too many, and the event of this one is no news.
      this.#isBusy = end.isLeaving;
      this.dispatchEvent(new Event("change"));
    }
  }

  /** What the server doesn't hand over: the filter may leave it out as well. */
  #takeAway(ids) {
    this.#selection.deselect(ids);
    this.#tellGone(ids.length);
  }

  #tellGone(count) { this.#parts.toasts.say(say("picker.gone", { count }), { isProblem: true }); }

  /** The library changed, or may have: what is chosen may be there no more, or again. */
  lookSoon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#looking = this.#look();
    }, pause);
  }

  async #look() {
    const { api, end, toasts } = this.#parts;
    const sought = [...this.ids, ...this.#selection.lost];
    // When the picker is through nobody has to be asked, or may be.
    if (sought.length === 0 || end.isShown || end.isLeaving) return;
    // The answer that is under way may end it, and tells what is gone by itself.
    if (this.#isBusy) return this.lookSoon();
    let absent;
    try {
      absent = new Set((await api.goneOfChoice(this.#asked.id, sought)).gone);
    } catch {
      // Unreached is not gone. When the line is there again it leads here again.
      return;
    }
    const preselected = new Set(this.#asked.preselected.map(({ id }) => id));
    const { gone, back } = follow(this.#selection, { limit: this.#asked.limit, preselected }, sought, absent);
    if (gone.length > 0) this.#tellGone(gone.length);
    if (back.length > 0) toasts.say(say("picker.back", { count: back.length }));
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}
