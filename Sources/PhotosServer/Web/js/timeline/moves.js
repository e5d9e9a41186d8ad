// Where the keys lead in a layout. Without DOM.
import { steppedIndex } from "./marks.js";

/** The index a move leads to. `across` is kept through rows that have nothing there; `rows` are a screen's. */
export function destination(layout, index, move, { across, rows }) {
  const last = layout.count - 1;
  switch (move) {
    case "left": return Math.max(0, index - 1);
    case "right": return Math.min(last, index + 1);
    case "up": return layout.vertical(index, -1, across);
    case "down": return layout.vertical(index, 1, across);
    case "pageUp": return paged(layout, index, -1, across, rows);
    case "pageDown": return paged(layout, index, 1, across, rows);
    case "first": return 0;
    case "last": return last;
    case "previousMonth": return steppedIndex(layout.buckets, index, -1, "month");
    case "nextMonth": return steppedIndex(layout.buckets, index, 1, "month");
    case "previousYear": return steppedIndex(layout.buckets, index, -1, "year");
    case "nextYear": return steppedIndex(layout.buckets, index, 1, "year");
    default: return index;
  }
}

/** A screen on or back: the row that stands a screen's height away, and never the same one; the ends where there is none. */
function paged(layout, index, step, across, rows) {
  const { top } = layout.placeOf(index);
  const wanted = top + step * rows * layout.pitch;
  if (wanted < 0) return layout.vertical(0, 0, across);
  if (wanted >= layout.height) return layout.vertical(layout.count - 1, 0, across);
  const at = layout.nearest(wanted, across);
  const moved = layout.placeOf(at).top !== top;
  return moved ? at : layout.vertical(index, step, across);
}
