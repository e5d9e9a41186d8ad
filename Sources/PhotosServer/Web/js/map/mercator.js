// The square map of the world (Web Mercator) as arithmetic alone. x goes from 0 in the west to 1 in the east, y from 0 in the north to 1 in the south;
// at a zoom the square is 256 · 2^zoom CSS pixels wide. East of 1 and west of 0 the world begins anew.

/** Degrees north and south of which nothing is on the square. */
export const furthest = 85.05112878;

export const widthAt = (zoom) => 256 * 2 ** zoom;

/** The same x in the world between 0 and 1. */
export const wrapped = (x) => x - Math.floor(x);

/** The same x in the copy of the world that is nearest to another one. */
export const nearTo = (x, other) => x - Math.round(x - other);

export const xOf = (longitude) => (longitude + 180) / 360;

export function yOf(latitude) {
  const radians = (Math.min(furthest, Math.max(-furthest, latitude)) * Math.PI) / 180;
  return 0.5 - Math.asinh(Math.tan(radians)) / (2 * Math.PI);
}

export const longitudeOf = (x) => wrapped(x) * 360 - 180;

export const latitudeOf = (y) => (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
