// Files on their way into the library: which are sent, how far they are, and what became of them. Lost lines heal by themselves; what the page forgets when it is
// loaded anew, the server knows, and the same files chosen again go on where they stopped.
import { digest, pieces } from "./chosen.js";
import { offset, send } from "./sending.js";

const atOnce = 3;
/** Files that one request announces. */
const announced = 200;
/** Milliseconds after which a question counts as lost that has no answer. */
const answering = 45_000;
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
 * @property {string | null} batch null where the server took it into none
 * @property {number} number
 * @property {number} offset bytes that the server has, as far as the page knows
 * @property {"waiting" | "sending" | "whole" | "done" | "failed"} state
 * @property {any} outcome what the server says of it in the end
 * @property {any} error why it was not sent
 * @property {boolean} isUnreadable whether the browser can't read it any more
 * @property {string | null} album gets what becomes of it
 */

/** Whether the same may go another time: the line is lost, or the server can't for the moment. */
const isPassing = (error) => error.isLost === true || [502, 503, 504, 507].includes(error.status);
/** The session is over: nothing else goes either. */
const isShut = (error) => error.status === 401 || error.status === 403;

/** What a file is known again by, wherever it lies. */
const traitsOf = (one) => `${one.name}/${one.size}/${one.modified === null ? "" : Math.round(one.modified)}`;
const keyOf = (one) => `${one.folder}/${traitsOf(one)}`;

/**
 * Finds what waits for a file: of the same folder, or of any where a chooser of files tells none and there is just one.
 * @param {Item[]} forgotten
 */
function finder(forgotten) {
  const [byKey, byTraits] = [keyOf, traitsOf].map((key) => Map.groupBy(forgotten, key));
  const left = (list) => (list ?? []).filter((one) => one.file === null);
  return (file) => {
    const [same] = left(byKey.get(keyOf(file)));
    if (same !== undefined || file.folder !== "") return same ?? null;
    const others = left(byTraits.get(traitsOf(file)));
    return others.length === 1 ? others[0] : null;
  };
}

/** Whether a batch has something to be told that no page at work tells. What comes by a link, its own page tells. */
const isLeft = (batch) => (batch.link ?? null) === null && !batch.isActive && (batch.done < batch.count || batch.failed > 0);

/** Event: `change`, whenever anything of it is other than before. */
export class Queue extends EventTarget {
  /** @type {Item[]} */
  items = [];
  isPaused = false;
  /** Whether the line is lost. */
  isLost = false;
  /** Why the server takes nothing for the moment; null for nothing. */
  trouble = null;
  #api;
  #readsBefore;
  /** The revision of each batch that is known. */
  #batches = new Map();
  #requests = new Map();
  #asking = null;
  #pause = pauses.first;
  #resuming = null;
  #tries = new Map();
  /** Counts how often all was given up: what was asked before that has no answer any more. */
  #turn = 0;
  /** How many choices are looked through. */
  #reading = 0;
  /** How often the server is being asked what it still knows: until it answers nothing is sent. */
  #looking = 0;
  /** What is left is being taken up. */
  #taking = Promise.resolve();

