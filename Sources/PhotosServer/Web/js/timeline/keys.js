// The keys of the grid; the page's list of keys (shell/help.js) names them for people.

/** What a key does in the grid, as the name of an action and its arguments; null where it does nothing there. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const isCommand = ctrlKey || metaKey;
  if (isCommand) return { a: ["selectAll"], A: ["selectAll"], Home: ["go", "first", shiftKey], End: ["go", "last", shiftKey] }[key] ?? null;
  if (altKey) {
    return {
      ArrowUp: ["go", "previousMonth", shiftKey], ArrowDown: ["go", "nextMonth", shiftKey],
      PageUp: ["go", "previousYear", shiftKey], PageDown: ["go", "nextYear", shiftKey],
    }[key] ?? null;
  }
  return {
    ArrowLeft: ["go", "left", shiftKey], ArrowRight: ["go", "right", shiftKey], ArrowUp: ["go", "up", shiftKey], ArrowDown: ["go", "down", shiftKey],
    Home: ["go", "first", shiftKey], End: ["go", "last", shiftKey], PageUp: ["go", "pageUp", shiftKey], PageDown: ["go", "pageDown", shiftKey],
    Enter: ["open"], " ": shiftKey ? ["extend"] : ["toggle"], "+": ["zoom", 1], "=": ["zoom", 1], "-": ["zoom", -1],
  }[key] ?? null;
}
