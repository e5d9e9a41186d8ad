// Addresses inside the page: #/library, #/album/UUID, #/smart/SUBTYPE, #/burst/UUID, #/hidden, #/trash, #/onThisDay, #/albums, #/duplicates,
// #/search?q=…&in=…, each with /asset/UUID at its end while the viewer is open, and #/map?in=…&q=…&at=LATITUDE,LONGITUDE,ZOOM.
import { View } from "../api.js";

const uuid = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/i;

/** What a fragment asks for; `isKnown` is false for an address that nobody knows, which is the library. */
export function parse(fragment) {
  let rest = fragment.replace(/^#\/?/, "");
  let asset = null;
  const end = rest.match(/(?:^|\/)asset\/([^/?]+)$/);
  if (end && uuid.test(end[1])) {
    asset = end[1].toUpperCase();
    rest = rest.slice(0, end.index);
  }
  const [path, text = ""] = rest.split("?", 2);
  const query = new URLSearchParams(text);
  const order = ["newest", "oldest", "album"].includes(query.get("order")) ? query.get("order") : null;
  const place = placeOf(path, query);
  if (place === "map") {
    const list = new View({ in: query.get("in") || "library", q: query.get("q") ?? "" });
    return { view: list.onMap ?? new View({ in: "map" }), asset, isKnown: true };
  }
  return { view: new View({ in: place ?? "library", q: query.get("q") ?? "", order }), asset, isKnown: place !== null };
}

function placeOf(path, query) {
  const [kind, name = null, ...more] = path.split("/");
  if (more.length > 0) return null;
  switch (kind) {
    case "album": case "burst": return uuid.test(name ?? "") ? `${kind}:${name.toUpperCase()}` : null;
    case "smart": return /^[A-Za-z]+$/.test(name ?? "") ? `smart:${name}` : null;
  }
  if (name !== null) return null;
  switch (kind) {
    case "": case "library": return "library";
    case "hidden": case "trash": case "onThisDay": case "albums": case "duplicates": case "map": return kind;
    case "search": return query.get("in") || "library";
    default: return null;
  }
}

/** The fragment of a view, and of the asset that is open in it. */
export function format(view, asset = null) {
  const query = new URLSearchParams();
  let path;
  if (view.q !== "") {
    path = "search";
    query.set("q", view.q);
    if (view.in !== "library") query.set("in", view.in);
  } else if (view.in.startsWith("album:")) {
    path = `album/${view.in.slice(6)}`;
  } else if (view.in.startsWith("smart:")) {
    path = `smart/${view.in.slice(6)}`;
  } else if (view.in.startsWith("burst:")) {
    path = `burst/${view.in.slice(6)}`;
  } else {
    path = view.in;
  }
  if (view.of !== null) nameList(view.of, query);
  if (view.order !== new View({ in: view.in }).order) query.set("order", view.order);
  const text = query.toString();
  return `#/${path}${text ? "?" + text : ""}${asset ? "/asset/" + asset : ""}`;
}

/** Says in an address of a map whose photos are on it. */
function nameList(list, query) {
  if (list.in !== "library") query.set("in", list.in);
  if (list.q !== "") query.set("q", list.q);
}

/** Where the map stands at an address, {latitude, longitude, zoom}; null where it doesn't say so. */
export function mapPlaceOf(fragment) {
  const [path, text = ""] = fragment.replace(/^#\/?/, "").split("?", 2), at = new URLSearchParams(text).get("at")?.split(",") ?? [];
  const [latitude, longitude, zoom] = at.map((number) => (number === "" ? NaN : Number(number)));
  if (path !== "map" || at.length !== 3 || !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= 0 && zoom <= 20)) return null;
  return { latitude, longitude, zoom };
}

/**
 * The fragment of a map that stands somewhere, of all photos or those of a list. A zoom is never rounded up to the next whole one, at which other groups are
 * shown.
 */
export function formatMap({ latitude, longitude, zoom }, list = null) {
  const query = new URLSearchParams();
  if (list !== null) nameList(list, query);
  const at = `${[latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join()},${Math.floor(zoom * 100 + 1e-6) / 100}`;
  return `#/map?${list === null ? "" : `${query}&`}at=${at}`;
}

/** The collection's identifier in `/api/collections` ↔ the view's `in`. */
export const placeOfCollection = (collection) =>
  collection.kind === "smart" ? collection.id : `album:${collection.id}`;
