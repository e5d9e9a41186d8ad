// What is said of a photo that a link shows.
import { dateText, listed, say } from "../language.js";

const two = (number) => String(number).padStart(2, "0");

/** “0:07”. */
export const lasting = (seconds) => {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
};

/** “12 June 2019”, by the clock at that place. */
export const day = (item) => (item.date === null ? "" : dateText("day", new Date(item.date * 1000)));

const kinds = { video: say("kind.video"), audio: say("kind.audio") };

/** “Beach, Photo, 12 June 2019”. */
export const nameOf = (item) => listed([item.title, item.isLive ? say("kind.live") : kinds[item.kind] ?? say("kind.photo"), day(item)]);
