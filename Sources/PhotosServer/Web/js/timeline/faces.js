// What a cell says of its photo: its name for those who hear it, its marks for those who see it. Without DOM.
import { clock, dayOf } from "./dates.js";

const kinds = [
  ["photoLive", "is-live", "Live Photo"], ["photoPanorama", "is-panorama", "Panorama"], ["photoScreenshot", null, "Screenshot"],
];

/** Whether nothing of the photo can be shown. What is left of a damaged file has colours like any other. */
export const isBlank = (tile) => tile.isDamaged && !tile.placeholder;

/** How long what was deleted stays at least. */
function daysLeft(tile) {
  const days = Math.max(0, Math.ceil((tile.expires - Date.now() / 1000) / 86400));
  return days === 1 ? "1 day" : `${days} days`;
}

/** The photo's marks: classes of its cell, and the words beside the sign in its corner; null where the corner is empty. */
export function marksOf(tile) {
  const sign = tile.isDamaged ? "is-damaged"
    : tile.kind === "video" || tile.kind === "audio" ? "is-video"
    : tile.burst ? "is-burst"
    : kinds.find(([subtype, sign]) => sign !== null && tile.subtypes.includes(subtype))?.[1] ?? null;
  const text = tile.expires ? daysLeft(tile) : sign === "is-video" ? clock(tile.duration) : tile.raw ? "RAW" : "";
  const classes = [sign, isBlank(tile) ? "is-blank" : null, tile.isFavorite ? "is-favourite" : null, tile.burstPick ? "is-pick" : null].filter((name) => name !== null);
  return { classes, corner: sign === null && text === "" ? null : text };
}

/** “Live Photo, 12 June 2019, favourite, IMG_3582.HEIC”. `day` is the day its list has it under. */
export function nameOf(tile, day) {
  const kind = tile.kind === "video" ? "Video" : tile.kind === "audio" ? "Sound"
    : tile.burst ? "Burst" : kinds.find(([subtype]) => tile.subtypes.includes(subtype))?.[2] ?? "Photo";
  const parts = [kind];
  const date = day ? dayOf(day) : tile.date === null ? "" : dayOf(new Date((tile.date + (tile.offset ?? 0)) * 1000).toISOString().slice(0, 10));
  if (date) parts.push(date);
  if (tile.kind === "video") parts.push(clock(tile.duration));
  if (tile.raw) parts.push("RAW");
  if (tile.isFavorite) parts.push("favourite");
  if (tile.burstPick) parts.push("picked");
  if (tile.isHidden) parts.push("hidden");
  if (tile.expires) parts.push(`${daysLeft(tile)} left`);
  if (tile.isDamaged) parts.push("damaged");
  parts.push(tile.title || tile.filename);
  return parts.join(", ");
}

/** A soft picture of the colours of a photo's quarters, as CSS `image` over `colour`; both empty where they aren't known. */
export function placeholderOf(tile) {
  if (!/^[0-9A-F]{24}$/i.test(tile?.placeholder ?? "")) return { image: "", colour: "" };
  const colour = (at) => "#" + tile.placeholder.slice(at * 6, at * 6 + 6);
  // One opaque gradient: a browser without a GPU paints four hundred of these, and soft corners over each other cost it ten times that.
  return { image: `linear-gradient(to bottom right, ${colour(0)}, ${colour(1)}, ${colour(2)}, ${colour(3)})`, colour: colour(3) };
}
