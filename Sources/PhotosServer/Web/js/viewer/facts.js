// What is known of an asset, as rows for the info panel: a label and parts, each a string or an element.
import { View, originalURL } from "../api.js";
import { grouped } from "../numbers.js";
import { make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { format } from "../shell/route.js";
import { foreign } from "./elements.js";
import * as words from "./words.js";

/** `[label, …parts]` for each fact there is. */
export function facts(asset, tile, exposure) {
  return [
    ["Damage", asset.damage ? make("span", { class: "is-missing selectable" }, words.sentence(asset.damage)) : null],
    ["Kind", kinds(asset, tile)],
    ["Burst", tile.burst && asset.burstCount > 1
      ? make("a", { href: format(new View({ in: `burst:${tile.id}`, order: "oldest" })) }, `Show all ${grouped(asset.burstCount)} photos`) : null],
    ["Dimensions", asset.pixelWidth > 0 ? words.dimensions(asset.pixelWidth, asset.pixelHeight) : null],
    ["Length", asset.duration > 0 ? words.duration(asset.duration) : null],
    ["Camera", camera(asset)],
    ["Lens", asset.camera?.lens ? foreign(asset.camera.lens) : null],
    ["Exposure", words.exposure(exposure) || null],
    ["Focal length", words.focalLength(exposure) || null],
    ["Flash", exposure.flashFired ? "Fired" : null],
    ["Place", asset.location ? make("span", { class: "selectable" }, words.place(asset.location)) : null],
    ["Albums", albums(asset.albums ?? [])],
    ["Added", asset.addedDate ? words.weekday(Date.parse(asset.addedDate) / 1000) : null],
    ["Deleted", asset.trashedDate ? words.weekday(Date.parse(asset.trashedDate) / 1000) : null],
  ].filter(([, value]) => value !== null);
}

function kinds(asset, tile) {
  return [
    words.kind(tile),
    tile.burst && asset.burstCount > 1 ? `burst of ${grouped(asset.burstCount)}` : null,
    tile.raw ? "RAW" : null,
    tile.subtypes.includes("photoHDR") ? "HDR" : null,
    tile.subtypes.includes("photoDepthEffect") ? "portrait" : null,
    asset.hasAdjustments ? "edited" : null,
    asset.isHidden ? "hidden" : null,
  ].filter(Boolean).join(", ");
}

function camera({ camera, metadata }) {
  const { make: maker, model } = camera ?? {};
  if (!maker && !model) return metadata?.isFrontFacing ? "Front camera" : null;
  // Many models begin with their maker's name already.
  const isRepeated = maker && model?.toLowerCase().startsWith(maker.toLowerCase());
  const name = foreign([isRepeated ? null : maker, model].filter(Boolean).join(" "));
  return metadata?.isFrontFacing ? make("span", {}, name, ", front") : name;
}

function albums(list) {
  if (list.length === 0) return null;
  return make("ul", { class: "panel-albums" }, ...list.map(({ id, title }) =>
    make("li", {}, make("a", { href: format(new View({ in: `album:${id}` })) }, foreign(title || "Untitled album")))));
}

const resourceNames = {
  photo: "Photo", video: "Video", audio: "Audio", pairedVideo: "Live Photo’s video", alternatePhoto: "Second original",
  fullSizePhoto: "Edited photo", fullSizeVideo: "Edited video", fullSizePairedVideo: "Edited Live Photo’s video",
  adjustmentData: "Adjustments", adjustmentBasePhoto: "Photo before the edit", adjustmentBaseVideo: "Video before the edit",
  adjustmentBasePairedVideo: "Live Photo’s video before the edit",
};

/** The files an asset consists of, each to be saved by itself. */
export function resources(asset, tile) {
  const list = asset.resources ?? [];
  return make("ul", { class: "panel-files" }, ...list.map((resource, index) => {
    const isHere = resource.state !== "missing";
    const about = [resourceNames[resource.type] ?? resource.type, resource.size > 0 ? words.fileSize(resource.size) : null,
      { missing: "missing", cloud: "in the cloud" }[resource.state] ?? null, resource.damage ? "damaged" : null].filter(Boolean).join(", ");
    const text = [foreign(resource.filename, "span", { class: "panel-file" }), make("span", { class: isHere && !resource.damage ? "quiet" : "quiet is-missing" }, about)];
    if (!isHere) return make("li", {}, make("div", { class: "panel-resource" }, ...text));
    return make("li", {}, make("a", {
      class: "panel-resource", href: originalURL(tile, { download: true, resource: index }), download: "",
      title: "Download this file",
    }, ...text, icon("download")));
  }));
}
