// What stays where it is on the screen while the list changes under it. Without DOM.

/** The photo that keeps its place: `index`, and how far its row's top is below the window's. Null at the very top, which stays. */
export function anchorOf(layout, offset) {
  if (offset <= 0 || layout.count === 0) return null;
  const index = layout.firstBelow(offset);
  return { index, within: layout.placeOf(index).top - offset };
}

/** The same photo after the list moved, or the nearest one that is left: the next, else the one before. */
export function survivorOf(index, move, count) {
  for (let at = index; at < count; at++) {
    const moved = move(at);
    if (moved !== null) return moved;
  }
  for (let at = index - 1; at >= 0; at--) {
    const moved = move(at);
    if (moved !== null) return moved;
  }
  return null;
}

/** The offset at which the anchor stands where it stood. */
export function offsetOf(layout, anchor) {
  if (anchor === null || anchor.index === null || layout.count === 0) return 0;
  return layout.placeOf(Math.min(anchor.index, layout.count - 1)).top - anchor.within;
}

/** The offset that brings a row wholly into the window, moving as little as can be; `margin` is covered by a heading. */
export function revealing(layout, index, { offset, viewport, margin }) {
  const { day, row, top } = layout.placeOf(index);
  const height = layout.rowHeight(day, row);
  const bottom = top + height;
  // The first row brings its heading along.
  const wanted = row === 0 ? layout.top(day) : top - margin;
  const isAbove = wanted < offset;
  if (!isAbove && bottom <= offset + viewport) return offset;
  const isFar = wanted < offset - viewport || bottom > offset + 2 * viewport;
  if (isFar) return row === 0 ? wanted : top - Math.floor((viewport - height) / 2);
  return isAbove ? wanted : bottom - viewport;
}
