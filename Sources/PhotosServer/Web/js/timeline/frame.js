// The timeline's elements, and what is drawn in them when the list, the window or the scroll position changes.
import { whenIdle, whenPainted } from "../idle.js";
import { say } from "../language.js";
import { Afar } from "./afar.js";
import { byMonth } from "./buckets.js";
import { JustifiedLayout } from "./justified.js";
import { Layout } from "./layout.js";
import { Pictures, medium } from "./pictures.js";
import { anchorOf, offsetOf, revealing } from "./place.js";
import { Scroller } from "./scroller.js";
import { Scrubber } from "./scrubber.js";
import { isMonths, rowsFor, sizesFor } from "./sizes.js";
import { Span } from "./span.js";
import { Surface } from "./surface.js";
import { Zoom } from "./zoom.js";
import { Cell } from "./cell.js";

/** So many cells are in the page at most, what is seen included; each is two or three elements. */
const mostCells = 420;
/** So many rows beside what is seen are made at once. */
const rowsAtOnce = 2;
/** What is beside it is made when the browser rests, after so many milliseconds at the latest. */
const restWithin = 300;
/** Room of the scrubber above and below its track. */
const inset = 18;

export class Frame {
  #element;
  #scroll = document.createElement("div");
  #canvas = document.createElement("div");
  #source;
  #surface;
  #scroller;
  #scrubber;
  #pictures;
  #finer;
  /** A square's side on the screen. */
  #pixels = 0;
  #size = { width: 0, height: 0 };
  #chosenByDay = null;
  /** By id, from 1; null where nobody asks for the order. */
  #numbers = null;
  #span = new Span();
  #seen = [];
  #isGrowing = false;
  #isShaping = false;
  #held = null;
  #afar = null;
  /** @type {any} a `Layout` or a `JustifiedLayout` */
  layout = new Layout({ buckets: [], columns: 1, pitch: 1, gap: 0, heading: 0, spacing: 0 });

