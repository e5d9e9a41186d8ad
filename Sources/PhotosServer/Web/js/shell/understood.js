// What words of a search were understood as, in words. Without DOM.
import { daysText, monthName } from "../timeline/dates.js";

const kinds = {
  video: "Videos", photo: "Photos", livePhoto: "Live Photos", panorama: "Panoramas", screenshot: "Screenshots", hdr: "HDR", portrait: "Portraits",
  slowMotion: "Slow motion", timelapse: "Time-lapse", favourite: "Favourites", selfie: "Selfies", burst: "Bursts", raw: "RAW", edited: "Edited",
  animated: "Animated",
};

/** “13 October 2021”, “June of any year”, “Videos”. */
export function meaningOf({ type, kind, spans, month, day, text }) {
  switch (type) {
    case "kind": return kinds[kind] ?? text;
    case "yearly": return `${day ? `${day} ` : ""}${monthName(month)} of any year`;
    default: return spans.map(({ from, to }) => daysText(from, to)).join(" or ");
  }
}
