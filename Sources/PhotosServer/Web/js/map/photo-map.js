// The map of the library's photos, or of those of a list: where it stands, what is on it, and what hands do to it.
import { View } from "../api.js";
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { searchWithin } from "../shell/places.js";
import { format, formatMap } from "../shell/route.js";
import { MapAddress } from "./address.js";
import { MapCanvas } from "./canvas.js";
import { Clusters } from "./clusters.js";
import { MapFoot } from "./foot.js";
import { Glide } from "./glide.js";
import { Ground } from "./ground.js";
import { Mosaic } from "./mosaic.js";
import { Pan } from "./pan.js";
import { boxOf, closer, deepest, fitted, held, least, moved, placeOf, pointOf, poseOf, zoomed } from "./pose.js";
import { MapSource } from "./source.js";
import { nameNear, withRoom } from "./towns.js";

const world = { west: -180, south: -85, east: 180, north: 85 };

export class PhotoMap {
  #navigation;
  #pane = make("div", { class: "map-pane" });
  #empty = make("section", { class: "map-empty", "aria-labelledby": "map-empty-title", hidden: true },
    make("h2", { id: "map-empty-title" }, say("map.empty")), make("p", {}, say("map.empty.how", { action: say("do.bulk") })));
  #canvas = new MapCanvas(() => this.#draw());
  #clusters;
  #foot;
  #source;
  #ground;
  /** What is drawn instead of outlines: null where the owner names no server, undefined before anybody knows. */
  #mosaic;
  #glide = new Glide((pose) => this.#set(pose));
  #address = new MapAddress(() => ({ view: this.#view, place: placeOf(this.#glide.target ?? this.#pose) }));
  #isShown = false;
  /** Whose photos are on it, and the condition that these fulfil; empty for none. */
  #view = new View({ in: "map" });
  #condition = "";
  #area = { width: 0, height: 0, covered: 0 };
  #pose = null;
  /** Whether an address named the pose, or it was made for photos that are there. */
  #isPlaced = false;
  /** Between which all photos were taken; null where none says it. */
  #bounds = null;
  #towns = [];
  #frame = null;

  /** `parts`: api, navigation, toasts. */
  constructor(element, { api, navigation, toasts }) {
    this.#navigation = navigation;
    this.#clusters = new Clusters({ press: (group) => this.#press(group), thumbnails: api.thumbnails, leave: () => element.focus({ preventScroll: true }) });
    this.#foot = new MapFoot({
      show: () => this.#go(this.#listWithin(boxOf(this.#pose, this.#area))), step: (change) => this.#step(change), whole: () => this.#showWhole(),
    });
    const problem = (error) => toasts.problem(error);
    const busy = () => { element.classList.toggle("is-busy", this.#source.isBusy || this.#ground.isComing || this.#mosaic?.isComing === true); };
    this.#source = new MapSource(api, {
      pane: () => ({ pose: this.#pose, area: this.#area }), tiles: (tiles) => this.#begun(tiles, busy),
      groups: (answer) => this.#found(answer), towns: (towns) => this.#named(towns), problem, busy,
    });
    this.#ground = new Ground(api, { changed: () => this.#drawGround(), lacks: (problem) => this.#foot.note(problem), problem, busy });
    this.#pane.append(...this.#canvas.elements, this.#clusters.element);
    element.append(this.#pane, this.#empty, this.#foot.element);
    new Pan(this.#pane, {
      move: (dx, dy) => this.#lead((pose) => moved(pose, dx, dy, this.#area)),
      zoom: (point, change) => this.#lead((pose) => zoomed(pose, pose.zoom + change, point, this.#area)),
      step: (point) => this.#step(1, point),
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    new ResizeObserver(() => this.#resize()).observe(this.#pane);
    // On another screen the same size may have other pixels.
    addEventListener("resize", () => this.#draw());
  }

  /** Turns to the map of a list, or of all photos: to the place that the address names, or else to where it stood. */
  show(list, place) {
    const view = new View({ in: "map", of: list });
    this.#isShown = true;
    if (!view.equals(this.#view)) this.#begin(view, place !== null);
    this.#resize();
    this.goTo(place);
    this.#source.ask();
  }

  /** Other photos were taken elsewhere. */
  #begin(view, isPlaced) {
    this.#view = view;
    this.#isPlaced = isPlaced;
    this.#bounds = null;
    this.#glide.end();
    this.#address.leave();
    this.#clusters.show([]);
    this.#foot.wait();
    this.#empty.hidden = true;
    this.#source.show(view.of ?? new View());
  }

  /** Nothing is asked for any more. */
  leave() {
    this.#isShown = false;
    this.#glide.end();
    this.#source.rest();
    this.#mosaic?.rest();
    this.#clusters.rest();
    this.#address.leave();
  }

  /** The library has changed. */
  refresh() { this.#source.ask(); }

  /** Another place that an address names. */
  goTo(place) {
    if (place === null || (this.#pose !== null && formatMap(place) === formatMap(placeOf(this.#pose)))) return;
    this.#glide.end();
    this.#isPlaced = true;
    this.#set(held(poseOf(place), this.#area));
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.#pane;
    if (width === 0 || (width === this.#area.width && height === this.#area.height)) return;
    this.#area = { width, height, covered: this.#foot.element.offsetHeight };
    this.#glide.end();
    if (this.#pose !== null) this.#set(held(this.#pose, this.#area));
  }

  /** What the ground is drawn of is known. `tiles` is {template, server, credit} of the server whose pictures it is, or null. */
  #begun(tiles, busy) {
    this.#mosaic = null;
    if (tiles !== null) {
      const lacks = (isLacking) => this.#foot.noteMissing(isLacking ? tiles.server : null);
      this.#mosaic = new Mosaic(tiles, { changed: () => this.#draw(), lacks, busy });
      this.#foot.creditTiles(tiles.credit);
    }
    this.#draw();
  }

  #found({ clusters, placed, bounds, predicate }) {
    this.#bounds = bounds;
    this.#condition = predicate;
    this.#empty.hidden = placed > 0;
    const isFirst = this.#pose === null;
    if (isFirst || (!this.#isPlaced && bounds !== null)) {
      this.#isPlaced = bounds !== null;
      this.#pose = fitted(bounds ?? world, this.#area);
      this.#draw();
      // What was found is of another part of the world.
      this.#source.ask();
      return;
    }
    this.#clusters.show(clusters);
    this.#put();
    this.#foot.tell(this.#clusters.countSeen((point) => this.#isSeen(point, 0)));
    this.#draw();
  }

  #named(towns) {
    this.#towns = towns;
    if (towns.length > 0) this.#foot.creditTowns();
    this.#draw();
  }

  #drawGround() {
    this.#foot.creditLand();
    this.#draw();
  }

  /** Hands lead the map. */
  #lead(change) {
    if (this.#pose === null) return;
    this.#glide.end();
    this.#set(change(this.#pose));
  }

  #step(change, point = { x: this.#area.width / 2, y: this.#area.height / 2 }) {
    if (this.#pose === null) return;
    // Steps that follow each other quickly are so many.
    const from = this.#glide.target ?? this.#pose;
    this.#glide.begin(this.#pose, zoomed(from, from.zoom + change, point, this.#area));
  }

  #showWhole() {
    if (this.#pose !== null) this.#glide.begin(this.#pose, fitted(this.#bounds ?? world, this.#area));
  }

  #set(pose) {
    this.#pose = held(pose, this.#area);
    this.#draw();
    if (!this.#isShown) return;
    this.#source.askSoon();
    this.#address.writeSoon();
  }

  /** Once in a frame, whatever changed. */
  #draw() {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      if (this.#pose === null || this.#area.width === 0) return;
      this.#canvas.draw(this.#pose, this.#area, this.#drawn(this.#put()));
      this.#foot.limit({ isLeast: this.#pose.zoom <= least(this.#area), isMost: this.#pose.zoom >= deepest });
    });
  }

  /** Outlines with the towns that have room, or pictures that have their own names. */
  #drawn(towns) {
    if (this.#mosaic === undefined) return { towns: [] };
    if (this.#mosaic !== null) return { pieces: this.#mosaic.at(this.#pose, this.#area), towns: [] };
    return { ...this.#ground.at(this.#pose.zoom), towns: withRoom(towns, (town) => this.#canvas.widthOf(town), this.#clusters.boxes) };
  }

  /** Puts the groups where they are now, and says where the towns are. */
  #put() {
    const onPane = (spot) => pointOf(this.#pose, this.#area, spot), towns = this.#towns.map((town) => ({ ...town, point: onPane(town) }));
    this.#clusters.put(onPane, (point, around) => this.#isSeen(point, around), (point) => nameNear(point, towns));
    return towns;
  }

  #isSeen({ x, y }, around) {
    return x > -around && x < this.#area.width + around && y > -around && y < this.#area.height + around;
  }

  /** Those of its photos that were taken within bounds. */
  #listWithin(bounds) {
    return new View({ in: this.#view.of?.in, q: searchWithin(bounds, this.#condition) });
  }

  #press({ bounds, count, tile }) {
    const view = this.#listWithin(bounds);
    if (count === 1) return this.#go(view, tile.id);
    const pose = closer(bounds, this.#pose, this.#area);
    if (pose === null) this.#go(view);
    else this.#glide.begin(this.#pose, pose);
  }

  #go(view, asset = null) {
    this.#address.write();
    // A photo that is opened has its list behind it, and Back leads to the map at once.
    if (asset === null) this.#navigation.go(view);
    else location.hash = format(view, asset);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const across = this.#area.width / 4, down = this.#area.height / 4;
    const by = { ArrowLeft: [across, 0], ArrowRight: [-across, 0], ArrowUp: [0, down], ArrowDown: [0, -down] }[event.key];
    if (by !== undefined) this.#lead((pose) => moved(pose, by[0], by[1], this.#area));
    else if (event.key === "+" || event.key === "=") this.#step(1);
    else if (event.key === "-" || event.key === "_") this.#step(-1);
    else if (event.key === "0") this.#showWhole();
    else return;
    event.preventDefault();
  }
}
