// Searches for what was taken at a place: by one of its names, or by where it lies.

/** A condition, since a word finds whatever has it within its name: Essen would find all of Hessen. */
export const searchFor = (name) => `ANY place ==[c] "${name.replace(/["\\]/g, "\\$&")}"`;

/** The name in such a search; null for any other one. */
export function placeIn(search) {
  const found = search.match(/^ANY place ==\[c\] "((?:[^"\\]|\\["\\])+)"$/);
  return found ? found[1].replace(/\\(.)/g, "$1") : null;
}

/** Degrees are written with six decimals, the last of which is about a hand's breadth on the ground. */
const least = 1e-6;
const text = (degrees) => String(Number(degrees.toFixed(6)));
const below = (degrees, end) => text(Math.max(-end, Math.floor(degrees / least) * least - least));
const above = (degrees, end) => text(Math.min(end, Math.ceil(degrees / least) * least + least));

/**
 * The search for what was taken within bounds, in degrees, and next to nothing beyond them. West is greater than east across the line where east becomes
 * west. `condition` is what is searched for besides, or empty.
 */
export function searchWithin({ west, south, east, north }, condition = "") {
  const from = `longitude >= ${below(west, 180)}`, to = `longitude <= ${above(east, 180)}`, across = west > east ? `(${from} OR ${to})` : `${from} AND ${to}`;
  return `${condition === "" ? "" : `(${condition}) AND `}latitude >= ${below(south, 90)} AND latitude <= ${above(north, 90)} AND ${across}`;
}

const number = "(-?\\d{1,3}(?:\\.\\d{1,6})?)";
const from = `longitude >= ${number}`, to = `longitude <= ${number}`;
const area = new RegExp(`^(?:\\(.+\\) AND )?latitude >= ${number} AND latitude <= ${number} AND (?:${from} AND ${to}|\\(${from} OR ${to}\\))$`);

/** The bounds in such a search; null for any other one. */
export function areaIn(search) {
  const found = search.match(area);
  if (found === null) return null;
  const [south, north, west, east] = found.slice(1).filter((one) => one !== undefined).map(Number);
  return { west, south, east, north };
}
