// The rules of what may be handed over, and of what becomes of a choice when the library changes. `PickerSelection` has them for the server, the tool and the
// API; a test compares the two step by step. Without DOM.
import { mostSelected } from "../timeline/selection.js";

/** How many a selection holds by a limit, of which 0 is none. */
export const mostOf = (limit) => (limit === 0 ? mostSelected : limit);

/** The fewest that are handed over: without a minimum one, or none where something was chosen from the beginning. */
export const fewestOf = ({ minimum, wasPreselected }) => (minimum > 0 ? minimum : wasPreselected ? 0 : 1);

/** How many have to go, and how many are lacking; where both are 0 the choice may be handed over. */
export function lackOf({ limit, minimum, wasPreselected }, count) {
  const excess = limit > 0 ? Math.max(0, count - limit) : 0;
  return { excess, lacking: excess > 0 ? 0 : Math.max(0, fewestOf({ minimum, wasPreselected }) - count) };
}

/**
 * What is not there is not chosen, and is again where it was once it is back, unless others have filled the limit meanwhile.
 * @param {any} selection a `Selection`
 * @param {{limit: number, preselected: Set<string>}} rules what was chosen from the beginning may be more than the limit
 * @param {string[]} asked all whose being there is known now
 * @param {Set<string>} absent those of them that are not there
 */
export function follow(selection, { limit, preselected }, asked, absent) {
  const isKnown = new Set(asked);
  const returning = selection.lost.filter((id) => isKnown.has(id) && !absent.has(id));
  const gone = selection.lose(absent);
  const [back, forgotten] = [[], []];
  for (const id of returning) {
    const most = Math.max(limit, preselected.has(id) ? preselected.size : 0);
    (limit === 0 || selection.size + back.length < most ? back : forgotten).push(id);
  }
  selection.deselect(forgotten);
  selection.recover(back);
  return { gone, back, forgotten };
}
