// What the first screen doesn't need waits until its pictures are seen.
import { whenPainted } from "../idle.js";

/** So many milliseconds the first pictures may take: what waits for them comes then, whatever keeps them. */
const patience = 1500;

/** Runs once, when the pictures of the first list that is shown are seen, or when it has none. */
export function afterFirstScreen(timeline, run) {
  let isDue = true;
  const begin = () => {
    if (isDue) whenPainted(run, patience);
    isDue = false;
  };
  timeline.addEventListener("pictured", begin, { once: true });
  timeline.addEventListener("count", ({ detail: { count } }) => {
    if (count === 0) begin();
    else setTimeout(begin, patience);
  }, { once: true });
}
