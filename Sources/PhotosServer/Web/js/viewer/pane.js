// The pane: the asset that is looked at and its two neighbours, and what pointers do to them. Never more than three slides.
import { make } from "../shell/dom.js";
import { BurstBadge } from "./burst.js";
import { movesLess } from "./elements.js";
import * as geometry from "./geometry.js";
import { Gestures } from "./gestures.js";
import { LivePhoto } from "./live.js";
import { Slide } from "./slide.js";

const gap = 24;
/** A finger covers much of a phone: its double tap goes less far in. */
const farthestTap = 3;

export class Pane extends EventTarget {
  #slides = new Map();
  #current = null;
  #beside = { "-1": null, "1": null };
  #area = { left: 0, top: 0, width: 1, height: 1 };
  #insets = () => ({ top: 0, bottom: 0 });
  #shift = 0;
  #glide = null;
  #gestures;

  /** Events: "step" {direction}, "close", "info", "tap", "state" (of the current slide), "zoom", "notice" {text}. */
  constructor({ insets }) {
    super();
    this.#insets = insets;
    this.live = new LivePhoto({ onProblem: (problem) => this.#tell("unplayable", problem) });
    this.burst = new BurstBadge();
    this.slides = make("div", { class: "slides" });
    this.element = make("div", { class: "viewer-pane" }, this.slides, this.live.element, this.burst.element);
    this.#gestures = new Gestures(this.element, this.#handlers());
    new ResizeObserver(() => this.measure()).observe(this.element);
  }

  get current() { return this.#current; }
  get middle() { return { x: this.#area.left + this.#area.width / 2, y: this.#area.top + this.#area.height / 2 }; }

  /** Shows an asset, at once, with whatever pixels of it are here. */
  show(tile) {
    this.#endGlide();
    this.#gestures.forget();
    const slide = this.#slideOf(tile);
    const before = this.#current;
    if (before !== slide) before?.deactivate();
    this.#current = slide;
    this.#shift = 0;
    this.#pullBy(0);
    slide.activate();
    this.live.attach(tile, slide.picture.element);
    this.burst.show(tile);
    this.#beside = { "-1": null, "1": null };
    // What was passed is let go, but for the one just left where it is whole: it is a neighbour now.
    this.#keep((one) => one === slide || (one === before && one.picture.hasPreview));
    this.#draw();
    this.#tell("zoom");
  }

  /** The neighbours: their thumbnails stand ready to be swiped in. */
  setBeside(before, after) {
    const kept = { "-1": before && this.#slideOf(before), "1": after && this.#slideOf(after) };
    this.#beside = kept;
    this.#keep((one) => one === this.#current || one === kept[-1] || one === kept[1]);
    this.#draw();
  }

  #keep(isKept) {
    for (const [id, slide] of this.#slides) {
      if (isKept(slide)) continue;
      slide.close();
      this.#slides.delete(id);
    }
  }

  loadPreview() { this.#current?.picture.loadPreview("high"); }

  prefetch() {
    for (const direction of [1, -1]) this.#beside[direction]?.picture.loadPreview("low");
  }

  update(tile) {
    this.#slides.get(tile.id)?.update(tile);
    if (this.#current?.tile.id !== tile.id) return;
    this.live.attach(tile, this.#current.picture.element);
    this.burst.show(tile);
  }

  clear() {
    this.#endGlide();
    this.#gestures.forget();
    this.live.attach(null, null);
    this.burst.show(null);
    for (const slide of this.#slides.values()) slide.close();
    this.#slides.clear();
    this.#current = null;
    this.#beside = { "-1": null, "1": null };
  }

  /** The free area changed: the window, a bar, the info panel. */
  measure() {
    const { top, bottom } = this.#insets();
    const { clientWidth, clientHeight } = this.element;
    if (clientWidth === 0) return;
    this.#area = { left: 0, top, width: clientWidth, height: Math.max(1, clientHeight - top - bottom) };
    this.element.style.setProperty("--area-top", `${top}px`);
    this.element.style.setProperty("--area-bottom", `${bottom}px`);
    for (const slide of this.#slides.values()) slide.place(this.#area);
    this.#draw();
  }

  zoom(factor, point = this.middle) {
    const slide = this.#current;
    if (!slide?.canZoom) return;
    slide.zoom(slide.pose.scale * factor, point);
    this.#tell("zoom");
  }

  zoomTo(which, point = this.middle, farthest = undefined) {
    const slide = this.#current;
    if (!slide?.canZoom) return;
    const scales = {
      fit: () => 1,
      actual: () => geometry.actual(slide.size, slide.box, devicePixelRatio),
      height: () => geometry.filling(slide.box, this.#area),
      closer: () => geometry.closer(slide.size, slide.box, this.#area, devicePixelRatio, farthest),
    };
    this.#easing();
    slide.zoom(scales[which](), point);
    this.#tell("zoom");
  }

  /** Moves the enlarged picture; says whether there was one to move. */
  pan(dx, dy) {
    if (!this.#current?.isZoomed) return false;
    this.#current.pan(dx, dy);
    return true;
  }

  #slideOf(tile) {
    let slide = this.#slides.get(tile.id);
    if (slide) {
      slide.update(tile);
      return slide;
    }
    slide = new Slide(tile, (changed) => {
      if (changed === this.#current) this.#tell("state");
    });
    slide.place(this.#area);
    this.#slides.set(tile.id, slide);
    this.slides.append(slide.element);
    return slide;
  }

  #draw() {
    const width = this.element.clientWidth + gap;
    for (const slide of this.#slides.values()) {
      const position = slide === this.#current ? 0 : slide === this.#beside[-1] ? -1 : 1;
      slide.element.style.transform = `translateX(${position * width + this.#shift}px)`;
      slide.element.style.visibility = position === 0 || this.#shift !== 0 ? "visible" : "hidden";
    }
  }

  /** Lets the next move of the picture be seen as one, unless the user wants less of that. */
  #easing() {
    if (movesLess()) return;
    const { classList } = this.#current.picture.element;
    classList.add("is-easing");
    setTimeout(() => classList.remove("is-easing"), 200);
  }

  #handlers() {
    return {
      ignores: (event) => event.target.closest(".slide-problem") !== null
        || (event.target === this.#current?.movie?.element && this.#current.movie.ownsPoint(event.clientY)),
      // A finger that comes down on a gliding picture takes hold of the next one.
      begin: () => this.#glide?.end(),
      canPan: () => this.#current?.isZoomed ?? false,
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (point, factor) => this.zoom(factor, point),
      slide: (dx) => this.#slideBy(dx),
      slideEnd: (dx, speed) => this.#slideEnd(dx, speed),
      pull: (dy) => this.#pullBy(dy),
      pullEnd: (dy, speed) => this.#pullEnd(dy, speed),
      hold: () => this.live.hold(),
      release: () => this.live.release(),
      tap: (pointerType) => this.#tell("tap", { pointerType }),
      doubleTap: (point, pointerType) =>
        this.zoomTo(this.#current?.isZoomed ? "fit" : "closer", point, pointerType === "mouse" ? undefined : farthestTap),
      step: (direction) => this.#tell("step", { direction }),
    };
  }

  #slideBy(dx) {
    // At either end of the list the picture gives a little and no more.
    this.#shift = this.#beside[dx > 0 ? -1 : 1] ? dx : dx / 4;
    this.#draw();
  }

  #slideEnd(dx, speed) {
    const direction = dx > 0 ? -1 : 1;
    const isFar = Math.abs(dx) > this.element.clientWidth * 0.25;
    const isFast = Math.abs(speed) > 0.35 && Math.sign(speed) === Math.sign(dx) && Math.abs(dx) > 20;
    const step = this.#beside[direction] && (isFar || isFast) ? direction : 0;
    this.#glideTo(-step * (this.element.clientWidth + gap), () => {
      if (step) this.#tell("step", { direction: step });
    });
  }

  #glideTo(shift, then) {
    if (movesLess()) {
      this.#shift = 0;
      this.#draw();
      then();
      return;
    }
    this.slides.classList.add("is-gliding");
    // Not quite nothing: the neighbours are seen until the picture is back.
    this.#shift = shift || 0.01;
    this.#draw();
    const end = () => {
      this.#endGlide();
      if (shift === 0) this.#shift = 0;
      this.#draw();
      then();
    };
    this.#glide = { timer: setTimeout(end, 220), end };
  }

  #endGlide() {
    clearTimeout(this.#glide?.timer);
    this.#glide = null;
    this.slides.classList.remove("is-gliding");
  }

  #pullBy(dy) {
    this.slides.style.transform = dy > 0 ? `translateY(${dy}px) scale(${Math.max(0.7, 1 - dy / 1200)})` : "";
    this.element.style.setProperty("--pull", String(Math.min(1, Math.max(0, dy / 400))));
  }

  #pullEnd(dy, speed) {
    this.#pullBy(0);
    if (dy > 110 || (dy > 30 && speed > 0.5)) this.#tell("close");
    else if (dy < -60) this.#tell("info");
  }

  #tell(type, detail = {}) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
