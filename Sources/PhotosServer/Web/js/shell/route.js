// Addresses inside the page: #/library, #/album/UUID, #/smart/SUBTYPE, #/burst/UUID, #/hidden, #/trash, #/search?q=…&in=…,
// each with /asset/UUID at its end while the viewer is open.
import { View } from "../api.js";

const uuid = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/i;

/** What a fragment asks for; an address nobody knows is the library. */
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
  return { view: new View({ in: placeOf(path, query), q: query.get("q") ?? "", order }), asset };
}

function placeOf(path, query) {
  const [kind, name] = path.split("/");
  switch (kind) {
    case "album": return uuid.test(name ?? "") ? `album:${name.toUpperCase()}` : "library";
    case "burst": return uuid.test(name ?? "") ? `burst:${name.toUpperCase()}` : "library";
    case "smart": return /^[A-Za-z]+$/.test(name ?? "") ? `smart:${name}` : "library";
    case "hidden": return "hidden";
    case "trash": return "trash";
    case "search": return query.get("in") || "library";
    default: return "library";
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
  if (view.order !== new View({ in: view.in }).order) query.set("order", view.order);
  const text = query.toString();
  return `#/${path}${text ? "?" + text : ""}${asset ? "/asset/" + asset : ""}`;
}

/** The collection's identifier in `/api/collections` ↔ the view's `in`. */
export const placeOfCollection = (collection) =>
  collection.kind === "smart" ? collection.id : `album:${collection.id}`;
