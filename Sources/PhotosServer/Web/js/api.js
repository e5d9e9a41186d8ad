// The gallery's HTTP API, as the page sees it.
import { isEnglish, say, sayIfKnown } from "./language.js";

/** What the server answered instead: an RFC 9457 problem, in words for a person. */
export class Problem extends Error {
  constructor({ title, detail, status = 0, type = "about:blank", words = null, instead = null, after = 0 }) {
    super(detail || title);
    this.name = "Problem";
    this.title = title;
    this.detail = detail ?? "";
    this.status = status;
    this.type = type;
    /** A search for the same words as they stand, where a condition can't be read. */
    this.words = words;
    /** The condition that was most likely meant. */
    this.instead = instead;
    /** Seconds that the server wants to pass before it is asked again. */
    this.after = after;
  }

  /** The server can't be reached at all. */
  get isLost() { return this.status === 0; }

  /** Somebody else changed what an edit began with. */
  get isOutrun() { return this.type === "/problems/outrun"; }
}

/** The person's time zone. Intl takes 25 ms for its first answer, so it is asked only where there is no Temporal. */
const zone = () => globalThis.Temporal?.Now.timeZoneId() || Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** A list of photos: where, which of them, in which order. */
export class View {
  constructor({ in: place = "library", q = "", order = null, filter = "", of = null } = {}) {
    this.in = place;
    /** The list whose photos a map shows; null for all of the library. */
    this.of = of;
    this.q = q;
    /** What a picker lets be chosen. */
    this.filter = filter;
    this.order = order ?? (place.startsWith("album:") ? "album" : "newest");
    Object.freeze(this);
  }

  /** Whether it is a list of photos, and not a page of all albums, of duplicates, or a map. */
  get isList() { return this.in !== "albums" && this.in !== "duplicates" && this.in !== "map"; }

  query() {
    // What is no list is told of the library's changes.
    const query = new URLSearchParams({ in: this.isList ? this.in : "library" });
    if (this.q !== "") query.set("q", this.q);
    if (this.filter !== "") query.set("filter", this.filter);
    query.set("order", this.order);
    // Photos have days of their own; only this day, and words such as “today”, mean that of whoever looks.
    if (this.q !== "" || this.in === "onThisDay") query.set("tz", zone());
    return query.toString();
  }

  equals(other) {
    return other != null && this.in === other.in && this.q === other.q && this.order === other.order && this.filter === other.filter
      && (this.of === other.of || this.of?.equals(other.of) === true);
  }

  /** The map of its photos alone; null for what has none: the library has the map of all, and what is hidden or deleted is on none. */
  get onMap() {
    const isAlone = this.isList && this.in !== "hidden" && this.in !== "trash" && (this.in !== "library" || this.q !== "");
    return isAlone ? new View({ in: "map", of: new View({ in: this.in, q: this.q }) }) : null;
  }

  /** The same with other words. */
  searching(q) { return new View({ ...this, q }); }

  /** Another place, where everything begins anew. */
  at(place) { return new View({ in: place, filter: this.filter }); }
}

/** All photos of a list but some, of which there are more than a request could name: it names the list, and when that was seen. */
export class WholeList {
  #fields;

  /**
   * @param {View} view
   * @param {number} position
   * @param {string[]} leftOut
   * @param {number} count
   */
  constructor(view, position, leftOut, count) {
    this.count = count;
    this.#fields = { q: "", ...Object.fromEntries(new URLSearchParams(view.query())), position, except: leftOut };
  }

