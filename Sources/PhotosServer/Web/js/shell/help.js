// The list of keys.
import { showDialog } from "./dialogs.js";
import { make } from "./dom.js";

const groups = [
  ["Everywhere", [
    ["/", "Search"], ["?", "This list"], ["Ctrl Z", "Undo"], ["Shift Ctrl Z", "Do again"], ["Esc", "Clear the selection, close"],
  ]],
  ["Photos", [
    ["← ↑ → ↓", "Move"], ["Home End", "First, last"], ["Page Up Page Down", "A screen back, on"], ["Enter", "Open"],
    ["Space", "Select"], ["Shift with arrows", "Select a range"], ["Ctrl A", "Select all"],
    ["F", "Favourite the selected"], ["H", "Hide them"], ["A", "Add them to an album"], ["Delete", "Delete them"],
  ]],
  ["One photo", [
    ["← →", "Previous, next"], ["+ − 0", "Zoom in, out, fit"], ["Space", "Play, pause"], ["I", "Information"],
    ["F", "Favourite"], ["Delete", "Delete"], ["Esc", "Back to all"],
  ]],
  ["Albums", [
    ["↑ ↓", "Move"], ["← →", "Close, open a folder"], ["Enter", "Show"], ["F2", "Rename"],
    ["Alt ↑ ↓", "Move the album"], ["Delete", "Delete the album"],
  ]],
];

export function showHelp() {
  const content = groups.map(([title, keys]) => make("section", {},
    make("h3", {}, title),
    make("dl", {}, ...keys.flatMap(([names, what]) => [
      make("dt", {}, ...names.split(/(?<=\S) (?=\S)/).flatMap((name, index) => [index > 0 ? " " : null, make("kbd", {}, name)])),
      make("dd", {}, what),
    ]))));
  return showDialog({ title: "Keys", content: make("div", { class: "keys" }, ...content), actions: [{ label: "Close", value: null }], wide: true });
}
