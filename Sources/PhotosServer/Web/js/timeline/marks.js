// Where years and months stand along the scrubber. Without DOM.
import { total } from "./buckets.js";

/** Labels of years and ticks of months on a track: `{labels: [{at, text}], ticks: [at]}`, positions in pixels. */
export function marksOf(buckets, { height, least = 22, leastTick = 5 }) {
  const count = total(buckets), years = [], months = [];
  let before = 0, year = "", month = "";
  // A list has thousands of days: no text is cut where nothing begins.
  for (let at = 0; at < buckets.length; at++) {
    const day = buckets[at][0];
    if (day === null) year = month = "";
    else if (month === "" || !day.startsWith(month)) {
      month = day.slice(0, 7);
      const top = (before / count) * height;
      if (year === "" || !day.startsWith(year)) {
        year = day.slice(0, 4);
        years.push({ at: top, text: year });
      } else months.push(top);
    }
    before += buckets[at][1];
  }
  return { labels: thinned(years, least, height), ticks: ticksOf(months, leastTick, height) };
}

/** The first and last years always, those between where there is room. */
function thinned(years, least, height) {
  const labels = [];
  for (const [number, year] of years.entries()) {
    const at = Math.min(year.at, height - least / 2);
    const isLast = number === years.length - 1;
    while (isLast && labels.length > 1 && at - labels.at(-1).at < least) labels.pop();
    if (labels.length === 0 || at - labels.at(-1).at >= least) labels.push({ at, text: year.text });
  }
  return labels;
}

function ticksOf(months, least, height) {
  const ticks = [];
  for (const at of months) if (at <= height && (ticks.length === 0 || at - ticks.at(-1) >= least)) ticks.push(at);
  return ticks;
}

/** The index of the first photo of the month or year some steps before or after the one at an index. */
export function steppedIndex(buckets, index, step, unit) {
  const length = unit === "year" ? 4 : 7;
  const parts = [];
  let before = 0;
  let at = 0;
  for (const [day, size] of buckets) {
    const name = day === null ? "" : day.slice(0, length);
    if (parts.at(-1)?.name !== name) parts.push({ name, start: before });
    if (index >= before) at = parts.length - 1;
    before += size;
  }
  // Going back from within a part leads to its own start first.
  const isInside = step < 0 && parts[at] !== undefined && index > parts[at].start;
  const wanted = at + step + (isInside ? 1 : 0);
  if (parts.length === 0) return 0;
  if (wanted >= parts.length) return Math.max(0, before - 1);
  return parts[Math.max(0, wanted)].start;
}
