// The list of keys, and whose the names of places are, which stand all over the gallery.
import { say, sayIfKnown } from "../language.js";
import { showDialog } from "./dialogs.js";
import { make } from "./dom.js";

/**
 * Each line: keys, of which any does it or, with "+" between, all together; and what they do.
 * @type {[import('../language.js').Key, [string[], import('../language.js').Key][]][]}
 */
const groups = [
  ["keys.everywhere", [
    [["/"], "keys.search"], [["?"], "keys.help"], [["Ctrl", "+", "Z"], "keys.undo"], [["Shift", "+", "Ctrl", "+", "Z"], "keys.redo"],
    [["Escape"], "keys.escape"],
  ]],
  ["keys.photos", [
    [["←", "↑", "→", "↓"], "keys.move"], [["Home", "End"], "keys.ends"], [["PageUp", "PageDown"], "keys.screen"], [["Enter"], "keys.open"],
    [["Alt", "+", "↑", "↓"], "keys.month"], [["Alt", "+", "PageUp", "PageDown"], "keys.year"], [["+", "−"], "keys.size"],
    [["Space"], "keys.select"], [["Shift", "+", "←", "→"], "keys.range"], [["Ctrl", "+", "A"], "keys.all"],
    [["F"], "keys.favorite"], [["H"], "keys.hide"], [["A"], "keys.add"], [["E"], "keys.bulk"], [["Delete"], "keys.delete"],
    [["Ctrl", "+", "Delete"], "keys.deleteFromLibrary"],
    [["P"], "keys.pick"], [["C"], "do.copyEdit"], [["V"], "do.pasteEdit"], [["Shift", "+", "F10"], "keys.menu"],
    [["Alt", "+", "←", "→"], "keys.reorder"],
  ]],
  ["keys.onePhoto", [
    [["←", "→"], "keys.step"], [["Home", "End"], "keys.ends"],
    [["+", "−", "0", "1"], "keys.zoom"], [["P"], "keys.panorama"], [["Space"], "keys.play"],
    [[",", "."], "keys.seek"], [["M"], "keys.sound"], [["L"], "keys.live"], [["B"], "keys.burst"], [["I"], "keys.info"],
    [["E"], "keys.edit"], [["O"], "keys.original"], [["C"], "do.copyEdit"], [["V"], "do.pasteEdit"], [["F"], "keys.favoriteOne"], [["A"], "keys.addOne"],
    [["Shift", "+", "F10"], "keys.menu"], [["Delete"], "keys.deleteOne"], [["Ctrl", "+", "Delete"], "keys.deleteOneFromLibrary"], [["Escape"], "keys.back"],
  ]],
  ["place.map", [
    [["←", "↑", "→", "↓"], "keys.move"], [["+", "−"], "keys.size"], [["0"], "keys.whole"], [["Enter"], "keys.group"],
  ]],
  ["place.duplicates", [
    [["↑", "↓"], "keys.groups"], [["←", "→"], "keys.keep"], [["M"], "keys.merge"], [["N"], "keys.apart"],
  ]],
  ["keys.albums", [
    [["↑", "↓"], "keys.move"], [["←", "→"], "keys.folder"], [["Enter"], "keys.show"], [["F2"], "keys.rename"],
    [["Alt", "+", "↑", "↓"], "keys.moveAlbum"], [["Shift", "+", "F10"], "keys.menu"], [["Delete"], "keys.deleteAlbum"],
  ]],
];

const keysOf = (names) => names.flatMap((name, index) => {
  const isJoint = name === "+" && index > 0;
  return [index > 0 && !isJoint && names[index - 1] !== "+" ? " " : null, isJoint ? "+" : make("kbd", {}, sayIfKnown(`key.${name}`) ?? name)];
}).filter((part) => part !== null);

export function showHelp() {
  const content = groups.map(([title, lines]) => make("section", {},
    make("h3", {}, say(title)),
    make("dl", {}, ...lines.flatMap(([names, what]) => [make("dt", {}, ...keysOf(names)), make("dd", {}, say(what))]))));
  const list = make("div", {}, make("div", { class: "keys" }, ...content), make("p", { class: "quiet" }, say("map.towns")));
  return showDialog({ title: say("toolbar.keys"), content: list, actions: [{ label: say("close"), value: null }], wide: true });
}
