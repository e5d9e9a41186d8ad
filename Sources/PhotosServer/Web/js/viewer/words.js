// How an asset is put into words: names for a screen reader, dates, sizes, exposure.

import { grouped } from "../numbers.js";

/** Intl takes its time for the first answer: each format is made when it is first needed. */
const format = (options) => {
  let made = null;
  return (date) => (made ??= new Intl.DateTimeFormat("en-GB", options)).format(date);
};
const dayFormat = format({ day: "numeric", month: "long", year: "numeric" });
const weekdayFormat = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const timeFormat = format({ hour: "2-digit", minute: "2-digit" });
const exactFormat = format({ dateStyle: "full", timeStyle: "long" });

const dateOf = (seconds) => {
  const date = new Date(seconds * 1000);
  return seconds === null || seconds === undefined || Number.isNaN(date.getTime()) ? null : date;
};

export const day = (seconds) => { const date = dateOf(seconds); return date ? dayFormat(date) : "No date"; };
export const weekday = (seconds) => { const date = dateOf(seconds); return date ? weekdayFormat(date) : "No date"; };
export const time = (seconds) => { const date = dateOf(seconds); return date ? timeFormat(date) : ""; };
export const exact = (seconds) => { const date = dateOf(seconds); return date ? exactFormat(date) : ""; };

/** What kind of thing it is, in a word or two. */
export function kind(tile) {
  if (tile.kind === "video") return "Video";
  if (tile.kind === "audio") return "Audio";
  if (tile.subtypes.includes("photoLive")) return "Live Photo";
  if (tile.subtypes.includes("photoPanorama")) return "Panorama";
  if (tile.subtypes.includes("photoScreenshot")) return "Screenshot";
  if (tile.burst) return "Burst";
  return "Photo";
}

/** “Photo, 12 June 2019, favourite, IMG_3582.HEIC”. */
export const assetName = (tile) =>
  [kind(tile), day(tile.date), tile.isFavorite ? "favourite" : null, tile.isDamaged ? "damaged" : null, tile.title || tile.filename].filter(Boolean).join(", ");

/** “3 of 1,204, Photo, 12 June 2019”. */
export const announcement = (tile, index, count) =>
  [`${grouped(index + 1)} of ${grouped(count)}`, kind(tile), day(tile.date), tile.isFavorite ? "favourite" : null,
    tile.isDamaged ? "damaged" : null]
    .filter(Boolean).join(", ");

export function duration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${String(rest).padStart(2, "0")}`
    : `${minutes}:${String(rest).padStart(2, "0")}`;
}

export function fileSize(bytes) {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function dimensions(width, height) {
  const megapixels = width * height / 1e6;
  const size = `${grouped(width)} × ${grouped(height)}`;
  return megapixels >= 0.1 ? `${size} (${megapixels.toFixed(1)} megapixels)` : size;
}

/** 47.60000° N, 122.30000° W. */
export function place({ latitude, longitude }) {
  const north = `${Math.abs(latitude).toFixed(5)}° ${latitude < 0 ? "S" : "N"}`;
  const east = `${Math.abs(longitude).toFixed(5)}° ${longitude < 0 ? "W" : "E"}`;
  return `${north}, ${east}`;
}

/** “it is cut off” as a sentence of its own. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? "" : "."}`;
