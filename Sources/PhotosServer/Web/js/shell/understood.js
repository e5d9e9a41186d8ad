// What words of a search were understood as, in words. Without DOM.
import { say, sayIfKnown } from "../language.js";
import { daysText, dayOfAnyYear } from "../timeline/dates.js";

/** “13 October 2021”, “June of any year”, “Videos”. */
export function meaningOf({ type, kind, spans, month, day, text }) {
  switch (type) {
    case "kind": return sayIfKnown(`kinds.${kind}`) ?? text;
    case "yearly": return say("understood.anyYear", { day: dayOfAnyYear(month, day) });
    default: return spans.map(({ from, to }) => daysText(from, to)).reduce((one, other) => say("or", { one, other }));
  }
}
