// Work that can wait until the page has nothing else to do.

/** Runs once, when the browser rests; after so many milliseconds even if it doesn't. */
export function whenIdle(run, timeout) {
  // Safari tells nobody that it rests.
  if (globalThis.requestIdleCallback) requestIdleCallback(() => run(), { timeout });
  else setTimeout(run, Math.min(100, timeout));
}

/** So long a picture that is there may take until it is seen, even on a phone. */
const untilPainted = 200;

/** Runs once, when what is there now has been painted and the browser rests; so many milliseconds later even if it doesn't. */
export function whenPainted(run, timeout) {
  setTimeout(() => whenIdle(run, timeout), untilPainted);
}
