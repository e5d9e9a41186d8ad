// Days and months in words. The dates of a list are plain days, of no zone.
import { dateText, say } from "../language.js";

const dateOf = (text) => {
  const [year, monthNumber, dayNumber = 1] = text.split("-").map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, monthNumber - 1, dayNumber);
  return date;
};

const noDate = () => say("date.none");

/** “Friday, 12 June 2019” of "2019-06-12", “June 2019” of "2019-06". */
export const titleOf = (bucket) => (bucket === null ? noDate() : dateText(bucket.length > 7 ? "weekdayDay" : "month", dateOf(bucket)));

/** “Fri, 12 Jun 2019”, or “12 Jun 2019” where there is little room, of "2019-06-12"; “Jun 2019” of "2019-06". */
export function shortTitleOf(bucket, { hasWeekday }) {
  if (bucket === null) return noDate();
  return dateText(bucket.length <= 7 ? "shortMonth" : hasWeekday ? "shortWeekdayDay" : "shortDay", dateOf(bucket));
}

/** “June 2019” of a day or a month. */
export const monthOf = (bucket) => (bucket === null ? noDate() : dateText("month", dateOf(bucket)));

/** “12 June 2019” of a day; of a month as above. */
export const dayOf = (bucket) => (bucket === null ? "" : dateText(bucket.length > 7 ? "day" : "month", dateOf(bucket)));

/** “13 October”, “October” without a day. */
export const dayOfAnyYear = (month, day) => dateText(day ? "monthDay" : "monthAlone", new Date(Date.UTC(2000, month - 1, day || 1)));

/** The shortest words for the days from one to another: a year, a month, a day, or a stretch; either end may be open. */
export function daysText(from, to) {
  const isLastOfMonth = to !== null && dayAfter(to).endsWith("-01");
  const isYears = (from ?? "-01-01").endsWith("-01-01") && (to ?? "-12-31").endsWith("-12-31");
  const isMonths = (from ?? "-01").endsWith("-01") && (to === null || isLastOfMonth);
  const short = (text) => (text === null ? null : isYears ? dateText("year", dateOf(text)) : dayOf(isMonths ? text.slice(0, 7) : text));
  const [first, last] = [short(from), short(to)];
  if (first === null) return say("understood.until", { day: last });
  if (last === null) return say("understood.since", { day: first });
  return first === last ? first : `${first} – ${last}`;
}

function dayAfter(text) {
  const date = dateOf(text);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

/** “0:42”, “1:02:03”. */
export function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
