// What a cell says of its photo: its name for those who hear it, its marks for those who see it. Without DOM.
import { listed, say } from "../language.js";
import { clock, dayOf } from "./dates.js";

const kinds = [
  ["photoLive", "is-live", say("kind.live")], ["photoPanorama", "is-panorama", say("kind.panorama")], ["photoScreenshot", null, say("kind.screenshot")],
];

/** Whether nothing of the photo can be shown. What is left of a damaged file has colours like any other. */
export const isBlank = (tile) => tile.isDamaged && !tile.placeholder;

/** How long what was deleted stays at least. */
const daysLeft = (tile) => Math.max(0, Math.ceil((tile.expires - Date.now() / 1000) / 86400));

/** The photo's marks: classes of its cell, and the words beside the sign in its corner; null where the corner is empty. */
export function marksOf(tile) {
  const sign = tile.isDamaged ? "is-damaged"
    : tile.kind === "video" || tile.kind === "audio" ? "is-video"
    : tile.burst ? "is-burst"
    : kinds.find(([subtype, sign]) => sign !== null && tile.subtypes.includes(subtype))?.[1] ?? null;
  const text = tile.expires ? say("days", { count: daysLeft(tile) }) : sign === "is-video" ? clock(tile.duration) : tile.raw ? "RAW" : "";
  const classes = [
    sign, isBlank(tile) ? "is-blank" : null, tile.isFavorite ? "is-favourite" : null, tile.burstPick ? "is-pick" : null, tile.isElsewhere ? "is-elsewhere" : null,
  ].filter((name) => name !== null);
  return { classes, corner: sign === null && text === "" && !tile.isElsewhere ? null : text };
}

/** “Live Photo, 12 June 2019, favourite, IMG_3582.HEIC”. `day` is the day its list has it under. */
export function nameOf(tile, day) {
  const kind = tile.kind === "video" ? say("kind.video") : tile.kind === "audio" ? say("kind.sound")
    : tile.burst ? say("kind.burst") : kinds.find(([subtype]) => tile.subtypes.includes(subtype))?.[2] ?? say("kind.photo");
  const parts = [kind];
  const date = day ? dayOf(day) : tile.date === null ? "" : dayOf(new Date((tile.date + (tile.offset ?? 0)) * 1000).toISOString().slice(0, 10));
  if (date) parts.push(date);
  if (tile.kind === "video") parts.push(clock(tile.duration));
  if (tile.raw) parts.push("RAW");
  if (tile.isFavorite) parts.push(say("is.favorite"));
  if (tile.burstPick) parts.push(say("is.picked"));
  if (tile.isHidden) parts.push(say("is.hidden"));
  if (tile.expires) parts.push(say("daysLeft", { count: daysLeft(tile) }));
  if (tile.isDamaged) parts.push(say("is.damaged"));
  if (tile.isElsewhere) parts.push(say("is.elsewhere"));
  parts.push(tile.title || tile.filename);
  return listed(parts);
}

/** A soft picture of the colours of a photo's quarters, as CSS `image` over `colour`; both empty where they aren't known. */
export function placeholderOf(tile) {
  if (!/^[0-9A-F]{24}$/i.test(tile?.placeholder ?? "")) return { image: "", colour: "" };
  const colour = (at) => "#" + tile.placeholder.slice(at * 6, at * 6 + 6);
  // One opaque gradient: a browser without a GPU paints four hundred of these, and soft corners over each other cost it ten times that.
  return { image: `linear-gradient(to bottom right, ${colour(0)}, ${colour(1)}, ${colour(2)}, ${colour(3)})`, colour: colour(3) };
}
