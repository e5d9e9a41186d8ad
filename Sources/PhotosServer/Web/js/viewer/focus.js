// Keeps the focus within a modal element while it is shown, and in what may be reached beside it (messages with Undo).
const reachable = "a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), video[controls], [tabindex]";

const isSeen = (element) => element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true });

export function keepInside(element, beside = []) {
  const parts = () => [element, ...beside].flatMap((part) => [...(part?.querySelectorAll(reachable) ?? [])]).filter(isSeen);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Tab" || event.defaultPrevented || element.hidden || document.querySelector("dialog[open]")) return;
    const all = parts();
    if (all.length === 0) return;
    const at = all.indexOf(document.activeElement);
    // The browser moves the focus itself, but at the ends (and within a video's controls it knows better).
    const isEnd = event.shiftKey ? at <= 0 : at === all.length - 1;
    if (at >= 0 && !isEnd) return;
    if (at < 0 && element.contains(document.activeElement) && document.activeElement !== element) return;
    event.preventDefault();
    all.at(event.shiftKey ? -1 : at < 0 ? 0 : (at + 1) % all.length).focus();
  });
  // A part that held the focus may be hidden or go: the focus comes back to the whole.
  document.addEventListener("focusin", (event) => {
    if (element.hidden || event.target.closest("dialog")) return;
    if (![element, ...beside].some((part) => part?.contains(event.target))) element.focus();
  });
}
