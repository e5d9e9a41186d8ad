// Days and months in words. The page speaks British English; the dates of a list are plain days, of no zone. The words are written
// out, since Intl takes a browser tens of milliseconds for its first answer, and these stand in the first screen.

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
];

const monthText = (date) => `${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
const dayText = (date) => `${date.getUTCDate()} ${monthText(date)}`;

const dateOf = (text) => {
  const [year, monthNumber, dayNumber = 1] = text.split("-").map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, monthNumber - 1, dayNumber);
  return date;
};

const noDate = "No date";

/** “Friday, 12 June 2019” of "2019-06-12", “June 2019” of "2019-06". */
export function titleOf(bucket) {
  if (bucket === null) return noDate;
  const date = dateOf(bucket);
  return bucket.length > 7 ? `${weekdays[date.getUTCDay()]}, ${dayText(date)}` : monthText(date);
}

/** “Fri, 12 Jun 2019”, or “12 Jun 2019” where there is little room, of "2019-06-12"; “Jun 2019” of "2019-06". */
export function shortTitleOf(bucket, { hasWeekday }) {
  if (bucket === null) return noDate;
  const date = dateOf(bucket);
  const month = `${months[date.getUTCMonth()].slice(0, 3)} ${date.getUTCFullYear()}`;
  if (bucket.length <= 7) return month;
  return `${hasWeekday ? `${weekdays[date.getUTCDay()].slice(0, 3)}, ` : ""}${date.getUTCDate()} ${month}`;
}

/** “June 2019” of a day or a month. */
export function monthOf(bucket) {
  return bucket === null ? noDate : monthText(dateOf(bucket));
}

/** “12 June 2019” of a day; of a month as above. */
export function dayOf(bucket) {
  if (bucket === null) return "";
  return (bucket.length > 7 ? dayText : monthText)(dateOf(bucket));
}

export const monthName = (number) => months[number - 1];

/** The shortest words for the days from one to another: a year, a month, a day, or a stretch; either end may be open. */
export function daysText(from, to) {
  const isLastOfMonth = to !== null && dayAfter(to).endsWith("-01");
  const isYears = (from ?? "-01-01").endsWith("-01-01") && (to ?? "-12-31").endsWith("-12-31");
  const isMonths = (from ?? "-01").endsWith("-01") && (to === null || isLastOfMonth);
  const short = (text) => (text === null ? null : isYears ? String(Number(text.slice(0, 4))) : dayOf(isMonths ? text.slice(0, 7) : text));
  const [first, last] = [short(from), short(to)];
  if (first === null) return `until ${last}`;
  if (last === null) return `since ${first}`;
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
