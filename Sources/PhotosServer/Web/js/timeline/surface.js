// The part of the list that is in the page: days with their rows, reused as the list moves. Days stand in the document in the
// order of the list; their headings stick to the top by themselves.
import { grouped, say } from "../language.js";
import { shortTitleOf, titleOf } from "./dates.js";
import { Heading, Row } from "./row.js";

/** Pixels across that a heading needs for all its words, and for a weekday beside the short ones. */
const wholeTitle = 300;
const weekday = 150;

/** So many unused rows, and cells of no row, are kept at most. */
const mostSpare = 60;

export class Surface {
  #canvas;
  #source;
  #days = new Map();
  #spareDays = [];
  #spareRows = [];
  #spareCells = [];

  /** `source`: tile(index), isSelected(index), numberAt(index) from 1 or null, isDaySelected(day), focused (index or null). */
  constructor(canvas, source) {
    this.#canvas = canvas;
    this.#source = source;
  }

  /** Puts what is between two offsets into the page, `shift` moves it to where the scrolling element is. */
  draw(layout, from, to, shift) {
    const parts = layout.window(from, to);
    const kept = new Map();
    const free = [];
    const wanted = new Set(parts.map(({ day }) => day));
    for (const [day, part] of this.#days) {
      if (wanted.has(day)) kept.set(day, part);
      else free.push(part);
    }
    this.#days = new Map();
    const place = new Places(this.#canvas.firstElementChild, [...kept.values()]);
    for (const { day, first, last } of parts) {
      const part = kept.get(day) ?? free.shift() ?? this.#spareDays.pop() ?? makeDay();
      this.#days.set(day, part);
      place.put(part.element, this.#canvas);
      this.#drawDay(layout, part, { day, first, last }, shift);
    }
    for (const part of free) {
      part.element.remove();
      this.#clear(part);
      if (this.#spareDays.length < 8) this.#spareDays.push(part);
    }
    if (this.#spareRows.length > mostSpare) this.#spareRows.length = mostSpare;
    if (this.#spareCells.length > mostSpare) this.#spareCells.length = mostSpare;
  }

  /** Every cell in the page, in the list's order. */
  *cells() {
    for (const part of this.#days.values()) for (const row of part.rows.values()) yield* row.cells;
  }

  cellAt(layout, index) {
    if (index === null || index < 0 || index >= layout.count) return null;
    const { day, row } = layout.placeOf(index);
    return this.#days.get(day)?.rows.get(row)?.cells[index - layout.rowAt(day, row).start] ?? null;
  }

  /** Selection or focus changed. */
  mark(layout) {
    for (const cell of this.cells()) cell.mark(this.#flags(cell.index));
    for (const [day, part] of this.#days) this.#showHeading(layout, part, day);
  }

  #drawDay(layout, part, { day, first, last }, shift) {
    const heading = layout.headingOf(day);
    const bounds = layout.boundsOf(day);
    const isElsewhere = part.left !== bounds.left || part.width !== bounds.width || part.pixels !== bounds.pixels;
    if (isElsewhere) putAcross(part, bounds);
    if (isElsewhere || part.day !== day || part.bucket !== layout.buckets[day] || part.pitch !== layout.pitch) {
      part.day = day;
      part.bucket = layout.buckets[day];
      part.pitch = layout.pitch;
      part.element.setAttribute("aria-label", heading === 0 ? say("page.photos") : titleOf(part.bucket[0]));
      part.heading.element.hidden = heading === 0;
      this.#showHeading(layout, part, day);
    }
    const rowIndex = layout.rowNumber(day, -1) + 1;
    if (part.rowIndex !== rowIndex) part.heading.element.setAttribute("aria-rowindex", part.rowIndex = rowIndex);
    // The heading's own place is just above the first row in the page; it sticks while its day is on the screen.
    const top = layout.rowTop(day, first) - heading + shift;
    if (part.top !== top) part.element.style.top = `${part.top = top}px`;
    this.#drawRows(layout, part, { day, first, last });
  }

  #drawRows(layout, part, { day, first, last }) {
    const free = [];
    const kept = [];
    for (const [number, row] of part.rows) (number < first || number >= last ? free : kept).push(row);
    const rows = new Map();
    const place = new Places(part.heading.element.nextElementSibling, kept);
    for (let number = first; number < last; number++) {
      const row = part.rows.get(number) ?? free.shift() ?? this.#spareRows.pop() ?? new Row();
      rows.set(number, row);
      place.put(row.element, part.element);
      this.#drawRow(layout, row, day, number);
    }
    for (const row of free) this.#drop(row);
    part.rows = rows;
  }

  #drawRow(layout, row, day, number) {
    const { start, count, column } = layout.rowAt(day, number);
    row.resize(count, this.#spareCells);
    row.shape(layout.shapeOfRow(day, number));
    const rowIndex = layout.rowNumber(day, number) + 1;
    if (row.rowIndex !== rowIndex) row.element.setAttribute("aria-rowindex", row.rowIndex = rowIndex);
    const date = layout.buckets[day][0];
    for (let at = 0; at < count; at++) {
      const index = start + at;
      row.cells[at].show({ index, column: column + at, day: date, tile: this.#source.tile(index), ...this.#flags(index) });
    }
  }

  #showHeading(layout, part, day) {
    const [date, count] = layout.buckets[day];
    if (layout.headingOf(day) === 0) return;
    const { pixels: width, isWhole } = layout.boundsOf(day);
    const short = width < wholeTitle ? shortTitleOf(date, { hasWeekday: width >= weekday }) : null;
    const isSelected = this.#source.isDaySelected(day);
    part.heading.show({ day, title: titleOf(date), short, isShared: !isWhole, count: grouped(count), isSelected });
  }

  #flags(index) {
    return { isSelected: this.#source.isSelected(index), isFocused: index === this.#source.focused, number: this.#source.numberAt(index) };
  }

  #clear(part) {
    for (const row of part.rows.values()) this.#drop(row);
    part.rows.clear();
    part.day = -1;
    part.bucket = null;
  }

  #drop(row) {
    row.element.remove();
    row.clear();
    this.#spareRows.push(row);
  }
}

/** Puts elements in order among their siblings, so that those which stay are never moved: a moved element loses the focus. */
class Places {
  #next;
  #staying;

  constructor(first, staying) {
    this.#next = first;
    this.#staying = new Set(staying.map((part) => part.element));
  }

  put(element, parent) {
    if (this.#staying.has(element)) {
      while (this.#next !== element) this.#next = this.#next.nextElementSibling;
    }
    if (this.#next === element) this.#next = element.nextElementSibling;
    else parent.insertBefore(element, this.#next);
  }
}

function makeDay() {
  const element = document.createElement("div");
  element.setAttribute("role", "rowgroup");
  element.className = "day";
  const heading = new Heading();
  element.append(heading.element);
  return { element, heading, rows: new Map(), day: -1, bucket: null, top: null, left: "", width: "", pixels: 0, pitch: 0, rowIndex: 0 };
}

/** Puts a day where it stands across. One that has all of the width follows it by itself. */
function putAcross(part, { left, width, pixels, isWhole, columns }) {
  Object.assign(part, { left, width, pixels });
  const { style } = part.element;
  style.left = isWhole ? "" : left;
  style.width = isWhole ? "" : width;
  if (isWhole || columns === 0) style.removeProperty("--columns");
  else style.setProperty("--columns", columns);
}
