// What words of a search were understood as, in words. Without DOM.
import { say, sayIfKnown } from "../language.js";
import { daysText, dayOfAnyYear } from "../timeline/dates.js";

/** “13 October 2021”, “June of any year”, “Videos”. */
export function meaningOf({ type, kind, spans, month, day, or, to, text }) {
  switch (type) {
    case "kind": return sayIfKnown(`kinds.${kind}`) ?? text;
    case "yearly": {
      const one = dayOfAnyYear(month, day);
      const days = or ? say("or", { one, other: dayOfAnyYear(or.month, or.day) }) : to ? `${one} – ${dayOfAnyYear(to.month, to.day)}` : one;
      return say("understood.anyYear", { day: days });
    }
    default: return spans.map(({ from, to }) => daysText(from, to)).reduce((one, other) => say("or", { one, other }));
  }
}
