// The drawn part of the map: water, lines of longitude and latitude, land, and names of towns, in the colours of the page.
import { make } from "../shell/dom.js";
import { latitudeOf, widthAt, xOf, yOf } from "./mercator.js";
import { drawTowns, NameWidths } from "./towns.js";

const colourNames = ["water", "land", "coast", "border", "meridian", "town", "halo"];
/** Degrees between two lines; the finest of them that are so many pixels apart are drawn. */
const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45];
const apart = 110;

export class MapCanvas {
  element = document.createElement("canvas");
  #context;
  #swatch = make("span", { class: "map-swatch", hidden: true });
  #colours = null;
  #names = null;

  /** `onColours()` when the page has other colours. */
  constructor(onColours) {
    this.element.className = "map-canvas";
    this.element.setAttribute("aria-hidden", "true");
    this.#context = this.element.getContext("2d", { alpha: false });
    const changed = () => {
      this.#colours = null;
      onColours();
    };
    for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", changed);
    new MutationObserver(changed).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  }

  /** The elements that belong into the page. */
  get elements() { return [this.element, this.#swatch]; }

  get #family() { return getComputedStyle(this.element).fontFamily; }

  /** How wide a town's name is. */
  widthOf(town) {
    this.#names ??= new NameWidths(this.#context, this.#family);
    return this.#names.of(town);
  }

  /**
   * `land` and `borders` are outlines, or null where there are none; `towns` those that have room. Pictures of another server's, as `Mosaic` gives them, are
   * `pieces`, or null where outlines are drawn: they have lines and names of their own.
   */
  draw(pose, area, { land = null, borders = null, towns, pieces = null }) {
    this.#fit(area);
    const context = this.#context, colours = this.#colours ??= this.#read();
    context.fillStyle = colours.water;
    context.fillRect(0, 0, area.width, area.height);
    if (pieces !== null) return this.#drawPieces(pieces);
    const scale = widthAt(pose.zoom), frame = { left: pose.x - area.width / 2 / scale, top: pose.y - area.height / 2 / scale, scale, ...area };
    this.#drawMeridians(frame, colours.meridian);
    if (land !== null) this.#drawOutlines(land, frame, colours.coast, colours.land);
    if (borders !== null) this.#drawOutlines(borders, frame, colours.border);
    const seen = towns.filter(({ point }) => point.x > -300 && point.x < area.width + 10 && point.y > -20 && point.y < area.height + 20);
    drawTowns(context, seen, colours, this.#family);
  }

  /** As many pixels as the screen has. */
  #fit({ width, height }) {
    const ratio = devicePixelRatio, wide = Math.max(1, Math.round(width * ratio)), high = Math.max(1, Math.round(height * ratio));
    if (this.element.width !== wide || this.element.height !== high) [this.element.width, this.element.height] = [wide, high];
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
  }

  /** Edges are whole pixels of the screen, so that no seam shows between two. */
  #drawPieces(pieces) {
    const ratio = devicePixelRatio, on = (pixels) => Math.round(pixels * ratio) / ratio;
    for (const { image, x, y, share, left, top, size } of pieces) {
      const { naturalWidth: wide, naturalHeight: high } = image, [west, north] = [on(left), on(top)];
      this.#context.drawImage(image, x * wide, y * high, share * wide, share * high, west, north, on(left + size) - west, on(top + size) - north);
    }
  }

  #drawMeridians({ left, top, scale, width, height }, colour) {
    const step = steps.find((one) => (one / 360) * scale >= apart) ?? steps.at(-1), path = new Path2D();
    // A line of one pixel stands on a pixel's middle.
    const on = (pixels) => Math.round(pixels) + 0.5;
    for (let degrees = Math.ceil((left * 360 - 180) / step) * step; (xOf(degrees) - left) * scale < width; degrees += step) {
      const x = on((xOf(degrees) - left) * scale);
      path.moveTo(x, 0);
      path.lineTo(x, height);
    }
    const south = latitudeOf(top + height / scale), north = latitudeOf(top);
    for (let degrees = Math.ceil(south / step) * step; degrees <= north; degrees += step) {
      const y = on((yOf(degrees) - top) * scale);
      path.moveTo(0, y);
      path.lineTo(width, y);
    }
    this.#context.strokeStyle = colour;
    this.#context.lineWidth = 1;
    this.#context.stroke(path);
  }

  /** In every copy of the world that is seen. */
  #drawOutlines(outlines, frame, line, ground = null) {
    const context = this.#context, paths = { both: new Path2D(), inside: new Path2D(), lines: new Path2D() };
    for (let shift = Math.floor(frame.left); shift < frame.left + frame.width / frame.scale; shift++) outlines.trace(paths, frame, shift);
    if (ground !== null) {
      context.fillStyle = ground;
      context.fill(paths.both);
      context.fill(paths.inside);
    }
    context.strokeStyle = line;
    context.lineWidth = 1;
    context.lineJoin = "round";
    context.stroke(paths.both);
    context.stroke(paths.lines);
  }

  /** A custom property is text as it was written; the colour that it stands for is known where something has it. */
  #read() {
    const colours = {};
    for (const name of colourNames) {
      this.#swatch.style.color = `var(--${name})`;
      colours[name] = getComputedStyle(this.#swatch).color;
    }
    return colours;
  }
}
