// Files on their way into the library: which are sent, how far they are, and what became of them. Lost lines heal by themselves; what the page forgets when it is
// loaded anew, the server knows, and the same files chosen again go on where they stopped.
import { digest, pieces } from "./chosen.js";
import { offset, send } from "./sending.js";

const atOnce = 3;
/** Files that one request announces. */
const announced = 200;
/** Milliseconds between two questions for what came of files, and the first and longest pause after a lost line. */
const asking = 1000;
const pauses = { first: 1000, longest: 30_000 };

/**
 * @typedef {object} Item
 * @property {string} name
 * @property {string} folder
 * @property {number} size
 * @property {number | null} modified seconds since 1970
 * @property {File | null} file null where it has to be chosen again
 * @property {string} batch
 * @property {number} number
 * @property {number} offset bytes that the server has, as far as the page knows
 * @property {"waiting" | "sending" | "whole" | "done" | "failed"} state
 * @property {any} outcome what the server says of it in the end
 * @property {any} error why it was not sent
 * @property {boolean} isUnreadable whether the browser can't read it any more
 * @property {string | null} album gets what becomes of it
 */

const keyOf = (one) => `${one.folder}/${one.name}/${one.size}/${one.modified === null ? "" : Math.round(one.modified)}`;

/** Event: `change`, whenever anything of it is other than before. */
export class Queue extends EventTarget {
  /** @type {Item[]} */
  items = [];
  isPaused = false;
  isReading = false;
  /** Whether the line is lost. */
  isLost = false;
  #api;
  /** The revision of each batch that is known. */
  #batches = new Map();
  #requests = new Map();
  #asking = null;
  #pause = pauses.first;
  #resuming = null;
  #tries = new Map();
  /** Counts how often all was given up: what was asked before that has no answer any more. */
  #turn = 0;

