// Everyday acts: each is one request, one message with Undo, and one step of the undo stack. What an editor saves is a step as well.
import { WholeList, which } from "../api.js";
import { listed, say } from "../language.js";

/** So many identifiers fit one request well; more than that go in several, undone together. */
const portion = 20000;
const depth = 100;

const idOf = (asset) => (typeof asset === "string" ? asset : asset.id);

/** Events: `done` after every act, undo and redo. Assets may be tiles or identifiers, or a whole list, which is one request however long it is. */
export class Acts extends EventTarget {
  #api;
  #toasts;
  #undo = [];
  #redo = [];
  // One act at a time, in the order they were asked for: undo means the last one.
  #last = Promise.resolve();

  constructor(api, toasts) {
    super();
    this.#api = api;
    this.#toasts = toasts;
  }

  favorite(assets, value = true) { return this.#perform({ act: "favorite", value }, assets); }
  hide(assets, value = true) { return this.#perform({ act: "hide", value }, assets); }
  pick(assets, value = true) { return this.#perform({ act: "pick", value }, assets); }
  /** Deletes the frames that nobody picked of the bursts of these assets. */
  keepPicks(assets) { return this.#perform({ act: "keepPicks" }, assets); }
  /** Makes one burst of photos, and of the bursts that they are of. */
  joinBurst(assets) { return this.#perform({ act: "joinBurst" }, assets); }
  leaveBurst(assets) { return this.#perform({ act: "leaveBurst" }, assets); }
  /** A photo and a video, or a photo and its RAW, in whichever order. */
  pair(assets) { return this.#perform({ act: "pair" }, assets); }
  separate(assets) { return this.#perform({ act: "separate" }, assets); }
  /** Makes the RAW of a pair its original, or for false the photo beside it. */
  showRaw(assets, value = true) { return this.#perform({ act: "showRaw", value }, assets); }
  delete(assets) { return this.#perform({ act: "delete" }, assets); }
  /** Keeps one photo with all that is known of the others; `keeping` says which, else it is the best file. `staying` are those that were told to stay beside it. */
  merge(assets, keeping = null, staying = []) {
    return this.#perform({ act: "merge", assets: [...assets].map(idOf), keeping, staying: [...staying].map(idOf) });
  }
  /** Says that they are no duplicates of each other. */
  keepApart(assets) { return this.#perform({ act: "keepApart", assets: [...assets].map(idOf) }); }
  restore(assets) { return this.#perform({ act: "restore" }, assets); }
  purge(assets) { return this.#perform({ act: "purge" }, assets); }
  addTo(collection, assets) { return this.#perform({ act: "addAssets", collection: idOf(collection) }, assets); }
  removeFrom(collection, assets) { return this.#perform({ act: "removeAssets", collection: idOf(collection) }, assets); }
  moveAssets(collection, assets, before) {
    return this.#perform({ act: "moveAssets", collection: idOf(collection), before: before ? idOf(before) : null }, assets);
  }
  describe(assets, words) { return this.#perform({ act: "describe", ...words }, assets); }
  /** One change of what is known of all of them. */
  edit(assets, edit) { return this.#perform({ act: "edit", edit }, assets); }
  async createAlbum(title, { parent = null, assets = [] } = {}) {
    if (assets instanceof WholeList) return this.#perform({ act: "createAlbum", title, parent }, assets);
    const made = await this.#perform({ act: "createAlbum", title, parent, assets: [...assets].slice(0, portion).map(idOf) });
    if (made?.created && assets.length > portion) await this.addTo(made.created, [...assets].slice(portion));
    return made;
  }
  createFolder(title, parent = null) { return this.#perform({ act: "createFolder", title, parent }); }
  rename(collection, title) { return this.#perform({ act: "rename", collection: idOf(collection), title }); }
  deleteCollection(collection) { return this.#perform({ act: "deleteCollection", collection: idOf(collection) }); }
  moveCollection(collection, { parent = null, before = null }) {
    return this.#perform({ act: "moveCollection", collection: idOf(collection), parent, before });
  }

  /**
   * What an editor saved. `exchange` puts the version before in its place, or for true the saved one again; without it nothing can be taken back.
   * @param {string} title that it is done, for a person
   * @param {((isRedo: boolean) => Promise<void>) | null} exchange
   */
  saved(title, exchange = null) { this.#did(title, exchange && { exchange, title }); }

  get canUndo() { return this.#undo.length > 0; }
  get canRedo() { return this.#redo.length > 0; }

  undo() { return this.#step(this.#undo, this.#redo, false); }
  redo() { return this.#step(this.#redo, this.#undo, true); }

  /** The server's answer, or null where it refused: the reason has been said then. */
  #perform(body, assets = null) {
    return this.#inTurn(async () => {
      const tokens = [];
      let answer = null;
      let changed = 0;
      try {
        for (const some of portions(assets)) {
          answer = await this.#api.act({ ...body, ...some });
          changed += answer.changed;
          if (answer.undo) tokens.push(answer.undo);
        }
      } catch (error) {
        this.#toasts.problem(error);
      }
      if (answer === null) return null;
      this.#did(done(answer), tokens.length > 0 ? { tokens, title: done(answer) } : null);
      return { ...answer, changed };
    });
  }

  /** `step` takes it back; null where nothing does. */
  #did(title, step) {
    if (step) {
      push(this.#undo, step);
      this.#redo.length = 0;
    }
    const action = step && {
      label: say("undo"),
      // The message's own act, when others came after it: it is taken out of their midst.
      run: () => this.#inTurn(() => this.#back(step, this.#undo, this.#redo, false)),
    };
    const toast = this.#toasts.say(title, { action });
    if (step) step.toast = toast;
    this.dispatchEvent(new CustomEvent("done"));
  }

  #step(from, to, isRedo) {
    return this.#inTurn(async () => {
      const step = from.at(-1);
      if (step === undefined) {
        this.#toasts.say(say(isRedo ? "done.nothingToRedo" : "done.nothingToUndo"));
        return;
      }
      await this.#back(step, from, to, isRedo);
    });
  }

  async #back(step, from, to, isRedo) {
    const index = from.indexOf(step);
    if (index < 0) return;
    from.splice(index, 1);
    step.toast?.dismiss();
    if (step.exchange) return this.#exchange(step, from, to, isRedo);
    const tokens = [], left = [...step.tokens];
    let title = undone(isRedo ? "done.again" : "done.undone", step.title);
    try {
      // The last portion first, as acts are taken back.
      while (left.length > 0) {
        const answer = await this.#api.undo(left.at(-1));
        left.pop();
        if (answer.undo) tokens.push(answer.undo);
        title = done(answer);
      }
    } catch (error) {
      this.#toasts.problem(error);
      // A token is good for once: those that were answered would end the next try.
      if (error.isLost) push(from, { tokens: left, title: step.title });
      if (tokens.length === 0) return;
    }
    if (tokens.length > 0) push(to, { tokens, title: step.title });
    this.#toasts.say(title, { seconds: 4 });
    this.dispatchEvent(new CustomEvent("done"));
  }

  /** A picture is made anew, which takes longer than anything else that is taken back. */
  async #exchange({ exchange, title }, from, to, isRedo) {
    const waiting = this.#toasts.say(say("editor.saving"), { seconds: 600 });
    try {
      await exchange(isRedo);
    } catch (error) {
      waiting.dismiss();
      this.#toasts.problem(error);
      if (error.isLost) push(from, { exchange, title });
      return;
    }
    push(to, { exchange, title });
    this.#toasts.say(undone(isRedo ? "done.again" : "done.undone", title), { seconds: 4 });
    this.dispatchEvent(new CustomEvent("done"));
  }

  /**
   * One act after the other.
   * @param {() => Promise<any>} body
   * @returns {Promise<any>}
   */
  #inTurn(body) {
    const result = this.#last.then(body);
    this.#last = result.catch(() => {});
    return result;
  }
}

/** What requests say of the photos, one after another. */
function* portions(assets) {
  if (assets === null || assets instanceof WholeList) {
    yield assets === null ? {} : which(assets);
    return;
  }
  const ids = [...assets].map(idOf);
  for (let start = 0; start < ids.length; start += portion) yield which(ids.slice(start, start + portion));
}

function push(stack, step) {
  stack.push(step);
  if (stack.length > depth) stack.shift();
}

const counts = {
  photos: (count) => say("photos", { count }), videos: (count) => say("videos", { count }), items: (count) => say("items", { count }),
};

/**
 * What an act did, in the page's language: the server tells it in English, and what that sentence is made of.
 * @returns {string}
 */
function done({ title, done: facts }) {
  if (!facts) return title;
  const { act, kinds, fields, ...values } = facts;
  const counted = kinds && counts[kinds.kind](kinds.count);
  const names = (fields ?? []).map((field) => say(/** @type {any} */ (`field.${field}`)));
  const named = names.length > 1 ? say("and", { one: listed(names.slice(0, -1)), other: names.at(-1) }) : names[0];
  const what = say(/** @type {any} */ (`done.${act}`), { ...values, what: counted, fields: named });
  if (!facts.taken) return what;
  const { isRedo, some, count, left = null } = facts.taken;
  const told = some < count ? undone(isRedo ? "done.againPart" : "done.undonePart", what, { some, count }) : undone(isRedo ? "done.again" : "done.undone", what);
  return left === null ? told : say("done.left", { what: told, names: listed(left.slice(0, 3).map(({ filename }) => filename)) });
}

/**
 * A sentence about one that says that something was done. What such sentences begin with in Chinese is not said twice.
 * @param {import('../language.js').Key} key
 * @returns {string}
 */
function undone(key, what, values = {}) {
  const begins = say("done.begins");
  return say(key, { ...values, what: what.startsWith(begins) ? what.slice(begins.length) : what });
}
