// The search for what was taken at a place, by one of its names.

/** A condition, since a word finds whatever has it within its name: Essen would find all of Hessen. */
export const searchFor = (name) => `ANY place ==[c] "${name.replace(/["\\]/g, "\\$&")}"`;

/** The name in such a search; null for any other one. */
export function placeIn(search) {
  const found = search.match(/^ANY place ==\[c\] "((?:[^"\\]|\\["\\])+)"$/);
  return found ? found[1].replace(/\\(.)/g, "$1") : null;
}
