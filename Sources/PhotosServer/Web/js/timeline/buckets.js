// Buckets are [day, count] pairs in list order, as the server counts them; day is null where a list has no dates.

export function total(buckets) {
  // By their places: taking thousands of pairs apart takes several times as long where nothing is compiled yet.
  let sum = 0;
  for (let at = 0; at < buckets.length; at++) sum += buckets[at][1];
  return sum;
}

/** Letters of a day's name that say its month, or its year; a sign stands before years of more digits. */
export const lengths = { month: -3, year: -6 };

/** Neighbouring days of one month or year as one bucket. */
export function by(buckets, length) {
  const parts = [];
  for (const [day, count] of buckets) {
    const name = day === null ? null : day.slice(0, length);
    const last = parts.at(-1);
    if (last !== undefined && last[0] === name) last[1] += count;
    else parts.push([name, count]);
  }
  return parts;
}

export const byMonth = (buckets) => by(buckets, lengths.month);

/** The buckets once the list has lost these indices; days that lost everything are gone. */
export function removing(buckets, removed) {
  if (removed.isEmpty) return buckets;
  const left = [];
  let start = 0;
  let gone = 0;
  for (const [day, count] of buckets) {
    const goneAfter = removed.below(start + count);
    const remaining = count - (goneAfter - gone);
    if (remaining > 0) left.push([day, remaining]);
    start += count;
    gone = goneAfter;
  }
  return left;
}