  constructor(api) {
    super();
    this.#api = api;
    addEventListener("online", () => this.#healed());
    addEventListener("beforeunload", (event) => {
      if (this.isSending) event.preventDefault();
    });
  }

  get isSending() { return !this.isPaused && this.items.some((one) => one.file !== null && (one.state === "waiting" || one.state === "sending")); }
  /** Files that wait to be chosen again. */
  get forgotten() { return this.items.filter((one) => one.file === null && one.state === "waiting"); }
  get isDone() { return !this.isReading && this.items.every((one) => one.state === "done" || one.state === "failed"); }
  get bytes() { return this.items.reduce((sum, one) => sum + one.size, 0); }
  get sent() { return this.items.reduce((sum, one) => sum + (one.state === "waiting" || one.state === "sending" ? one.offset : one.size), 0); }

  /** What was not whole when a page was closed. */
  async takeUp() {
    const { batches } = await this.#api.uploads();
    for (const { id } of batches.filter((batch) => batch.done < batch.count && !batch.isActive && !this.#batches.has(batch.id))) {
      const batch = await this.#api.upload(id, 0);
      this.#batches.set(id, { revision: batch.revision, isComplete: batch.isComplete });
      for (const file of batch.files.filter((one) => one.outcome === null)) this.items.push(this.#item(file, id, null));
    }
    this.#changed();
    this.#askSoon();
  }

  /** Sends files; `album` gets what becomes of them. */
  async add(chosen, album) {
    const waiting = new Map();
    for (const one of this.forgotten) waiting.set(keyOf(one), [...(waiting.get(keyOf(one)) ?? []), one]);
    const files = [];
    const taken = new Set();
    for (const { file, folder } of chosen) {
      const one = { file, folder, name: file.name, size: file.size, modified: file.lastModified / 1000 };
      const known = waiting.get(keyOf(one))?.shift();
      if (known) {
        known.file = file;
        taken.add(known.batch);
      } else files.push(one);
    }
    this.isReading = true;
    this.#changed();
    try {
      // A page that was closed while it announced files never said that these are all.
      for (const id of taken) {
        const batch = this.#batches.get(id);
        if (!batch.isComplete) await this.#patiently(() => this.#api.addToUpload(id, { isComplete: true }));
        batch.isComplete = true;
      }
      this.#pump();
      if (files.length > 0) await this.#announce(files, album);
    } finally {
      this.isReading = false;
      this.#changed();
      this.#askSoon();
    }
  }

  pause() {
    this.isPaused = true;
    for (const request of this.#requests.values()) request.abort();
    this.#changed();
  }

  resume() {
    this.isPaused = false;
    this.#healed();
  }

  /** Sends anew what could not come in. */
  async retry(items) {
    const again = items.filter((one) => one.state === "failed" && one.file !== null);
    this.items = this.items.filter((one) => !again.includes(one));
    this.#changed();
    if (again.length > 0) await this.add(again.map(({ file, folder }) => ({ file, folder })), again[0].album ?? null);
  }

  /** Forgets all of it; what is not in the library is given up. */
  async stop() {
    for (const request of this.#requests.values()) request.abort();
    const open = [...this.#batches.keys()];
    this.#turn += 1;
    this.items = [];
    this.#batches.clear();
    this.isPaused = false;
    this.isReading = false;
    this.#changed();
    for (const id of open) await this.#api.cancelUpload(id).catch(() => {});
  }

  #item(status, batch, file, album = null) {
    const { name, folder, size, modified } = status;
    /** @type {Item} */
    const one = {
      name, folder, size, modified, file, batch, album, number: status.number, offset: status.offset, state: "waiting", outcome: null, error: null, isUnreadable: false,
    };
    this.#take(one, status);
    return one;
  }

  /** What the server says of a file. */
  #take(one, status) {
    if (status.outcome !== null) {
      one.outcome = status.outcome;
      one.state = ["failed", "withdrawn"].includes(status.outcome.kind) ? "failed" : "done";
    } else if (status.isWhole) one.state = "whole";
  }

  async #announce(files, album) {
    let id = null;
    const turn = this.#turn;
    const parts = pieces(files, announced);
    for (const [index, part] of parts.entries()) {
      const wanted = [];
      for (const one of part) {
        wanted.push({ name: one.name, folder: one.folder, size: one.size, modified: one.modified, sha256: await digest(one.file).catch(() => null) });
      }
      const body = { files: wanted, isComplete: index === parts.length - 1 };
      const batch = await this.#patiently(() => (id === null ? this.#api.beginUpload({ album, ...body }) : this.#api.addToUpload(id, body)));
      id = batch.id;
      if (turn !== this.#turn) {
        await this.#api.cancelUpload(id).catch(() => {});
        return;
      }
      const known = this.#batches.get(id) ?? { revision: 0 };
      this.#batches.set(id, { revision: known.revision, isComplete: batch.isComplete });
      batch.files.forEach((status, at) => this.items.push(this.#item(status, id, part[at].file, album)));
      this.#changed();
      this.#pump();
    }
  }

  /** The result of a question, asked until there is one; what the server refuses is no reason to ask again. */
  async #patiently(ask) {
    while (true) {
      try {
        const answer = await ask();
        this.#line(false);
        return answer;
      } catch (error) {
        if (!error.isLost) throw error;
        this.#line(true);
        await this.#rest();
      }
    }
  }

  // Sending

  #pump() {
    if (this.isPaused || this.#resuming !== null) return;
    for (const one of this.items) {
      if (this.#requests.size >= atOnce) break;
      if (one.state === "waiting" && one.file !== null && !this.#requests.has(one)) this.#send(one);
    }
  }

  async #send(one) {
    one.state = "sending";
    this.#requests.set(one, { abort() {} });
    this.#changed();
    try {
      const request = send(one, (bytes) => {
        one.offset = bytes;
        this.#changed();
      });
      this.#requests.set(one, request);
      await request.done;
      one.offset = one.size;
      one.state = "whole";
      this.#tries.delete(one);
      this.#line(false);
    } catch (error) {
      await this.#stopped(one, error);
    } finally {
      this.#requests.delete(one);
      this.#changed();
      this.#pump();
      this.#askSoon();
    }
  }

  async #stopped(one, error) {
    if (one.state !== "sending") return;
    one.state = "waiting";
    const aborted = error.name === "AbortError";
    if (!aborted && !error.isLost && !(error.status === 409 && error.offset !== null) && error.status !== 507 && error.status !== 503) return this.#fail(one, error);
    // A file that is gone from its disk, or was changed, looks like a lost line.
    if (error.isLost && !(await isReadable(one.file))) return this.#fail(one, error, true);
    const tries = (this.#tries.get(one) ?? 0) + 1;
    this.#tries.set(one, tries);
    if (error.offset != null && tries < 10) {
      one.offset = error.offset;
      return undefined;
    }
    one.error = error.isLost || aborted ? null : error;
    if (aborted) {
      one.offset = await offset(one).catch(() => one.offset) ?? 0;
      return undefined;
    }
    this.#line(error.isLost);
    this.#resumeLater();
    return undefined;
  }

  #fail(one, error, isUnreadable = false) {
    one.state = "failed";
    one.error = error;
    one.isUnreadable = isUnreadable;
  }

  /** Goes on after a while, or as soon as the browser says that there is a line again. */
  async #resumeLater() {
    if (this.#resuming !== null) return;
    await this.#rest();
    // Each asks where it goes on, since bytes may have come that nobody confirmed.
    try {
      for (const one of this.items.filter((item) => item.state === "waiting" && item.file !== null && item.offset > 0)) {
        const here = await offset(one);
        if (here === null) this.#forgotten(one);
        else one.offset = here;
      }
      this.#line(false);
      this.#pump();
    } catch {
      this.#line(true);
      this.#resumeLater();
    }
  }

  /** The server gave it up meanwhile: it is announced anew. */
  #forgotten(one) {
    this.items = this.items.filter((item) => item !== one);
    this.add([{ file: one.file, folder: one.folder }], one.album ?? null);
  }

  #rest() {
    this.#resuming ??= (() => {
      let end;
      const done = new Promise((resolve) => { end = resolve; });
      const timer = setTimeout(() => end(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, pauses.longest);
      return { done, end() { clearTimeout(timer); end(); } };
    })();
    const resuming = this.#resuming;
    return resuming.done.then(() => { if (this.#resuming === resuming) this.#resuming = null; });
  }

  #healed() {
    this.#pause = pauses.first;
    if (this.#resuming === null) this.#pump();
    else this.#resuming.end();
    this.#changed();
  }

  #line(isLost) {
    if (!isLost) this.#pause = pauses.first;
    if (this.isLost === isLost) return;
    this.isLost = isLost;
    this.#changed();
  }

  // What came of it

  #askSoon() {
    if (this.#asking !== null || !this.items.some((one) => one.state === "whole")) return;
    this.#asking = setTimeout(() => this.#ask(), asking);
  }

  async #ask() {
    for (const [id, known] of this.#batches) {
      const mine = new Map(this.items.filter((one) => one.batch === id && one.state !== "done" && one.state !== "failed").map((one) => [one.number, one]));
      if (mine.size === 0) continue;
      try {
        const batch = await this.#api.upload(id, known.revision);
        known.revision = batch.revision;
        for (const status of batch.files) if (mine.has(status.number)) this.#take(mine.get(status.number), status);
        // Nobody has to remember what is over.
        if (batch.isComplete && batch.done === batch.count) {
          this.#batches.delete(id);
          await this.#api.cancelUpload(id);
        }
      } catch (error) {
        if (error.status === 404) {
          this.#batches.delete(id);
          for (const one of mine.values()) this.#fail(one, error);
        }
      }
    }
    this.#asking = null;
    this.#changed();
    this.#askSoon();
  }

  #changed() { this.dispatchEvent(new Event("change")); }
}

async function isReadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
