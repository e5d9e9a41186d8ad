// How an asset is put into words: names for a screen reader, dates, sizes, exposure.

import { grouped } from "../numbers.js";

/** Intl takes its time for the first answer: each format is made when it is first needed. */
const format = (options) => {
  let made = null;
  return (date) => (made ??= new Intl.DateTimeFormat("en-GB", options)).format(date);
};
const weekdayParts = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const weekdayFormat = format(weekdayParts);
// When a photo was taken is told by the clock at that place: its date is moved by the offset there, and then read as one of UTC.
const takenDayFormat = format({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const takenWeekdayFormat = format({ ...weekdayParts, timeZone: "UTC" });
const takenTimeFormat = format({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" });
const takenExactFormat = format({ dateStyle: "full", timeStyle: "medium", timeZone: "UTC" });

const dateOf = (seconds) => {
  const date = new Date(seconds * 1000);
  return seconds === null || seconds === undefined || Number.isNaN(date.getTime()) ? null : date;
};

/** The day of something that the library did, by the clock of whoever looks. */
export const weekday = (seconds) => { const date = dateOf(seconds); return date ? weekdayFormat(date) : "No date"; };

const takenDate = (tile) => dateOf(tile.date === null ? null : tile.date + (tile.offset ?? 0));
export const takenDay = (tile) => { const date = takenDate(tile); return date ? takenDayFormat(date) : "No date"; };
export const takenWeekday = (tile) => { const date = takenDate(tile); return date ? takenWeekdayFormat(date) : "No date"; };
export const takenTime = (tile) => { const date = takenDate(tile); return date ? takenTimeFormat(date) : ""; };
export const takenExactly = (tile) => { const date = takenDate(tile); return date ? takenExactFormat(date) : ""; };

/** “UTC−05:00” where a photo says by which clock it was taken and that is not the clock here; else nothing. */
export function offset(tile, creationOffset) {
  const date = dateOf(tile.date);
  if (!date || creationOffset === null || creationOffset === undefined || creationOffset === -60 * date.getTimezoneOffset()) return "";
  const minutes = Math.floor(Math.abs(creationOffset) / 60);
  const two = (number) => String(number).padStart(2, "0");
  return `UTC${creationOffset < 0 ? "−" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

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
  [kind(tile), takenDay(tile), tile.isFavorite ? "favourite" : null, tile.isDamaged ? "damaged" : null, tile.title || tile.filename].filter(Boolean).join(", ");

/** “3 of 1,204, Photo, 12 June 2019”. */
export const announcement = (tile, index, count) =>
  [`${grouped(index + 1)} of ${grouped(count)}`, kind(tile), takenDay(tile), tile.isFavorite ? "favourite" : null,
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

/** “1/250 s, f/1.8, ISO 64”; "" where nothing is known. */
export function exposure({ exposureTime, fNumber, iso }) {
  const time = exposureTime ? (exposureTime < 0.3 ? `1/${grouped(Math.round(1 / exposureTime))} s` : `${Number(exposureTime.toFixed(1))} s`) : null;
  return [time, fNumber ? `f/${Number(fNumber.toFixed(1))}` : null, iso ? `ISO ${grouped(iso)}` : null].filter(Boolean).join(", ");
}

/** “5.7 mm (26 mm on 35 mm film)”; "" where nothing is known. */
export function focalLength({ focalLength: length, focalLengthIn35mm: equivalent }) {
  const own = length ? `${Number(length.toFixed(1))} mm` : null;
  if (!equivalent || equivalent === length) return own ?? "";
  return own ? `${own} (${equivalent} mm on 35 mm film)` : `${equivalent} mm on 35 mm film`;
}

/** “it is cut off” as a sentence of its own. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? "" : "."}`;
