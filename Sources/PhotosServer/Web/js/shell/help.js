// The list of keys.
import { showDialog } from "./dialogs.js";
import { make } from "./dom.js";

/**
 * Each line: keys, of which any does it or, with "+" between, all together; and what they do.
 * @type {[string, [string[], string][]][]}
 */
const groups = [
  ["Everywhere", [
    [["/"], "Search"], [["?"], "This list"], [["Ctrl", "+", "Z"], "Undo"], [["Shift", "+", "Ctrl", "+", "Z"], "Do again"],
    [["Esc"], "Clear the selection, close"],
  ]],
  ["Photos", [
    [["←", "↑", "→", "↓"], "Move"], [["Home", "End"], "First, last"], [["Page Up", "Page Down"], "A screen back, on"], [["Enter"], "Open"],
    [["Alt", "+", "↑", "↓"], "A month back, on"], [["Alt", "+", "Page Up", "Page Down"], "A year back, on"], [["+", "−"], "Larger, smaller"],
    [["Space"], "Select"], [["Shift", "+", "←", "→"], "Select a range"], [["Ctrl", "+", "A"], "Select all"],
    [["F"], "Favourite the selected, or the one with the focus"], [["H"], "Hide them"], [["A"], "Add them to an album"], [["Delete"], "Delete them"],
    [["Shift", "+", "F10"], "Menu"],
    [["Alt", "+", "←", "→"], "Move them in their album"],
  ]],
  ["One photo", [
    [["←", "→"], "Previous, next; move when zoomed in"], [["Home", "End"], "First, last"],
    [["+", "−", "0", "1"], "Zoom in, out, fit, actual size"], [["P"], "Fill the height with a panorama"], [["Space"], "Play, pause"],
    [[",", "."], "Back, on in a video"], [["M"], "Sound on, off"], [["L"], "Play a Live Photo"], [["I"], "Information"],
    [["O"], "Show an edited photo’s original"], [["F"], "Favourite"], [["A"], "Add to an album"], [["Delete"], "Delete"], [["Esc"], "Back to all"],
  ]],
  ["Albums", [
    [["↑", "↓"], "Move"], [["←", "→"], "Close, open a folder"], [["Enter"], "Show"], [["F2"], "Rename"],
    [["Alt", "+", "↑", "↓"], "Move the album"], [["Shift", "+", "F10"], "Menu"], [["Delete"], "Delete the album"],
  ]],
];

const keysOf = (names) => names.flatMap((name, index) => {
  const isJoint = name === "+" && index > 0;
  return [index > 0 && !isJoint && names[index - 1] !== "+" ? " " : null, isJoint ? "+" : make("kbd", {}, name)];
}).filter((part) => part !== null);

export function showHelp() {
  const content = groups.map(([title, lines]) => make("section", {},
    make("h3", {}, title),
    make("dl", {}, ...lines.flatMap(([names, what]) => [make("dt", {}, ...keysOf(names)), make("dd", {}, what)]))));
  return showDialog({ title: "Keys", content: make("div", { class: "keys" }, ...content), actions: [{ label: "Close", value: null }], wide: true });
}
