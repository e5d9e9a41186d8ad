// What is known of an asset, as rows for the info panel: a label and parts, each a string or an element.
import { View, originalURL } from "../api.js";
import { fileSize } from "../file-size.js";
import { listed, say, sayIfKnown } from "../language.js";
import { inEnglish, make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { searchFor } from "../shell/places.js";
import { format } from "../shell/route.js";
import { burstOf } from "./burst.js";
import { foreign } from "./elements.js";
import * as words from "./words.js";

/** `[label, …parts]` for each fact there is. */
export function facts(asset, tile, exposure) {
  return [
    [say("fact.damage"), asset.damage ? make("span", {},
      make("span", { class: "is-missing" }, say("fact.damaged")), inEnglish(` ${words.sentence(asset.damage)}`, "small")) : null],
    [say("fact.kind"), kinds(asset, tile)],
    [say("fact.burst"), tile.burst && asset.burstCount > 1
      ? make("a", { href: burstOf(tile) }, say("fact.showBurst", { count: asset.burstCount })) : null],
    [say("fact.dimensions"), asset.pixelWidth > 0 ? words.dimensions(asset.pixelWidth, asset.pixelHeight) : null],
    [say("fact.length"), asset.duration > 0 ? words.duration(asset.duration) : null],
    [say("fact.camera"), camera(asset)],
    [say("fact.lens"), asset.camera?.lens ? foreign(asset.camera.lens) : null],
    [say("fact.exposure"), words.exposure(exposure) || null],
    [say("fact.focalLength"), words.focalLength(exposure) || null],
    [say("fact.flash"), exposure.flashFired ? say("fact.fired") : null],
    [say("fact.place"), asset.location ? place(asset.location) : null],
    [say("fact.albums"), albums(asset.albums ?? [])],
    [say("fact.added"), asset.addedDate ? words.weekday(Date.parse(asset.addedDate) / 1000) : null],
    [say("fact.deleted"), asset.trashedDate ? words.weekday(Date.parse(asset.trashedDate) / 1000) : null],
  ].filter(([, value]) => value !== null);
}

function kinds(asset, tile) {
  return listed([
    tile.burst && asset.burstCount > 1 && words.kind(tile) === say("kind.burst") ? null : words.kind(tile),
    tile.burst && asset.burstCount > 1 ? say("burst.of", { count: asset.burstCount }) : null,
    tile.raw ? "RAW" : null,
    tile.subtypes.includes("photoHDR") ? "HDR" : null,
    tile.subtypes.includes("photoDepthEffect") ? say("is.portrait") : null,
    asset.hasAdjustments ? say("is.edited") : null,
    asset.isHidden ? say("is.hidden") : null,
  ]);
}

function camera({ camera, metadata }) {
  const { make: maker, model } = camera ?? {};
  if (!maker && !model) return metadata?.isFrontFacing ? say("camera.front") : null;
  // Many models begin with their maker's name already.
  const isRepeated = maker && model?.toLowerCase().startsWith(maker.toLowerCase());
  const name = foreign([isRepeated ? null : maker, model].filter(Boolean).join(" "));
  if (!metadata?.isFrontFacing) return name;
  const [before, after] = say("camera.isFront", { name: "\n" }).split("\n");
  return make("span", {}, before, name, after);
}

/** Each name leads to what was taken there; without names there is the position alone. */
function place(location) {
  const names = location.placeNames ?? [];
  const position = make("span", { class: "selectable" }, words.place(location));
  if (names.length === 0) return position;
  const links = names.map((name) =>
    make("a", { href: format(new View({ q: searchFor(name) })), title: say("fact.showPlace", { place: name }) }, foreign(name)));
  return make("div", {}, make("ul", { class: "panel-places" }, ...links.map((link) => make("li", {}, link))), position);
}

function albums(list) {
  if (list.length === 0) return null;
  return make("ul", { class: "panel-albums" }, ...list.map(({ id, title }) =>
    make("li", {}, make("a", { href: format(new View({ in: `album:${id}` })) }, foreign(title || say("untitledAlbum"))))));
}

/** The files an asset consists of, each to be saved by itself. */
export function resources(asset, tile) {
  const list = asset.resources ?? [];
  return make("ul", { class: "panel-files" }, ...list.map((resource, index) => {
    const isHere = resource.state !== "missing";
    const about = listed([sayIfKnown(`resource.${resource.type}`) ?? resource.type, resource.size > 0 ? fileSize(resource.size) : null,
      sayIfKnown(`resource.${resource.state}`), resource.damage ? say("is.damaged") : null]);
    const text = [foreign(resource.filename, "span", { class: "panel-file" }), make("span", { class: isHere && !resource.damage ? "quiet" : "quiet is-missing" }, about)];
    if (!isHere) return make("li", {}, make("div", { class: "panel-resource" }, ...text));
    return make("li", {}, make("a", {
      class: "panel-resource", href: originalURL(tile, { download: true, resource: index }), download: "",
      title: say("resource.download"),
    }, ...text, icon("download")));
  }));
}
