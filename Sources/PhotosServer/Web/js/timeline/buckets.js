// Buckets are [day, count] pairs in list order, as the server counts them; day is null where a list has no dates.

export function total(buckets) {
  return buckets.reduce((sum, [, count]) => sum + count, 0);
}

/** Neighbouring days of one month as one bucket. */
export function byMonth(buckets) {
  const months = [];
  for (const [day, count] of buckets) {
    const month = day === null ? null : day.slice(0, 7);
    const last = months.at(-1);
    if (last !== undefined && last[0] === month) last[1] += count;
    else months.push([month, count]);
  }
  return months;
}

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
