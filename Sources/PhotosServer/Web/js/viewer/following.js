// Where an index of a list stands after a change of the list, from the change's ranges: removed in the list before,
// inserted and changed in the list after.

/** The index afterwards; for an element that is gone, the index of the one that followed it. */
export function followed(index, { removed = [], inserted = [] }) {
  let isGone = false;
  let before = 0;
  for (const [start, length] of removed) {
    if (start > index) break;
    isGone = index < start + length;
    before += isGone ? index - start : length;
  }
  let after = index - before;
  for (const [start, length] of inserted) {
    if (start > after) break;
    after += length;
  }
  return { index: after, isGone };
}

export const isWithin = (index, ranges = []) =>
  ranges.some(([start, length]) => start <= index && index < start + length);
