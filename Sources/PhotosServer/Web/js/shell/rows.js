// The sidebar's rows, worked out from the collections: pure, so that drawing has nothing to decide.
import { say } from "../language.js";

const pictures = {
  smartAlbumFavorites: "heart", smartAlbumVideos: "video", smartAlbumPanoramas: "panorama", smartAlbumScreenshots: "screenshot",
  smartAlbumSelfPortraits: "people", smartAlbumLivePhotos: "live", smartAlbumRecentlyAdded: "recent", smartAlbumBursts: "burst", smartAlbumRAW: "raw",
  smartAlbumDepthEffect: "people", smartAlbumScreenRecordings: "screenshot", smartAlbumSlomoVideos: "video", smartAlbumTimelapses: "video",
  smartAlbumCinematic: "video",
};
/** The library stands for all photos, and hidden and deleted ones have rows of their own. */
const elsewhere = new Set(["smartAlbumUserLibrary", "smartAlbumAllHidden"]);
const always = new Set(["smartAlbumFavorites"]);

/**
 * Flat rows in the order they stand: { key, kind, title, place, count, level, picture, isOpen (folders), parent, can, setSize, position }.
 * `closed` holds the folders whose content isn't shown.
 */
export function rowsOf(collections, counts, closed) {
  const rows = [row("library", "place", say("place.library"), { place: "library", picture: "image", count: counts?.assets })];
  rows.push(row("onThisDay", "place", say("place.onThisDay"), { place: "onThisDay", picture: "day" }));
  for (const smart of collections.filter((one) => one.kind === "smart")) {
    const subtype = smart.id.replace(/^smart:/, "");
    if (elsewhere.has(subtype) || (!smart.count && !always.has(subtype))) continue;
    rows.push(row(smart.id, "smart", smart.title, { place: smart.id, picture: pictures[subtype] ?? "smart", count: smart.count }));
  }
  rows.push(row("map", "place", say("place.map"), { place: "map", picture: "map" }));
  rows.push(row("duplicates", "place", say("place.duplicates"), { place: "duplicates", picture: "twice" }));
  // How many are hidden is nobody's business who looks over a shoulder.
  rows.push(row("hidden", "place", say("place.hidden"), { place: "hidden", picture: "hide" }));
  rows.push(row("trash", "place", say("place.trash"), { place: "trash", picture: "trash", count: counts?.trashed }));
  rows.forEach((one, index) => Object.assign(one, { setSize: rows.length, position: index + 1 }));
  return { fixed: rows, albums: albumRows(collections.filter((one) => one.kind !== "smart"), closed) };
}

function row(key, kind, title, more) {
  return { key, kind, title, level: 1, place: null, count: null, parent: null, can: [], isOpen: null, ...more };
}

function albumRows(collections, closed) {
  const children = Map.groupBy(collections, (one) => one.parent);
  const rows = [];
  const add = (parent, level) => {
    const siblings = children.get(parent) ?? [];
    siblings.forEach((one, index) => {
      const isFolder = one.kind === "folder";
      const isOpen = isFolder ? !closed.has(one.id) : null;
      rows.push(row(one.id, one.kind, one.title, {
        place: isFolder ? null : `album:${one.id}`, picture: isFolder ? "folder" : "album", count: isFolder ? null : one.count,
        level, parent, can: one.can, isOpen, setSize: siblings.length, position: index + 1,
        before: siblings[index + 1]?.id ?? null,
      }));
      if (isOpen) add(one.id, level + 1);
    });
  };
  add(null, 1);
  return rows;
}

/** Whether a collection stands anywhere inside a folder: a folder never goes into itself. */
export function isInside(collections, id, folder) {
  const parents = new Map(collections.map((one) => [one.id, one.parent]));
  for (let at = id; at != null; at = parents.get(at)) {
    if (at === folder) return true;
  }
  return false;
}

/** Folders and albums anywhere inside a folder, however deep: each folder stands before what it contains. */
export function contentOf(collections, folder) {
  const inside = new Set([folder]);
  return collections.filter((one) => one.kind !== "smart" && inside.has(one.parent) && inside.add(one.id));
}

/** Folders and albums on one level, in their order. */
export const siblingsOf = (collections, parent) =>
  collections.filter((one) => one.kind !== "smart" && one.parent === parent);
