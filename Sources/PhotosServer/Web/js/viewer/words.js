// How an asset is put into words: names for a screen reader, dates, sizes, exposure.
import { decimal, fixed, intl, listed, say } from "../language.js";

const format = (options) => (date) => intl("DateTimeFormat", options).format(date);
const weekdayParts = { weekday: "long", day: "numeric", month: "long", year: "numeric" };
const weekdayFormat = format(weekdayParts);
// When a photo was taken is told by the clock at that place: its date is moved by the offset there, and then read as one of UTC.
const takenDayFormat = format({ day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
const takenWeekdayFormat = format({ ...weekdayParts, timeZone: "UTC" });
const takenTimeFormat = format({ timeStyle: "short", timeZone: "UTC" });
const takenExactFormat = format({ dateStyle: "full", timeStyle: "medium", timeZone: "UTC" });

const dateOf = (seconds) => {
  const date = new Date(seconds * 1000);
  return seconds === null || seconds === undefined || Number.isNaN(date.getTime()) ? null : date;
};

/** The day of something that the library did, by the clock of whoever looks. */
export const weekday = (seconds) => { const date = dateOf(seconds); return date ? weekdayFormat(date) : say("date.none"); };

const takenDate = (tile) => dateOf(tile.date === null ? null : tile.date + (tile.offset ?? 0));
export const takenDay = (tile) => { const date = takenDate(tile); return date ? takenDayFormat(date) : say("date.none"); };
export const takenWeekday = (tile) => { const date = takenDate(tile); return date ? takenWeekdayFormat(date) : say("date.none"); };
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
  if (tile.kind === "video") return say("kind.video");
  if (tile.kind === "audio") return say("kind.audio");
  if (tile.subtypes.includes("photoLive")) return say("kind.live");
  if (tile.subtypes.includes("photoPanorama")) return say("kind.panorama");
  if (tile.subtypes.includes("photoScreenshot")) return say("kind.screenshot");
  if (tile.burst) return say("kind.burst");
  return say("kind.photo");
}

const marks = (tile) => [tile.isFavorite ? say("is.favorite") : null, tile.isDamaged ? say("is.damaged") : null];

/** “Photo, 12 June 2019, favourite, IMG_3582.HEIC”. */
export const assetName = (tile) =>
  listed([kind(tile), takenDay(tile), ...marks(tile), tile.title || tile.filename]);

/** “3 of 1,204, Photo, 12 June 2019”. */
export const announcement = (tile, index, count) =>
  listed([say("ofCount", { place: index + 1, count }), kind(tile), takenDay(tile), ...marks(tile)]);

export function duration(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours, minutes, rest] = parts;
  return hours > 0
    ? `${hours}:${String(minutes).padStart(2, "0")}:${String(rest).padStart(2, "0")}`
    : `${minutes}:${String(rest).padStart(2, "0")}`;
}

export function dimensions(width, height) {
  const size = `${width} × ${height}`;
  // Chinese counts pixels by ten thousands.
  const unit = Number(say("megapixels.unit"));
  const count = unit < 1e6 ? String(Math.round(width * height / unit)) : fixed(width * height / unit, 1);
  return width * height >= 1e5 ? say("megapixels", { size, count }) : size;
}

/** 47.60000° N, 122.30000° W. */
export function place({ latitude, longitude }) {
  const north = say(latitude < 0 ? "south" : "north", { degrees: fixed(Math.abs(latitude), 5) });
  const east = say(longitude < 0 ? "west" : "east", { degrees: fixed(Math.abs(longitude), 5) });
  return listed([north, east]);
}

/** “1/250 s, f/1.8, ISO 64”; "" where nothing is known. */
export function exposure({ exposureTime, fNumber, iso }) {
  const time = exposureTime ? say("seconds", { count: exposureTime < 0.3 ? `1/${Math.round(1 / exposureTime)}` : decimal(exposureTime) }) : null;
  return listed([time, fNumber ? `f/${decimal(fNumber)}` : null, iso ? `ISO ${iso}` : null]);
}

/** “5.7 mm (26 mm on 35 mm film)”; "" where nothing is known. */
export function focalLength({ focalLength: length, focalLengthIn35mm: equivalent }) {
  const own = length ? say("millimetres", { count: decimal(length) }) : null;
  if (!equivalent || equivalent === length) return own ?? "";
  const film = say("millimetres.film", { count: equivalent });
  return own ? say("millimetres.both", { own, film }) : film;
}

/** What went wrong, in the words of whoever knows it; "" where nobody does. */
export const wordsOf = ({ title, detail }) => (title && detail ? say("sentences", { one: title, other: detail }) : title || detail || "");

/** “it is cut off” as a sentence of its own. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? "" : "."}`;
