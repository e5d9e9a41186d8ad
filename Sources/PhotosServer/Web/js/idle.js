// Work that can wait until the page has nothing else to do.

/** Runs once, when the browser rests; after so many milliseconds even if it doesn't. */
export function whenIdle(run, timeout) {
  // Safari tells nobody that it rests.
  if (globalThis.requestIdleCallback) requestIdleCallback(() => run(), { timeout });
  else setTimeout(run, Math.min(100, timeout));
}