  /**
   * @param {any} api where files are sent to (`uploadsAt`), and which batches there are
   * @param {{ readsBefore?: boolean }} options whether files are read before, so that what the library has is not sent
   */
  constructor(api, { readsBefore = true } = {}) {
    super();
    this.#api = api;
    this.#readsBefore = readsBefore;
    addEventListener("online", () => this.#healed());
    // A phone that was locked has lost its lines, and nobody waits for it once it is looked at again.
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#healed(); });
    addEventListener("beforeunload", (event) => {
      if (this.isSending) event.preventDefault();
    });
  }

  get isSending() { return !this.isPaused && this.items.some((one) => one.file !== null && (one.state === "waiting" || one.state === "sending")); }
  get isReading() { return this.#reading > 0; }
  /** Files that wait to be chosen again. */
  get forgotten() { return this.items.filter((one) => one.file === null && one.state === "waiting"); }
  get isDone() { return !this.isReading && this.items.every((one) => one.state === "done" || one.state === "failed"); }
  get bytes() { return this.items.reduce((sum, one) => sum + one.size, 0); }
  get sent() { return this.items.reduce((sum, one) => sum + (one.state === "waiting" || one.state === "sending" ? one.offset : one.size), 0); }

  /** What was not whole when a page was closed, and what failed that nobody has seen; of the batch `shared` all, whatever came of it. */
  takeUp(shared = null) {
    const taking = this.#takeUp(shared);
    this.#taking = taking.catch(() => {});
    return taking;
  }

  async #takeUp(shared) {
    const turn = this.#turn;
    const { batches } = await this.#api.uploads();
    for (const { id } of batches.filter((batch) => !this.#batches.has(batch.id) && (batch.id === shared || isLeft(batch)))) {
      let batch;
      try {
        batch = await this.#api.upload(id, 0);
        // Nothing more of it is sent, and nobody said that these are all: a page that was closed meant to. One that still reads begins another batch.
        if (!batch.isComplete && batch.files.every((one) => one.isWhole || one.outcome !== null)) {
          await this.#api.addToUpload(id, { isComplete: true });
          batch.isComplete = true;
        }
      } catch (error) {
        // Another page is done with it.
        if (error.status === 404) continue;
        throw error;
      }
      if (turn !== this.#turn) return;
      this.#batches.set(id, { revision: batch.revision, isComplete: batch.isComplete });
      for (const file of batch.files.filter((one) => id === shared || one.outcome === null || one.outcome.kind === "failed")) {
        this.items.push(this.#item(file, id, null, batch.album));
      }
      // Nothing of it is asked for again.
      if (id === shared && batch.isComplete && batch.done === batch.count) await this.#remove(id);
    }
    this.#changed();
    this.#askSoon();
  }

  /** Sends files; `album` gets what becomes of them. */
  async add(chosen, album) {
    // They may be among what is left.
    await this.#taking;
    const find = finder(this.forgotten);
    const files = [];
    const taken = new Set();
    for (const { file, folder, name } of chosen) {
      if (file === null) {
        this.#refuse({ file, folder, name, size: 0, modified: null }, album, null);
        continue;
      }
      const one = { file, folder, name: file.name, size: file.size, modified: file.lastModified / 1000 };
      const known = find(one);
      if (known !== null) {
        known.file = file;
        taken.add(known.batch);
      } else files.push(one);
    }
    const turn = this.#turn;
    let problem = null;
    this.#reading += 1;
    this.#changed();
    try {
      // A page that was closed while it announced files never said that these are all.
      for (const id of taken) {
        if (this.#batches.get(id)?.isComplete === false) await this.#complete(id).catch((error) => { problem ??= error; });
      }
      if (turn !== this.#turn) return;
      this.#pump();
      if (files.length > 0) await this.#announce(files, album);
      if (problem !== null) throw problem;
    } finally {
      if (turn === this.#turn) this.#reading -= 1;
      this.#changed();
      this.#askSoon();
    }
  }

  pause() {
    this.isPaused = true;
    for (const request of this.#requests.values()) request.abort();
    this.#changed();
  }

  /** Goes on after a pause, however long it was. */
  async resume() {
    this.isPaused = false;
    this.#changed();
    await this.#revive(this.items.filter((one) => one.state === "waiting" && one.file !== null));
  }

  /** Sends anew what could not come in. */
  async retry(items) {
    const again = items.filter((one) => one.state === "failed" && one.file !== null);
    await this.#announceAnew(await this.#goOn(again));
    for (const id of new Set(again.map((one) => one.batch))) if (this.#batches.get(id)?.isOver) await this.#remove(id);
  }

  /** Goes on with files that wait; what the server has given up meanwhile is announced anew. */
  async #revive(items) {
    let gone = [];
    this.#looking += 1;
    try {
      gone = await this.#goOn(items);
    } catch {
      // Sending them finds out what is wrong, and tells it.
    } finally {
      this.#looking -= 1;
    }
    // They are no longer among what waits when the others go on.
    const announcing = this.#announceAnew(gone);
    this.#healed();
    await announcing;
  }

  /** All of them together, as some may be one picture's, each for the album that it was meant for. */
  async #announceAnew(items) {
    const turn = this.#turn;
    const known = new Set(this.items), again = new Set(items.filter((one) => known.has(one)));
    this.items = this.items.filter((one) => !again.has(one));
    let problem = null;
    for (const [album, some] of Map.groupBy(again, (one) => one.album)) {
      if (turn !== this.#turn) return;
      await this.add(some.map(({ file, folder }) => ({ file, folder })), album).catch((error) => { problem ??= error; });
    }
    if (problem !== null) throw problem;
  }

  /**
   * Goes on with what was announced, and refused or paused since, as where the session was over: announced anew it would count twice.
   * @param {Item[]} items
   * @returns {Promise<Item[]>} those that the server knows nothing of any more, or has decided of
   */
  async #goOn(items) {
    const turn = this.#turn;
    const anew = items.filter((one) => one.outcome !== null || !this.#batches.has(one.batch));
    const open = items.filter((one) => one.outcome === null && this.#batches.has(one.batch));
    for (const id of new Set(open.map((one) => one.batch))) {
      const batch = await this.#api.upload(id, 0, { signal: /** @type {any} */ (AbortSignal).timeout(answering) }).catch((error) => {
        if (error.status !== 404) throw error;
        return null;
      });
      if (turn !== this.#turn) return [];
      const statuses = new Map((batch?.files ?? []).map((status) => [status.number, status]));
      for (const one of open.filter((item) => item.batch === id)) {
        const status = statuses.get(one.number);
        if (!status || ["failed", "withdrawn"].includes(status.outcome?.kind)) {
          anew.push(one);
          continue;
        }
        this.#tries.delete(one);
        Object.assign(one, { state: "waiting", offset: status.offset, error: null, isUnreadable: false });
        this.#take(one, status);
      }
      // Whoever still announces files of it says so at the end.
      if (batch?.isComplete === false && !this.isReading) await this.#complete(id);
    }
    this.#changed();
    this.#pump();
    this.#askSoon();
    return anew;
  }

  /** Forgets all of it; what is not in the library is given up. */
  async stop() {
    for (const request of this.#requests.values()) request.abort();
    const open = [...this.#batches.keys()];
    this.#turn += 1;
    this.items = [];
    this.#batches.clear();
    this.isPaused = false;
    this.#reading = 0;
    this.#resuming?.end();
    this.#line(null);
    this.#changed();
    let problem = null;
    for (const id of open) {
      // One that is gone is given up.
      await this.#api.cancelUpload(id).catch((error) => { if (error.status !== 404) problem ??= error; });
    }
    if (problem !== null) throw problem;
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
    else if (one.state === "whole") {
      // A power cut may set a file back.
      one.state = "waiting";
      one.offset = status.offset;
    }
  }

  /** Announces files in pieces, and sends what was announced meanwhile. What the server refuses is told of each file, and the rest goes on. */
  async #announce(files, album) {
    const course = { album, turn: this.#turn, id: null, count: 0, begun: [] };
    const isOver = () => course.turn !== this.#turn;
    try {
      const parts = pieces(files, announced);
      for (const [index, part] of parts.entries()) {
        for (const one of part) one.sha256 = this.#readsBefore ? await digest(one.file).catch(() => null) : null;
        if (isOver()) return;
        try {
          await this.#tell(part, course, index === parts.length - 1);
        } catch (error) {
          if (isOver()) return;
          if (part.length === 1 || course.id === null || isShut(error)) for (const one of part) this.#refuse(one, album, error);
          else await this.#tellEach(part, course, error);
        }
        if (isOver()) return;
      }
    } finally {
      // Whatever happened, what is whole has to come in.
      for (const id of course.begun) if (this.#batches.get(id)?.isComplete === false) await this.#complete(id);
    }
  }

  /** Finds out which file of a piece it is that is refused. */
  async #tellEach(part, course, refusal) {
    for (const one of part) {
      // What is known by its content alone would no longer wait for what may belong with it. What the server failed at may be announced as it is.
      if (refusal.status < 500) one.sha256 = null;
      try {
        await this.#tell([one], course);
      } catch (error) {
        if (course.turn !== this.#turn) return;
        this.#refuse(one, course.album, error);
      }
    }
  }

  /** Announces files in the batch at hand, or in a new one where that is gone or takes no more. */
  async #tell(part, course, isComplete = false) {
    const files = part.map(({ name, folder, size, modified, sha256 }) => ({ name, folder, size, modified, sha256 }));
    for (let tries = 0; ; tries += 1) {
      if (course.id === null) await this.#begin(course);
      const { id } = course;
      let batch;
      try {
        batch = await this.#patiently(() => this.#api.addToUpload(id, { files, after: course.count, isComplete }));
      } catch (error) {
        if (tries > 0 || (error.status !== 404 && error.status !== 409)) throw error;
        course.id = null;
        continue;
      }
      if (course.turn !== this.#turn) return;
      course.count = batch.count;
      const known = this.#batches.get(id);
      if (known) known.isComplete = batch.isComplete;
      batch.files.forEach((status, at) => this.items.push(this.#item(status, id, part[at].file, course.album)));
      this.#changed();
      this.#pump();
      return;
    }
  }

  /** An empty batch first: where its answer is lost, nothing is announced twice. */
  async #begin(course) {
    const { id, isComplete } = await this.#patiently(() => this.#api.beginUpload({ album: course.album }));
    if (course.turn !== this.#turn) {
      await this.#api.cancelUpload(id).catch(() => {});
      throw new DOMException("", "AbortError");
    }
    this.#batches.set(id, { revision: 0, isComplete });
    course.begun.push(id);
    Object.assign(course, { id, count: 0 });
  }

  /** Says that nothing more is announced in a batch. One that is gone needs it no more. */
  async #complete(id) {
    try {
      await this.#patiently(() => this.#api.addToUpload(id, { isComplete: true }));
    } catch (error) {
      if (error.status !== 404) throw error;
    }
    const known = this.#batches.get(id);
    if (known) known.isComplete = true;
  }

  /** A file that does not come in, and why; without an error the browser can't read it. */
  #refuse({ file, folder, name, size, modified }, album, error) {
    const one = this.#item({ name, folder, size, modified, number: 0, offset: 0, isWhole: false, outcome: null }, null, file, album);
    this.#fail(one, error, error === null);
    this.items.push(one);
    this.#changed();
  }

  /** The result of a question, asked until there is one; what the server refuses is no reason to ask again. */
  async #patiently(ask) {
    const turn = this.#turn;
    while (true) {
      try {
        const answer = await ask();
        this.#line(null);
        return answer;
      } catch (error) {
        if (!isPassing(error)) throw error;
        if (turn === this.#turn) this.#line(error);
        await this.#rest(error.after);
        if (turn !== this.#turn) throw new DOMException("", "AbortError");
        this.#pump();
      }
    }
  }

  // Sending

  #pump() {
    if (this.isPaused || this.#looking > 0 || this.#resuming !== null) return;
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
      const request = send(one, this.#api.uploadURL(one), (bytes) => {
        one.offset = bytes;
        this.#changed();
      });
      this.#requests.set(one, request);
      await request.done;
      one.offset = one.size;
      one.state = "whole";
      one.error = null;
      this.#tries.delete(one);
      this.#pause = pauses.first;
      this.#line(null);
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
    if (!aborted && !isPassing(error) && !(error.status === 409 && error.offset !== null)) return this.#fail(one, error);
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
      one.offset = await offset(this.#api.uploadURL(one)).catch(() => one.offset) ?? 0;
      return undefined;
    }
    this.#line(error);
    this.#resumeLater(error.after);
    return undefined;
  }

  #fail(one, error, isUnreadable = false) {
    one.state = "failed";
    one.error = error;
    one.isUnreadable = isUnreadable;
  }

  /** Goes on after a while, or as soon as the browser says that there is a line again. */
  async #resumeLater(least) {
    if (this.#resuming !== null) return;
    await this.#rest(least);
    // Each asks where it goes on, since bytes may have come that nobody confirmed.
    const unknown = new Set();
    for (const one of this.items.filter((item) => item.state === "waiting" && item.file !== null && item.offset > 0)) {
      try {
        const here = await offset(this.#api.uploadURL(one));
        if (here === null) unknown.add(one.batch);
        else one.offset = here;
      } catch (error) {
        if (error.isLost || error.status >= 500) {
          this.#line(error);
          this.#resumeLater(error.after);
          return;
        }
        this.#fail(one, error);
      }
    }
    this.#line(null);
    if (unknown.size === 0) return this.#pump();
    try {
      await this.#revive(this.items.filter((one) => one.state === "waiting" && one.file !== null && unknown.has(one.batch)));
    } catch (error) {
      // What was given up meanwhile has no answer.
      if (error.name !== "AbortError") throw error;
    }
  }

  /** A pause, longer each time, and at least so many seconds as the server wants. */
  #rest(least = 0) {
    this.#resuming ??= (() => {
      let end;
      const done = new Promise((resolve) => { end = resolve; });
      const timer = setTimeout(() => end(), Math.max(this.#pause, least * 1000));
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

  /** Tells what keeps everything from going on; null for nothing. */
  #line(error) {
    const isLost = error !== null && error.isLost === true;
    const trouble = error === null || isLost ? null : error.title;
    if (this.isLost === isLost && this.trouble === trouble) return;
    Object.assign(this, { isLost, trouble });
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
      const whole = new Set([...mine.values()].filter((one) => one.state === "whole"));
      try {
        const batch = await this.#api.upload(id, known.revision);
        known.revision = batch.revision;
        for (const status of batch.files) {
          const one = mine.get(status.number);
          // What became whole while the server was asked is so, whatever it knew by then.
          if (one && (one.state !== "whole" || whole.has(one))) this.#take(one, status);
        }
        known.isOver = batch.isComplete && batch.done === batch.count;
        if (known.isOver) await this.#remove(id);
      } catch (error) {
        if (error.status === 404) {
          this.#batches.delete(id);
          for (const one of mine.values()) this.#fail(one, error);
        }
      }
    }
    this.#asking = null;
    this.#changed();
    this.#pump();
    this.#askSoon();
  }

  /** Nobody has to remember what is over. What failed is remembered until somebody has seen it and closes the panel, or sends it anew. */
  async #remove(id) {
    if (this.items.some((one) => one.batch === id && one.state === "failed")) return;
    this.#batches.delete(id);
    await this.#api.cancelUpload(id).catch(() => {});
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