  /** As the server reads it. */
  toJSON() { return this.#fields; }
}

/** How a request says which photos: by identifiers, or by a list. */
export const which = (assets) => (assets instanceof WholeList ? { list: assets } : { assets });

export const imageURL = (tile, size) => `/image/${tile.id}/${tile.revision}/${size}`;
export const videoURL = (tile) => `/video/${tile.id}/${tile.revision}`;
export const liveURL = (tile) => `/live/${tile.id}/${tile.revision}`;
/** Of a "video" that is encoded while it is watched, or of the video of a "live" photo; its parts are below. */
export const streamURL = (tile, kind) => `/stream/${kind}/${tile.id}/${tile.revision}`;
export function originalURL(tile, { download = false, resource = null } = {}) {
  const query = [];
  if (resource !== null) query.push(`resource=${resource}`);
  if (download) query.push("download");
  return `/original/${tile.id}/${tile.revision}${query.length ? "?" + query.join("&") : ""}`;
}

/** The seconds of a Retry-After; none where it has no number of them. */
export const secondsOf = (header) => Math.min(Math.max(Number(header ?? 0) || 0, 0), 3600);

async function problemOf(response) {
  let body = {};
  try {
    body = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    // Not a problem document: the status alone speaks.
  }
  return new Problem({
    title: titleOf(body) || say("answered", { status: String(response.status) }),
    detail: body.detail || "",
    status: response.status,
    type: body.type,
    words: body.words ?? null,
    instead: body.instead ?? null,
    after: secondsOf(response.headers.get("Retry-After")),
  });
}

/** What was asked for before this module was there, once each. */
const early = globalThis.earlyAnswers ?? new Map();

function request(path, options) {
  const answer = early.get(path);
  early.delete(path);
  return answer ?? fetch(path, { credentials: "same-origin", ...options });
}

/** The server speaks English, and more closely there; its reasons stay as they are. */
export const titleOf = ({ title = "", type = "" }) => (isEnglish ? title : sayIfKnown(`problem.${type.replace("/problems/", "")}`) ?? title);

async function answer(path, options = {}) {
  let response;
  try {
    response = await request(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({
      title: say("unreachable"),
      detail: say("unreachable.page"),
    });
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

const call = async (path, options = {}) => (await answer(path, options)).json();

/** The pixels of a picture as they stand in its file, and whether their colours are those of Display P3. */
async function picture(path) {
  const response = await answer(path);
  return {
    bitmap: await createImageBitmap(await response.blob(), { colorSpaceConversion: "none" }),
    isWide: response.headers.get("Color-Space") === "display-p3",
  };
}

/**
 * The stored thumbnails of many photos, each named `UUID.REVISION`, as addresses; null where one has to be asked for by its own. `size` is "thumbnail" or
 * "medium".
 */
async function thumbnails(keys, signal, size = "thumbnail") {
  const { type, thumbnails } = await call(`/api/thumbnails?of=${keys.join(",")}${size === "thumbnail" ? "" : `&size=${size}`}`, { signal });
  return thumbnails.map((text) => (text === null ? null : `data:${type};base64,${text}`));
}

/** The pictures' shapes of a stretch of a list, a byte each (timeline/shapes.js). */
async function shapes(view, offset, limit, { signal = null } = {}) {
  const response = await answer(`/api/shapes?${view.query()}&offset=${offset}&limit=${limit}`, { signal });
  return { position: Number(response.headers.get("Position")), offset, shapes: new Uint8Array(await response.arrayBuffer()) };
}

/** A part of the world, in degrees, on a map that is 256 · 2^zoom pixels wide. */
const part = ({ west, south, east, north }, zoom) =>
  new URLSearchParams(Object.entries({ west, south, east, north, zoom }).map(([name, value]) => [name, String(Number(value.toFixed(6)))])).toString();

const post = (path, body, { signal = null } = {}) => call(path, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
  signal,
});

const remove = async (path) => { await answer(path, { method: "DELETE" }); };

/**
 * Follows a view's changes until closed; reconnects by itself, also where the line is dead and nobody says so, and says hello again each time it has.
 * @param {View} view
 * @param {{onHello?: (hello: any) => void, onChange?: (change: any) => void, onLost?: () => void, onPicker?: (change: any) => void}} handlers
 * @param {{picker: string, after: number} | null} picker whose page it is, and the last of its updates that was seen
 */
function follow(view, { onHello = () => {}, onChange = () => {}, onLost = () => {}, onPicker = () => {} } = {}, picker = null) {
  let source = null;
  let timer = null;
  let wait = 1000;
  let silence = null;
  let patience = 0;
  /** From now on the line counts as dead once nothing came for as long as three signs of life take. */
  const listen = () => {
    clearTimeout(silence);
    if (patience > 0) silence = setTimeout(renew, patience);
  };
  const renew = () => {
    source.close();
    onLost();
    connect();
  };
  const connect = () => {
    clearTimeout(silence);
    source = new EventSource(`/api/changes?${view.query()}${picker === null ? "" : `&picker=${picker.picker}&after=${picker.after}`}`);
    source.addEventListener("hello", (event) => {
      wait = 1000;
      const hello = JSON.parse(event.data);
      patience = 3000 * hello.beat;
      listen();
      onHello(hello);
    });
    source.addEventListener("change", (event) => {
      listen();
      onChange(JSON.parse(event.data));
    });
    source.addEventListener("picker", (event) => {
      listen();
      onPicker(JSON.parse(event.data));
    });
    source.addEventListener("beat", listen);
    source.addEventListener("error", () => {
      clearTimeout(silence);
      onLost();
      // A browser gives up for good on an answer that isn't a stream; the gallery may come back.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(connect, wait);
      wait = Math.min(wait * 2, 15000);
    });
  };
  connect();
  return {
    close() {
      clearTimeout(timer);
      clearTimeout(silence);
      source.close();
    },
  };
}

/** Sending files to an address: the gallery's own, or a link's, below which their batches are. */
export const uploadsAt = (base) => ({
  beginUpload: (body) => post(base, body),
  addToUpload: (id, body) => post(`${base}/${id}`, body),
  upload: (id, since, { signal = null } = {}) => call(`${base}/${id}?since=${since}`, { signal }),
  cancelUpload: (id) => remove(`${base}/${id}`),
  /** Where the bytes of a file go. */
  uploadURL: (one) => `${base}/${one.batch}/files/${one.number}`,
});

export const api = {
  library: ({ signal = null } = {}) => call("/api/library", { signal }),
  timeline: (view, { by = "day", signal = null } = {}) => call(`/api/timeline?${view.query()}&by=${by}`, { signal }),
  /** `text` is what stands in the box, with the space behind a word that is done. */
  suggestions: (view, text, { signal = null } = {}) =>
    call(`/api/suggestions?${view.searching("").query()}&${new URLSearchParams({ q: text, tz: zone() })}`, { signal }),
  assets: (view, offset, limit, { signal = null } = {}) =>
    call(`/api/assets?${view.query()}&offset=${offset}&limit=${limit}`, { signal }),
  shapes,
  covers: (view, at, { signal = null } = {}) => call(`/api/covers?${view.query()}&at=${at.join(",")}`, { signal }),
  /** One of each of some albums, as `in` names them. */
  albumCovers: (places, { signal = null } = {}) => call(`/api/covers?of=${places.join(",")}`, { signal }),
  /** Groups of photos that show the same. Without a report of before, the answer waits until all were compared. */
  duplicates: ({ similar, report = null, offset = 0, limit }, { signal = null } = {}) =>
    call(`/api/duplicates?similar=${similar}&offset=${offset}&limit=${limit}${report === null ? "" : `&report=${report}`}`, { signal }),
  duplicateProgress: (similar, { signal = null } = {}) => call(`/api/duplicates/progress?similar=${similar}`, { signal }),
  previewMerge: (assets, keeping, { signal = null } = {}) => post("/api/duplicates/preview", { assets, keeping }, { signal }),
  /** Groups of photos that were taken near to each other in a part of the world, how many of the list say where they were taken, and the list's condition. */
  map: (view, box, zoom, { signal = null } = {}) => call(`/api/map?${view.query()}&${part(box, zoom)}`, { signal }),
  /** The towns that a map of a part of the world has room for, the biggest first. */
  mapTowns: (box, zoom, { signal = null } = {}) => call(`/api/map/towns?${part(box, zoom)}`, { signal }),
  /** The towns of which a name begins so, the best first. */
  towns: (text, { signal = null } = {}) => call(`/api/towns?${new URLSearchParams({ q: text })}`, { signal }),
  /** {template, server, credit} of the server whose pictures the map draws, or null where nobody else is to be asked. */
  mapTiles: ({ signal = null } = {}) => call("/api/map/tiles", { signal }),
  /** Outlines of "land" or "borders", in one of three scales, as bytes (map/outlines.js). */
  mapOutlines: async (kind, scale) => (await answer(`/api/map/${kind}?scale=${scale}`)).arrayBuffer(),
  asset: (id, { signal = null } = {}) => call(`/api/assets/${id}`, { signal }),
  exposure: (id, { signal = null } = {}) => call(`/api/assets/${id}/exposure`, { signal }),
  place: (view, id, { signal = null } = {}) => call(`/api/place?${view.query()}&id=${id}`, { signal }),
  collections: ({ signal = null } = {}) => call("/api/collections", { signal }),
  act: (body) => post("/api/acts", body),
  previewEdit: (assets, edit, { signal = null } = {}) => post("/api/acts/preview", { ...which(assets), edit }, { signal }),
  undo: (token) => post("/api/undo", { undo: token }),
  edit: (id, { signal = null } = {}) => call(`/api/assets/${id}/adjustments`, { signal }),
  saveEdit: (id, body) => post(`/api/assets/${id}/adjustments`, body),
  /** What an edit would give; null shows what it begins with. */
  adjustedURL: (id, adjustments, side) =>
    `/api/assets/${id}/adjusted?side=${side}${adjustments === null ? "" : `&adjustments=${encodeURIComponent(JSON.stringify(adjustments))}`}`,
  picture,
  trim: (id, { signal = null } = {}) => call(`/api/assets/${id}/trim`, { signal }),
  speed: (id, { signal = null } = {}) => call(`/api/assets/${id}/speed`, { signal }),
  saveTrim: (id, body) => post(`/api/assets/${id}/trim`, body),
  choice: (picker, { signal = null } = {}) => call(`/api/picker/sessions/${picker}/choice`, { signal }),
  choose: (picker, body) => post(`/api/picker/sessions/${picker}/choice`, body),
  goneOfChoice: (picker, assets) => post(`/api/picker/sessions/${picker}/choice/gone`, { assets }),
  shares: ({ signal = null } = {}) => call("/api/shares", { signal }),
  addShare: (body) => post("/api/shares", body),
  revokeShare: (id) => post(`/api/shares/${id}/revoke`, {}),
  cloud: ({ signal = null } = {}) => call("/api/cloud", { signal }),
  pauseCloud: (isPaused) => post("/api/cloud", { isPaused }),
  fetching: (id, { signal = null } = {}) => call(`/api/assets/${id}/fetching`, { signal }),
  uploads: ({ signal = null } = {}) => call("/api/uploads", { signal }),
  ...uploadsAt("/api/uploads"),
  archive: (assets, { bursts = false } = {}) => post("/api/archives", { assets, bursts }),
  thumbnails,
  follow,
  imageURL, videoURL, liveURL, originalURL,
};
