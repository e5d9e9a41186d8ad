// The grid of all photos of a view, by day: complete however many they are, with only a few screens of it in the page.
import { WholeList } from "../api.js";
import { say } from "../language.js";
import { Frame } from "./frame.js";
import { actionOf } from "./keys.js";
import { List } from "./list.js";
import { destination } from "./moves.js";
import { survivorOf } from "./place.js";
import { Pointer } from "./pointer.js";
import { Selection } from "./selection.js";
import { Sweep } from "./sweep.js";

/** Where more than this is chosen, a list fetched anew doesn't look for it. */
const mostSought = 60;
const retryAfter = 2000;

/**
 * Events: `open` {index}, `selection` {ids}, `focus` {index}, `count` {count}, `notice` {text} for the person,
 * `problem` {error} when the server can't be reached for a moment.
 */
export class Timeline extends EventTarget {
  #list;
  #frame;
  #selection;
  #focused = null;
  /** Where the keys go up and down. */
  #across = null;
  #isSelecting = false;
  #refreshing = null;
  /** Stands for the call of `show` whose answer is awaited. */
  #coming = null;
  #sweep = null;
  #hasToldLimit = false;
  #isPicking;

  /** `picking`: `{most, isOrdered}` where photos are chosen to be handed over: a click chooses, and what is chosen stays so in every list. */
  constructor(element, { api, picking = null }) {
    super();
    const list = this.#list = new List(api);
    this.#isPicking = picking !== null;
    this.#selection = new Selection(list, () => this.#selected(), picking === null ? {} : { most: picking.most, isKept: true });
    this.#frame = new Frame(element, {
      list, selection: this.#selection, focused: () => this.#focused, pictures: api.thumbnails,
      covers: async (at, signal) => (await api.covers(list.view, at, { signal })).covers.map(({ tile }) => tile), laidOut: (by) => this.#sweep?.carry(by),
      focusOn: (index) => this.focusIndex(index),
      isNumbered: picking?.isOrdered ?? false,
    });
    list.addEventListener("moved", (event) => this.#moved(event.detail.move));
    list.addEventListener("tiles", (event) => this.#known(event.detail));
    list.addEventListener("shaped", () => this.#frame.reshape());
    list.addEventListener("stale", () => this.refresh());
    list.addEventListener("problem", (event) => this.#tell("problem", event.detail));
    const timeline = this;
    this.#sweep = new Sweep(this.#frame.scrolled, this.#frame, {
      begin: ({ isAdding }) => (isAdding || this.#isPicking ? this.#selection.anchor() : this.#selection.clear()),
      sweep: (runs) => this.#swept(this.#selection.sweep(runs)),
      runTo: (index) => this.#swept(this.#selection.extend(index, index)),
    });
    new Pointer(this.#frame.scrolled, {
      get isSelecting() { return timeline.#isSelecting || timeline.#selection.size > 0; },
      open: (index) => this.#open(index),
      toggle: (index) => this.toggle(index),
      extend: (index) => this.#extend(index),
      hold: (index, event) => this.#hold(index, event),
      band: (event) => this.#sweep.beginBand(event),
      toggleDay: (day) => this.#toggleDay(day),
      carried: (index) => this.#carried(index),
      zoom: (step, event) => this.#frame.zoom.by(step, event),
    });
    this.#frame.scrolled.addEventListener("keydown", (event) => this.#key(event));
    this.#frame.scrolled.addEventListener("focusin", (event) => this.#frame.focusIn(event, (index) => this.#setFocused(index)));
  }

  /** Shows a view from its start, or with a photo of it in sight. */
  async show(view, { focus = null } = {}) {
    const coming = this.#coming = Symbol();
    let found;
    try {
      found = await this.#list.open(view, { places: () => (focus === null ? [] : [focus]) });
    } catch (error) {
      if (error.name !== "AbortError") this.clear();
      throw error;
    } finally {
      if (this.#coming === coming) this.#coming = null;
    }
    this.#isSelecting = this.#isPicking;
    this.#selection.leave();
    this.#focused = this.count > 0 ? found.get(focus)?.index ?? 0 : null;
    this.#across = null;
    this.#frame.open(found.get(focus)?.index ?? null);
    this.#list.catchUp();
    this.#tell("count", { count: this.count });
  }

  /** Nothing of another list stands behind what says why this one can't be shown. */
  clear() {
    this.#list.clear();
    this.#selection.leave();
    [this.#focused, this.#across] = [null, null];
    this.#frame.open(null);
  }

  get view() { return this.#list.view; }
  get count() { return this.#list.count; }
  get position() { return this.#list.position; }
  get focused() { return this.#focused; }
  get selection() { return this.#selection; }
  /** All of the list but what was left out, where so many are chosen that they have no names; else null. */
  get wholeList() { return this.#selection.isWhole ? new WholeList(this.view, this.#list.shownPosition, this.#selection.leftOut, this.#selection.size) : null; }
  get isSelecting() { return this.#isSelecting; }
  selectedTiles() { return this.#selection.tiles; }
  tileAt(index) { return this.#list.get(index); }
  /** See `List.shownIndex`. */
  shownIndex(position, index) { return this.#list.shownIndex(position, index); }
  tileIfLoaded(index) { return this.#list.at(index); }
  zoomBy(step) { this.#frame.zoom.by(step); }

  /** While selecting, and while anything is chosen, a plain click chooses. */
  setSelecting(isSelecting) {
    this.#isSelecting = isSelecting;
    this.#frame.showSelecting(isSelecting || this.#selection.size > 0);
  }

  scrollToIndex(index) { this.#frame.reveal(this.#clamp(index)); }

  /** Brings a photo into sight and gives it the keyboard's focus. */
  focusIndex(index) {
    if (this.count === 0) return;
    this.#setFocused(this.#clamp(index));
    this.#frame.reveal(this.#focused);
    this.#frame.takeFocus();
  }

  /** A change of the view as the server tells it, or `{position, incremental: false}` to look anew. */
  applyChange(change) { this.#list.apply(change); }

  /** Fetches the list anew and keeps the place in it. */
  async refresh() {
    // A list that is on its way is newer than what could be fetched of the one before, which must not overtake it.
    if (this.#coming) return;
    if (this.#refreshing) {
      this.#refreshing.again = true;
      return;
    }
    const view = this.#list.view;
    if (view === null) return;
    const refreshing = this.#refreshing = { again: false };
    try {
      // Where somebody is when the list is there, and not where he was when it was asked for: meanwhile the scrubber leads far away.
      let known = this.#shown();
      const found = await this.#list.open(view, { places: () => (known = this.#shown()).ids });
      const anchor = this.#frame.anchor();
      /** Who went on since the last look is as far from what was found then as before. */
      const moved = (index, { id, index: before }) => {
        const place = found.get(id);
        return Math.max(0, index + (place === undefined ? 0 : (place.index ?? place.nearest) - before));
      };
      this.#focused = this.count === 0 ? null : this.#clamp(moved(this.#focused ?? 0, known.focused));
      this.#frame.relayout(anchor === null ? null : { ...anchor, index: moved(anchor.index, known.anchored) });
      this.#selection.replace(found);
      this.#list.catchUp();
      this.#tell("count", { count: this.count });
    } catch (error) {
      if (error.name !== "AbortError") {
        this.#tell("problem", { error });
        setTimeout(() => this.refresh(), retryAfter);
      }
    } finally {
      this.#refreshing = null;
    }
    if (refreshing.again && this.#list.view === view) this.refresh();
  }

  /** What keeps its place in a list that is fetched anew: the first photo in sight, the one that has the focus, and those that are chosen; `ids` where these are known. */
  #shown() {
    const at = (index) => ({ index: index ?? 0, id: index === null ? null : this.#list.at(index)?.id ?? null });
    const anchored = at(this.#frame.anchor()?.index ?? null), focused = at(this.#focused);
    const chosen = this.#selection.named.length <= mostSought ? this.#selection.named : [];
    return { anchored, focused, ids: [...new Set([anchored.id, focused.id, ...chosen])].filter((id) => id !== null) };
  }

  #moved(move) {
    const before = this.#frame.layout.count;
    const anchor = this.#frame.anchor();
    if (this.#focused !== null) this.#focused = survivorOf(this.#focused, move, before);
    if (this.#focused === null && this.count > 0) this.#focused = 0;
    this.#selection.move(move);
    // A commit comes in two steps, what left and what came: the same photo keeps its place through both.
    const isHeld = this.#list.isBehind;
    this.#frame.relayout(anchor === null ? null : { ...anchor, index: survivorOf(anchor.index, move, before) }, { isHeld });
    this.#tell("count", { count: this.count });
  }

  #known({ first, last }) {
    for (let index = first; index < last && this.#selection.size > 0; index++) {
      const tile = this.#list.at(index);
      if (tile) this.#selection.refresh(index, tile);
    }
    this.#frame.drawKnown();
  }

  #selected() {
    this.#frame.showSelecting(this.#isSelecting || this.#selection.size > 0);
    this.#frame.mark();
    this.#tell("selection", { ids: [...this.#selection] });
  }

  #open(index) {
    this.#setFocused(index);
    this.#frame.takeFocus();
    this.#tell("open", { index });
  }

  /** Chooses a photo, or chooses it no more. */
  async toggle(index) {
    this.#setFocused(index);
    const tile = this.#list.at(index) ?? await this.#list.get(index);
    if (tile) this.#toggle(index, tile);
  }

  /** The same of a photo that may stand in another list. */
  toggleTile(tile) { this.#toggle(null, tile); }

  #toggle(index, tile) {
    if (!this.#selection.toggle(index, tile)) this.#noticeLimit();
  }

  async #extend(index) {
    const from = this.#focused ?? index;
    this.#setFocused(index);
    if (await this.#selection.extend(from, index) > 0) this.#noticeLimit();
  }

  /** A finger's long press chooses, and what the finger moves over next as well. */
  #hold(index, event) {
    const tile = this.#list.at(index);
    if (!tile) return;
    this.#hasToldLimit = false;
    if (this.#selection.has(tile.id)) this.#selection.anchor(index);
    else this.toggle(index);
    this.#sweep.beginRun(event);
  }

  /** While the pointer moves on, the limit is said once. */
  async #swept(excess) {
    if (await excess === 0) this.#hasToldLimit = false;
    else if (!this.#hasToldLimit) {
      this.#hasToldLimit = true;
      this.#noticeLimit();
    }
  }

  async #toggleDay(day) {
    const { layout } = this.#frame;
    const first = layout.start(day);
    const last = first + layout.countOf(day);
    if (this.#frame.isDaySelected(day)) {
      if (await this.#selection.leaveOut(first, last) > 0) this.#noticeLimit();
    } else if (await this.#selection.choose(first, last) > 0) {
      this.#noticeLimit();
    }
  }

  async selectAll() {
    if (await this.#selection.all() > 0) this.#noticeLimit();
  }

  #noticeLimit() {
    const count = this.#selection.most;
    this.#tell("notice", { text: this.#isPicking ? say("picker.most", { count }) : say("selection.most", { count }) });
  }

  /** What a drag that begins at a photo takes along: all that is chosen, if it is one of them. */
  #carried(index) {
    const tile = this.#list.at(index);
    // What is dragged has names.
    if (!tile || this.#isPicking || (this.#selection.isWhole && this.#selection.has(tile.id))) return null;
    return { ids: this.#selection.has(tile.id) ? [...this.#selection] : [tile.id] };
  }

  #key(event) {
    if (this.count === 0 || event.target.closest("button")) return;
    const action = actionOf(event);
    if (action === null) return;
    event.preventDefault();
    const index = this.#focused ?? 0;
    const [name, argument, isExtending] = action;
    switch (name) {
      case "go": return this.#go(argument, isExtending);
      case "open": return this.#open(index);
      case "toggle": return this.toggle(index);
      case "extend": return this.#extend(index);
      case "selectAll": return this.selectAll();
      case "zoom": return this.#frame.zoom.by(argument);
    }
  }

  #go(move, isExtending) {
    const { layout } = this.#frame;
    const from = this.#focused ?? 0;
    const isVertical = ["up", "down", "pageUp", "pageDown"].includes(move);
    const across = isVertical ? this.#across ?? layout.acrossOf(from) : null;
    const to = destination(layout, from, move, { across: across ?? 0, rows: this.#frame.rowsOfScreen });
    this.focusIndex(to);
    this.#across = across;
    if (!isExtending) return;
    this.#selection.extend(from, to).then((excess) => { if (excess > 0) this.#noticeLimit(); });
  }

  #setFocused(index) {
    this.#across = null;
    if (index === this.#focused) return;
    this.#focused = index;
    this.#frame.mark();
    this.#tell("focus", { index });
  }

  #clamp(index) { return Math.min(this.count - 1, Math.max(0, index)); }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
