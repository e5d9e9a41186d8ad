// One asset on the pane: its picture in its box, its pose, and what is said while it loads or when it can't be shown.
import { originalURL } from "../api.js";
import { say } from "../language.js";
import { button, make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { foreign } from "./elements.js";
import { Fetching } from "./fetching.js";
import * as geometry from "./geometry.js";
import { Movie } from "./movie.js";
import { Picture } from "./picture.js";
import { assetName } from "./words.js";

/** Loading is only shown when it lasts. */
const patience = 350;

export class Slide {
  #area = null;
  #box = null;
  #message = null;
  #timer = 0;
  #onState;
  /** Of what is in the library's store alone. */
  #fetching = null;

  pose = geometry.rest;
  movie = null;

  constructor(tile, onState) {
    this.tile = tile;
    this.#onState = onState;
    this.picture = new Picture(tile, () => this.#pictureChanged());
    this.element = make("div", { class: "slide", "aria-hidden": "true", "data-id": tile.id }, this.picture.element);
  }

  /** What plays: sounds as well, which have no picture. */
  get isVideo() { return this.tile.kind !== "image"; }
  get canZoom() { return !this.isVideo && this.picture.state !== "failed"; }
  get isZoomed() { return this.pose.scale > 1.001; }
  get isFinished() { return this.picture.state !== "loading"; }
  get box() { return this.#box; }

  /** The upright size of what is shown, or a square where nobody knows. */
  get size() {
    const { width, height } = this.tile;
    const size = width > 0 && height > 0 ? { width, height } : { width: 1024, height: 1024 };
    const original = this.picture.originalSize;
    if (original === null) return size;
    // It comes reduced: it has as many pixels as the edited picture at least.
    const scale = Math.max(1, Math.max(size.width, size.height) / Math.max(original.width, original.height));
    return { width: original.width * scale, height: original.height * scale };
  }

  place(area) {
    const before = { box: this.#box, area: this.#area };
    this.#area = area;
    this.#box = geometry.fit(this.size, area, this.isVideo ? Infinity : undefined);
    if (before.box) this.pose = geometry.carried(this.pose, before.box, this.#box, area, before.area);
    const { style } = this.picture.element;
    for (const side of ["left", "top", "width", "height"]) style[side] = `${this.#box[side]}px`;
    this.#placeMovie();
    this.draw();
  }

  /** Another picture is shown, which may have another shape. */
  #reshape() {
    if (this.#area) this.place(this.#area);
  }

  /** The photo without its edits, until `hideOriginal`; gives why it can't be shown, or null. */
  async showOriginal() {
    const problem = await this.picture.showOriginal();
    this.#reshape();
    return problem;
  }

  hideOriginal() {
    this.picture.hideOriginal();
    this.#reshape();
  }

  draw() {
    const { scale, x, y } = this.pose;
    this.picture.element.style.transform = scale === 1 ? "" : `translate(${x}px, ${y}px) scale(${scale})`;
    // Beyond the preview's own pixels only the full picture has more to show.
    const shown = this.#box.width * scale * devicePixelRatio;
    const preview = this.size.width * Math.min(1, 1440 / Math.max(this.size.width, this.size.height));
    if (scale > 1 && shown > preview * 1.05 && this.size.width > preview * 1.05) this.picture.loadFull();
  }

  zoom(scale, point) {
    if (!this.canZoom) return;
    const limit = geometry.most(this.size, this.#box, devicePixelRatio);
    const next = Math.min(Math.max(scale, 1), limit);
    this.pose = next === 1 ? geometry.rest : geometry.zoomed(this.pose, next, point, this.#box, this.#area);
    this.draw();
  }

  pan(dx, dy) {
    if (!this.isZoomed) return;
    this.pose = geometry.moved(this.pose, dx, dy, this.#box, this.#area);
    this.draw();
  }

  unzoom() {
    this.pose = geometry.rest;
    if (this.#box) this.draw();
  }

  /** This is the asset that is looked at. */
  activate() {
    this.element.removeAttribute("aria-hidden");
    const name = assetName(this.tile);
    this.picture.element.setAttribute("role", "img");
    this.picture.element.setAttribute("aria-label", name);
    this.#speakUp();
    this.#followFetching();
    if (!this.isVideo || this.movie) return;
    this.movie = new Movie(this.tile, { name, onProblem: (problem) => this.#dropMovie(problem) });
    this.picture.element.setAttribute("aria-hidden", "true");
    this.element.append(this.movie.element);
    this.#placeMovie();
  }

  deactivate() {
    this.element.setAttribute("aria-hidden", "true");
    clearTimeout(this.#timer);
    this.#dropFetching();
    this.#closeMovie();
    this.#say(null);
    this.unzoom();
    this.hideOriginal();
  }

  update(tile) {
    this.tile = tile;
    if (!tile.isElsewhere) this.#dropFetching();
    this.picture.update(tile);
    this.#reshape();
  }

  close() {
    clearTimeout(this.#timer);
    this.#dropFetching();
    this.picture.cancel();
    this.#closeMovie();
    this.element.remove();
  }

  #followFetching() {
    if (!this.tile.isElsewhere || this.#fetching) return;
    this.#fetching = new Fetching(this.tile, () => (this.movie ? this.movie.isLoading : this.picture.isLoading));
    this.element.append(this.#fetching.element);
    this.#fetching.start();
  }

  #dropFetching() {
    this.#fetching?.stop();
    this.#fetching?.element.remove();
    this.#fetching = null;
  }

  #placeMovie() {
    if (!this.movie || !this.#area) return;
    const { style } = this.movie.element;
    for (const side of ["left", "top", "width", "height"]) style[side] = `${this.#area[side]}px`;
  }

  #dropMovie(problem) {
    this.#closeMovie();
    this.#say(problem);
  }

  #closeMovie() {
    this.movie?.close();
    this.movie = null;
    this.picture.element.removeAttribute("aria-hidden");
  }

  #pictureChanged() {
    if (!this.element.hasAttribute("aria-hidden")) this.#speakUp();
    this.#onState(this);
  }

  /** Says what there is to say of the picture's state; a video speaks for itself, its poster may be missing. */
  #speakUp() {
    clearTimeout(this.#timer);
    const { state, problem } = this.picture;
    this.element.setAttribute("aria-busy", String(state === "loading"));
    if (state === "loading") {
      this.#say(null);
      this.#timer = setTimeout(() => this.#say("loading"), patience);
    } else if (!this.isVideo) {
      this.#say(problem);
    } else if (this.movie) {
      this.#say(null);
    }
  }

  #say(what) {
    this.#message?.remove();
    this.#message = null;
    this.element.classList.toggle("has-problem", what !== null && what !== "loading");
    if (what === null) return;
    this.#message = what === "loading"
      ? make("div", { class: "slide-loading", role: "status", "aria-label": say("viewer.loading") })
      : this.#problemCard(what);
    this.element.append(this.#message);
  }

  #problemCard({ title, detail }) {
    return make("div", { class: "slide-problem", role: "alert" },
      foreign(title, "h3"),
      detail ? foreign(detail, "p") : null,
      make("div", { class: "slide-remedies" },
        make("a", { class: "viewer-button", href: originalURL(this.tile, { download: true }), download: "" },
          icon("download"), say("download")),
        button(say("tryAgain"), () => this.#tryAgain(), { class: "viewer-button" })));
  }

  #tryAgain() {
    this.#say(null);
    if (this.picture.state === "failed") this.picture.tryAgain();
    this.activate();
  }
}
