// What the page says, in the language that it is read in. The words stand in languages/, one file for each.
import { given } from "./words.js";

/** @typedef {keyof typeof import('../languages/en.json')["messages"]} Key */

/** Of the language and region, for `Intl`. */
export const tag = given.tag;

export const isEnglish = tag.startsWith("en");

/** “1,204”. What ICU says of it comes with the words, since `Intl` takes a browser tens of milliseconds for its first answer. */
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, given.numbers.grouping);
}

/** “5.7”, with at most so many digits behind the point. */
export const decimal = (value, digits = 1) => String(Number(value.toFixed(digits))).replace(".", given.numbers.decimal);

/** “5.70”, with just so many digits behind the point. */
export const fixed = (value, digits) => value.toFixed(digits).replace(".", given.numbers.decimal);

/** Each `Intl` format is made when it is first needed. */
const made = new Map();
export function intl(kind, options) {
  const name = kind + JSON.stringify(options);
  if (!made.has(name)) made.set(name, new Intl[kind](tag, options));
  return made.get(name);
}

/**
 * A message, with its `{names}` filled in; numbers are grouped. Where it has forms for numbers, `count` says which.
 * @param {Key} key
 * @param {Record<string, any>} values
 * @returns {string}
 */
export function say(key, values = {}) {
  const found = given.messages[key];
  const text = typeof found === "object" ? found[intl("PluralRules", {}).select(values.count)] ?? found.other : found;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? grouped(values[name]) : String(values[name] ?? "")));
}

/**
 * A message whose key is made of what the library says; null where there is none.
 * @param {string} key
 * @returns {string | null}
 */
export const sayIfKnown = (key) => (Object.hasOwn(given.messages, key) ? say(/** @type {Key} */ (key)) : null);

/** “Photo, 12 June 2019”: what there is of it, one after the other. */
export const listed = (parts) => parts.filter(Boolean).join(say("comma"));

/** “12 June 2019”, for a date that counts in UTC. `pattern` is one of those that ICU has for the language. */
export function dateText(pattern, date) {
  const { dates } = given;
  return dates.patterns[pattern].replace(/'([^']*)'|y+|[ML]+|d+|E+/g, (field, quoted) => {
    if (quoted !== undefined) return quoted === "" ? "'" : quoted;
    switch (field[0]) {
      case "y": return String(date.getUTCFullYear());
      case "d": return String(date.getUTCDate()).padStart(field.length, "0");
      case "E": return (field.length > 3 ? dates.weekdays : dates.shortWeekdays)[date.getUTCDay()];
      default:
        return field.length > 3 ? dates.months[date.getUTCMonth()] : field.length === 3 ? dates.shortMonths[date.getUTCMonth()]
          : String(date.getUTCMonth() + 1).padStart(field.length, "0");
    }
  });
}
