// What an editor saves is taken back by saving the version before once more, and made again by saving it again: both by the same requests.
import { say } from "../language.js";

/** Of versions that were saved once more: the revision that they had, and the one that shows the same since. */
const again = new Map();

const key = (id, revision) => `${id}.${revision}`;

/** The revision that shows now what a revision showed, if nobody else has changed the asset since. */
function newest(id, revision) {
  let now = revision;
  // Each is later than the one before, so that this ends.
  while (again.has(key(id, now))) now = again.get(key(id, now));
  return now;
}

/** The version that is saved, as the server tells it; `value` of another program's edit is null. */
export const version = ({ revision, edited }, value) => ({ value, revision, isForeign: edited && value === null });

/**
 * Puts the version before in the place of the one that was saved, or for true that one again; gives the revision that shows it.
 * @param {{id: string, send: (value: any, revision: number) => Promise<{revision: number}>}} asset
 * @param {{value: any, revision: number}} before
 * @param {{value: any, revision: number}} after
 */
export const exchange = ({ id, send }, before, after) => async (/** @type {boolean} */ isRedo) => {
  const [from, to] = isRedo ? [before, after] : [after, before];
  const { revision: now } = await send(to.value, newest(id, from.revision));
  // At the end of its chain, which the versions that began with it share.
  const last = newest(id, to.revision);
  if (now > last) again.set(key(id, last), now);
  return now;
};

/**
 * Saves a version of an asset in the place of another and says so, with Undo where the one before can be saved again: another program's can't be.
 * @param {{id: string, acts: any, send: (value: any, revision: number) => Promise<{revision: number, changed: boolean}>}} asset
 * @param {{value: any, revision: number, isForeign: boolean}} before null for a value is the original
 * @param {any} value null reverts
 */
export async function save({ id, acts, send }, before, value) {
  const { revision, changed } = await send(value, before.revision);
  const title = say(value === null ? "editor.reverted" : "editor.saved");
  if (!changed || before.isForeign) return acts.saved(title);
  return acts.saved(title, exchange({ id, send }, before, { value, revision }));
}
