// The edit of one photo, made that of others.
import { exchange, version } from "../editor/versions.js";
import { listed, say } from "../language.js";

/** Of the photo's own movie: nothing in another. */
const ofMovie = ["keyFrame", "muted"];
const ofFormat = ["format", "version"];
/** What photos became by edits of this page, of which one that is out of sight is not told. */
const made = new Map();

/** The edit that was copied last, as numbers, until the page is left; the grid and the viewer share it. Of photos they say `{ids, tiles}`. */
export class CopiedEdit {
  #parts;
  #edit = null;

  constructor(parts) {
    this.#parts = parts;
  }

  canCopy({ ids, tiles }) { return ids.length === 1 && tiles.length === 1 && tiles[0].kind === "image" && tiles[0].edited; }

  /** Whether any of them may take it. Which do, the server says. */
  canPaste({ tiles }) { return this.#edit !== null && tiles.some((tile) => tile.kind === "image"); }

  /** What a menu offers for photos. */
  offers(target) {
    return [
      ...(this.canCopy(target) ? [{ label: say("do.copyEdit"), picture: "sliders", run: () => this.copy(target) }] : []),
      ...(this.canPaste(target) ? [{ label: say("do.pasteEdit"), picture: "sliders", run: () => this.paste(target) }] : []),
    ];
  }

  async copy({ ids }) { this.#edit = await copyEdit(ids[0], this.#parts) ?? this.#edit; }

  paste(target) { return pasteEdit(this.#edit, target, this.#parts); }
}

/** The numbers of a photo's edit that others can have; null where there are none, which is said. */
async function copyEdit(id, { api, toasts }) {
  try {
    const { adjustments } = await api.edit(id);
    const edit = Object.fromEntries(Object.entries(adjustments ?? {}).filter(([name]) => !ofMovie.includes(name)));
    if (Object.keys(edit).every((name) => ofFormat.includes(name))) {
      toasts.say(say("edits.none"), { isProblem: true });
      return null;
    }
    toasts.say(say("edits.copied"));
    return edit;
  } catch (error) {
    toasts.problem(error);
    return null;
  }
}

/**
 * One photo after the other, until it is cancelled. Those that can't have it stay as they are, and are named. It is taken back as one, but for what stood over
 * another program's edit: that can't be made again.
 */
async function pasteEdit(edit, { ids, tiles }, { acts, api, toasts }) {
  const known = new Map(tiles.map((tile) => [tile.id, tile]));
  const refused = [];
  let reason = "";
  let done = 0;
  let isCancelled = false;
  const exchanges = [];
  const words = () => say("edits.pasting", { done: done + refused.length, all: ids.length });
  const progress = toasts.say(words(), { action: { label: say("cancel"), run: () => { isCancelled = true; } }, seconds: 3600 });
  try {
    for (const id of ids) {
      if (isCancelled) break;
      try {
        // What was changed since it was seen is not overwritten.
        const was = await api.edit(id);
        const send = (adjustments, revision) => api.saveEdit(id, { adjustments, revision });
        const seen = Math.max(known.get(id)?.revision ?? was.revision, made.get(id) ?? 0);
        const { revision, changed } = await send(edit, seen);
        made.set(id, revision);
        done += 1;
        const before = version(was, was.adjustments);
        if (changed && !before.isForeign) exchanges.push({ id, run: exchange({ id, send }, before, { value: edit, revision }) });
      } catch (error) {
        if (error.isLost) throw error;
        refused.push(known.get(id)?.filename ?? id);
        reason ||= error.detail || error.title;
      }
      progress.update(words());
    }
  } catch (error) {
    toasts.problem(error);
  }
  progress.dismiss();
  if (refused.length > 0) {
    const names = refused.length > 3 ? say("edits.andMore", { names: listed(refused.slice(0, 3)), count: refused.length - 3 }) : listed(refused);
    toasts.say(say("edits.refused", { names, reason }), { isProblem: true });
  }
  if (done > 0 || isCancelled) acts.saved(say("edits.pasted", { count: done }), exchanges.length > 0 ? (isRedo) => exchangeAll(exchanges, isRedo, toasts) : null);
}

/** What somebody else has changed since stays, and is told. */
async function exchangeAll(exchanges, isRedo, toasts) {
  let problem = null;
  let done = 0;
  for (const { id, run } of exchanges) {
    try {
      made.set(id, await run(isRedo));
      done += 1;
    } catch (error) {
      if (error.isLost) throw error;
      problem ??= error;
    }
  }
  if (problem === null) return;
  if (done === 0) throw problem;
  toasts.problem(problem);
}