  /**
   * `source`: list, selection, focused(), pictures(keys, signal, size), covers(indices, signal) → tiles, laidOut(by): all stands so much further down now,
   * focusOn(index): a photo that is to have the keyboard's focus, isNumbered: whether what is chosen shows in which order it was.
   */
  constructor(element, source) {
    this.#element = element;
    this.#source = source;
    const { list, selection, pictures } = source;
    this.#pictures = new Pictures(pictures, () => this.#rested());
    this.#finer = new Pictures(pictures, () => {}, medium(() => this.#pixels));
    this.zoom = new Zoom((event) => this.#zoomed(event));
    this.#scroll.className = "scroll";
    this.#scroll.setAttribute("role", "grid");
    this.#scroll.setAttribute("aria-label", say("page.photos"));
    this.#scroll.setAttribute("aria-multiselectable", "true");
    this.#scroll.tabIndex = -1;
    this.#canvas.className = "canvas";
    this.#canvas.setAttribute("role", "presentation");
    this.#scroll.append(this.#canvas);
    this.#scrubber = new Scrubber({ onMove: (place) => this.#scrubbed(place) });
    element.append(this.#scroll, this.#scrubber.element, this.zoom.element);
    this.#surface = new Surface(this.#canvas, {
      tile: (index) => list.at(index),
      isSelected: (index) => selection.size > 0 && selection.has(list.at(index)?.id),
      isDaySelected: (day) => this.isDaySelected(day),
      numberAt: (index) => this.#numbers?.get(list.at(index)?.id) ?? null,
      get focused() { return source.focused(); },
    });
    this.#scroller = new Scroller(this.#scroll, this.#canvas, { onMove: () => this.draw() });
    new ResizeObserver(() => this.#resized()).observe(this.#scroll);
  }

  get scrolled() { return this.#scroll; }
  /** Whether years or months stand in the place of the photos now. */
  get #isFar() { return this.#afar?.element.isConnected ?? false; }
  get rowsOfScreen() { return Math.max(1, Math.floor((this.#scroller.viewport - this.layout.heading) / this.layout.pitch)); }

  /** A list from its start, or with a photo of it in the middle. */
  open(index) {
    this.zoom.comeNear();
    this.relayout(null, { isFresh: true });
    if (index === null) return;
    const { top } = this.layout.placeOf(index);
    this.#scroller.moveTo(top - (this.#scroller.viewport - this.layout.pitch) / 2);
    this.draw();
  }

  /** What is to keep its place: the first photo in sight, or the one that is held until somebody scrolls. */
  anchor() {
    // What was scrolled since the last frame counts: a commit that comes in the same moment would put back where somebody was.
    this.#scroller.catchUp();
    const { offset } = this.#scroller;
    if (this.#isFar) return { index: this.#afar.index, within: this.layout.heading };
    return this.#held?.offset === offset ? this.#held.anchor : anchorOf(this.layout, offset);
  }

  /** The list or the size of the window changed: lays out anew with the anchor where it was. */
  relayout(anchor, { isFresh = false, isHeld = false, isAtEnd = false } = {}) {
    const width = this.#canvas.clientWidth;
    const height = this.#scroll.clientHeight;
    this.#size = { width, height };
    if (width === 0 || height === 0) return;
    const { buckets, shapes } = this.#source.list;
    this.zoom.allowFar(buckets.some(([day]) => day !== null));
    const { isJustified, step } = this.zoom;
    const screen = { width, height, zoom: step }, parts = isMonths(step) ? byMonth(buckets) : buckets;
    this.layout = isJustified ? new JustifiedLayout({ ...rowsFor(screen), buckets: parts, shapes }) : new Layout({ ...sizesFor(screen), buckets: parts });
    const side = this.layout.pitch - this.layout.gap;
    this.#pixels = side * devicePixelRatio;
    this.#chosenByDay = null;
    this.#scroll.classList.toggle("is-justified", isJustified);
    this.#scroll.style.setProperty("--columns", String(this.layout.columns));
    this.#scroll.style.setProperty("--side", `${side}px`);
    this.#scroll.setAttribute("aria-rowcount", this.layout.rowCount);
    this.#scroll.setAttribute("aria-colcount", this.layout.columns);
    const offset = isFresh ? 0 : isAtEnd ? Infinity : offsetOf(this.layout, anchor);
    const before = this.#scroller.offset;
    this.#scroller.resize(this.layout.height, height, offset);
    if (isFresh) this.#span.clear();
    else this.#span.move(this.#scroller.offset - before);
    this.#source.laidOut(this.#scroller.offset - before);
    // Where rows break goes by what is before them: in rows of their own shapes another photo may be the first in sight each time.
    const holds = isHeld || isJustified;
    this.#held = holds && anchor !== null && this.#scroller.offset === offset ? { anchor, offset } : null;
    this.#scrubber.show(this.layout, height - 2 * inset);
    this.#showAfar(anchor?.index ?? 0);
    this.draw();
  }

  draw() {
    // Nobody sees them.
    if (this.zoom.far !== null) {
      this.#pictures.rest();
      this.#finer.rest();
      return;
    }
    const { layout } = this;
    const { offset, viewport, shift } = this.#scroller;
    const had = document.activeElement;
    const hadFocus = had === this.#scroll || (Cell.of(had) !== undefined && this.#scroll.contains(had));
    // What flies by is past before it is seen.
    const step = this.#scroller.isFast ? 0 : rowsAtOnce * layout.pitch;
    this.#span.follow({ offset, viewport, height: layout.height, most: this.#overscan, step, direction: this.#scroller.direction });
    this.#surface.draw(layout, this.#span.from, this.#span.to, shift);
    if (hadFocus) this.takeFocus();
    else this.#keepReachable();
    const range = this.#scroller.range;
    const share = layout.shareAtOffset(range > 0 ? (offset * layout.height) / range : 0);
    this.#scrubber.follow(share, this.#scroller.isMoving);
    this.#load();
    this.#grow();
    this.#shape();
  }

  /** Other shapes of pictures are known: rows are broken anew, with the first photo in sight where it was, or the last one at the list's end. */
  reshape() {
    if (!this.layout.isJustified) return;
    this.#scroller.catchUp();
    const { offset, range } = this.#scroller;
    this.relayout(this.anchor(), { isAtEnd: range > 0 && offset > range - 1 });
  }

  /** Years or months in the place of the photos, or the photos again. */
  #showAfar(index) {
    const unit = this.zoom.far, hadFocus = this.#element.contains(document.activeElement) && !this.zoom.element.contains(document.activeElement);
    const isShown = this.#isFar;
    this.#element.classList.toggle("is-far", unit !== null);
    this.#scroll.inert = unit !== null;
    if (unit === null) {
      if (!isShown) return;
      this.#afar.element.remove();
      if (hadFocus) this.#source.focusOn(index);
      return;
    }
    const { list, covers } = this.#source;
    this.#scrubber.element.hidden = true;
    this.#afar ??= new Afar({
      covers, zoom: (step) => this.zoom.by(step),
      go: (unit, start) => {
        if (unit === null) this.zoom.comeNear();
        else this.zoom.far = unit;
        this.relayout({ index: start, within: this.layout.heading });
        if (unit === null) this.#source.focusOn(start);
      },
    });
    if (!isShown) this.#scroll.after(this.#afar.element);
    this.#afar.show({ buckets: list.buckets, unit, view: list.view, index, isShown });
    if (hadFocus) this.#afar.focus();
  }

  /** Photos are known that weren't: drawn at once, with the next frame while the list moves. */
  drawKnown() {
    if (this.#scroller.isMoving) this.#scroller.moveSoon();
    else this.draw();
  }

  /** Selection or focus changed. */
  mark() {
    this.#chosenByDay = null;
    if (this.#source.isNumbered) this.#numbers = new Map([...this.#source.selection].map((id, at) => [id, at + 1]));
    this.#surface.mark(this.layout);
    this.#keepReachable();
  }

  showSelecting(isSelecting) { this.#element.classList.toggle("is-selecting", isSelecting); }

  reveal(index) {
    if (this.layout.count === 0) return;
    const { offset, viewport } = this.#scroller;
    const wanted = revealing(this.layout, index, { offset, viewport, margin: this.layout.heading });
    if (wanted === offset) return;
    this.#scroller.moveTo(wanted);
    this.draw();
  }

  /** Where a pointer is in the list: across and down from its top left, in CSS pixels. */
  pointOf({ clientX, clientY }) {
    const { left, top } = this.#scroll.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top + this.#scroller.offset };
  }

  /** The photos that a rectangle of two such points touches, as runs of indices. */
  touched(one, other) {
    return this.layout.touchedIn({
      top: Math.min(one.y, other.y), bottom: Math.max(one.y, other.y) + 1, left: Math.min(one.x, other.x), right: Math.max(one.x, other.x),
    }, this.#size.width);
  }

  /** The photo at a point of the list, or the nearest of its row. */
  nearest({ x, y }) {
    return this.layout.nearest(y, this.layout.acrossAt(x, this.#size.width));
  }

  /** Scrolls so far at once, as far as the list goes. */
  scrollBy(by) {
    const { offset, range } = this.#scroller;
    const wanted = Math.min(range, Math.max(0, offset + Math.round(by)));
    if (wanted !== offset) this.#scroller.moveTo(wanted);
  }

  get offset() { return this.#scroller.offset; }

  /** Gives the focus to the focused photo's cell; to the grid while that isn't in the page. */
  takeFocus() {
    if (this.#isFar) return this.#afar.focus();
    const cell = this.#surface.cellAt(this.layout, this.#source.focused());
    const element = cell?.element ?? this.#scroll;
    if (document.activeElement !== element) element.focus({ preventScroll: true });
    this.#keepReachable();
  }

  /** Focus came into the grid: by Tab to a cell, or to the grid itself. */
  focusIn(event, setFocused) {
    const cell = Cell.of(event.target);
    if (cell && cell.index !== this.#source.focused()) setFocused(cell.index);
  }

  isDaySelected(day) {
    if (this.#source.selection.size === 0) return false;
    if (this.#chosenByDay === null) {
      this.#chosenByDay = new Map();
      for (const index of this.#source.selection.indices) {
        const at = this.layout.dayOf(index);
        this.#chosenByDay.set(at, (this.#chosenByDay.get(at) ?? 0) + 1);
      }
    }
    // Of a whole list those are known that are left out.
    if (this.#source.selection.isWhole) return !this.#chosenByDay.has(day);
    return (this.#chosenByDay.get(day) ?? 0) >= this.layout.countOf(day);
  }

  /** The grid itself takes the Tab key while the focused photo's cell isn't in the page. */
  #keepReachable() {
    const isThere = this.#surface.cellAt(this.layout, this.#source.focused()) !== null;
    this.#scroll.tabIndex = isThere ? -1 : 0;
  }

  get #overscan() {
    const { pitch, columns, days, count, isJustified } = this.layout;
    const { offset, viewport } = this.#scroller;
    // A day's heading is as many elements as three cells, and where days are short there are many.
    const most = mostCells / (1 + (3 * days) / Math.max(1, count));
    if (count === 0) return 0;
    // Where rows have as many photos as their shapes make it, those that are seen say how many.
    const across = isJustified ? (this.#seenAt(offset, viewport) * pitch) / viewport : columns;
    const rows = (most / Math.max(1, across) - Math.ceil(viewport / pitch) - 2) / 2;
    return Math.max(0, Math.min(viewport, Math.floor(rows) * pitch));
  }

  #seenAt(offset, viewport) { return this.layout.firstBelow(offset + viewport) - this.layout.firstBelow(offset) + 1; }

  /** Asks for the shapes that are missing once what is seen has its pictures, and at once when somebody moves on. */
  #shape() {
    const { list } = this.#source;
    if (this.#isShaping || !this.layout.isJustified || !list.mayLackShapes) return;
    if (this.#scroller.isMoving) return list.loadShapes();
    this.#isShaping = true;
    // A hundred thousand shapes take as long to be put in their places as some frames.
    whenPainted(() => {
      this.#isShaping = false;
      if (this.layout.isJustified && !this.#pictures.isBusy) list.loadShapes();
    }, restWithin);
  }

  /** Asks for what is seen and next to it, once it can be looked at. */
  #load() {
    const { list } = this.#source;
    if (this.#scroller.isFast || this.layout.count === 0) {
      this.#pictures.rest();
      this.#finer.rest();
      list.rest();
      return;
    }
    const { offset, viewport } = this.#scroller;
    const cells = [...this.#surface.cells()];
    if (cells.length === 0) return;
    list.want(cells[0].index, cells.at(-1).index + 1);
    const first = this.layout.firstBelow(offset);
    const end = this.layout.firstBelow(offset + viewport);
    const last = this.layout.placeOf(end).top < offset + viewport ? this.layout.count : end;
    const isSeen = (cell) => cell.index >= first && cell.index < last;
    const seen = cells.filter(isSeen);
    this.#pictures.ask(this.#scroller.isMoving ? seen : [...seen, ...cells.filter((cell) => !isSeen(cell))]);
    this.#seen = seen;
    this.#sharpen();
  }

  #rested() {
    this.#sharpen();
    this.#grow();
    this.#shape();
  }

  /** Asks for finer pictures of what is seen, where the screen has more pixels than theirs, once nothing moves and all have some. */
  #sharpen() {
    if (this.#scroller.isMoving) this.#finer.rest();
    else if (!this.#pictures.isBusy) this.#finer.ask(this.#seen);
  }

  /** Makes more of what is beside what is seen, once that has its pictures and nothing moves. */
  #grow() {
    const isDue = () => !this.#span.isWhole && !this.#scroller.isMoving && !this.#pictures.isBusy;
    if (this.#isGrowing || !isDue()) return;
    this.#isGrowing = true;
    whenIdle(() => {
      this.#isGrowing = false;
      if (isDue()) this.#scroller.moveSoon();
    }, restWithin);
  }

  #scrubbed({ share, index }) {
    const { layout } = this;
    const offset = index === undefined
      ? (layout.offsetAtShare(share) * this.#scroller.range) / layout.height
      : index === layout.count - 1 ? this.#scroller.range : layout.top(layout.dayOf(index));
    this.#scroller.moveTo(Math.round(offset));
  }

  #zoomed(event) {
    const { layout } = this;
    const { top } = this.#scroll.getBoundingClientRect();
    const at = event ? Cell.of(document.elementFromPoint(event.clientX, event.clientY)) : null;
    const anchor = at ? { index: at.index, within: event.clientY - top - layout.pitch / 2 } : this.anchor();
    this.relayout(anchor);
  }

  #resized() {
    const { width, height } = this.#size;
    if (this.#canvas.clientWidth === width && this.#scroll.clientHeight === height) return;
    this.relayout(this.anchor());
  }
}
