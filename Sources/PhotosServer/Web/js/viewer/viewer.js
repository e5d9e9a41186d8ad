// The viewer: one asset of the timeline's list, and the way to the next. A modal dialogue over the page.
import { chooseAlbum } from "../shell/albums.js";
import { confirm } from "../shell/dialogs.js";
import { make } from "../shell/dom.js";
import { parse } from "../shell/route.js";
import { Bars } from "./bars.js";
import { followed, isWithin } from "./following.js";
import { keepInside } from "./focus.js";
import { action, isForViewer } from "./keys.js";
import { Panel } from "./panel.js";
import { Stage } from "./stage.js";
import { Strip } from "./strip.js";
import { announcement } from "./words.js";

/** While pages are turned faster than this, only thumbnails are asked for. */
const rushing = 130;

/** Events: "show" {index, tile} when an asset is shown, "close" {index} when the viewer has closed. */
export class Viewer extends EventTarget {
  #element;
  #api;
  #source;
  #acts;
  #stage;
  #bars;
  #panel;
  #strip;
  #live = make("div", { class: "unseen", role: "status", "aria-live": "polite" });
  #notice = make("div", { class: "viewer-notice", role: "status", hidden: true });
  #index = -1;
  #target = -1;
  #tile = null;
  /** The asset of the last "show" event. */
  #told = null;
  #turn = 0;
  #lastTurn = 0;
  #timers = { preview: 0, say: 0, notice: 0 };
  #isWritable = true;
  #isInfoWanted = false;
  /** The asset that an act of this viewer takes from the list: nobody needs to be told. */
  #leaving = null;

  constructor(element, { api, source, acts }) {
    super();
    this.#element = element;
    this.#api = api;
    this.#source = source;
    this.#acts = acts;
    const run = this.#verbs();
    this.#bars = new Bars(run);
    this.#stage = new Stage({ insets: () => this.#insets() });
    this.#strip = new Strip({ source, choose: (index) => this.#show(index) });
    this.#panel = new Panel({ api, acts, close: run.info });
    for (const [name, value] of Object.entries({ role: "dialog", "aria-modal": "true", "aria-labelledby": "viewer-heading", tabindex: "-1" })) {
      element.setAttribute(name, value);
    }
    element.removeAttribute("aria-label");
    element.replaceChildren(this.#bars.top, this.#bars.tools, this.#stage.element, this.#bars.previous, this.#bars.next,
      this.#strip.element, this.#panel.element, this.#notice, this.#live);
    this.#listen(run);
  }

  get index() { return this.#index; }
  get isOpen() { return !this.#element.hidden; }
  get #view() { return parse(location.hash).view; }
  get #isTrash() { return this.#view.in === "trash"; }

  async open(index) {
    if (!this.isOpen) {
      this.#element.hidden = false;
      this.#setBare(false);
      this.#panel.setOpen(this.#isInfoWanted);
      this.#element.classList.toggle("has-panel", this.#isInfoWanted);
      this.#stage.measure();
      this.#element.focus({ preventScroll: true });
      this.#api.library().then((library) => { this.#isWritable = library.writable; }, () => {});
    }
    await this.#show(index);
  }

  close() {
    if (!this.isOpen) return;
    const index = this.#index;
    this.#turn += 1;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#panel.clear();
    this.#stage.clear();
    this.#strip.clear();
    this.#notice.hidden = true;
    this.#live.textContent = "";
    this.#element.hidden = true;
    this.#index = this.#target = -1;
    this.#tile = this.#told = null;
    this.dispatchEvent(new CustomEvent("close", { detail: { index } }));
  }

  /** The list changed: stays with its asset where that stays, and goes on to the next where it doesn't. */
  async refresh(change) {
    if (!this.isOpen || this.#tile === null) return;
    const turn = ++this.#turn;
    const { id } = this.#tile;
    if (this.#target !== this.#index && change.incremental) {
      // On the way to another page: that one is still wanted.
      await this.#show(Math.min(followed(this.#target, change).index, change.count - 1), { turn, isNew: true });
      return;
    }
    const step = change.incremental ? followed(this.#index, change) : { index: this.#index, isGone: true };
    let { index } = step;
    let isGone = step.isGone;
    if (isGone) {
      // It may have moved rather than gone: to another date, or because nothing is known of what happened.
      try {
        const place = await this.#api.place(this.#view, id);
        if (turn !== this.#turn) return;
        isGone = place.index === null;
        index = place.index ?? (change.incremental ? index : place.nearest);
      } catch {
        if (turn !== this.#turn) return;
      }
    }
    if (change.count === 0) {
      this.close();
      return;
    }
    if (isGone && id !== this.#leaving) this.#say("The photo that was here has left this list.");
    const isChanged = isGone || !change.incremental || isWithin(index, change.changed);
    await this.#show(Math.min(index, change.count - 1), { turn, isNew: true, isQuiet: !isChanged });
  }

  // Showing

  #step(direction) {
    const next = Math.min(Math.max(this.#target + direction, 0), this.#source.count - 1);
    if (next !== this.#target) this.#show(next);
  }

  /** `isNew`: the list changed around it. `isQuiet`: what is shown didn't. */
  async #show(index, { turn = ++this.#turn, isNew = false, isQuiet = false } = {}) {
    this.#target = index;
    let tile = isNew ? null : this.#source.tileIfLoaded(index);
    if (!tile) {
      try {
        tile = await this.#source.tileAt(index);
      } catch (error) {
        if (turn === this.#turn) this.#say([error.title, error.detail].filter(Boolean).join(". ") || "The next photo can’t be reached.");
        return;
      }
      if (turn !== this.#turn) return;
      if (!tile) {
        // The list is shorter by now; its change is on the way.
        this.#target = this.#index;
        return;
      }
    }
    const isOther = tile.id !== this.#tile?.id;
    this.#index = index;
    this.#tile = tile;
    if (isOther) this.#stage.show(tile);
    else this.#stage.update(tile);
    this.#showAround(isNew);
    if (isOther || !isQuiet) this.#announce();
    this.#loadInTurn(isOther);
  }

  #showAround(isNew) {
    const count = this.#source.count;
    this.#bars.show(this.#tile, { index: this.#index, count, isTrash: this.#isTrash, isWritable: this.#isWritable });
    this.#strip.show(this.#index, count, { isNew });
    this.#panel.show(this.#tile, { isWritable: this.#isWritable });
  }

  /** The preview at once, or when the rush is over; the neighbours' when it stands. The page's address follows with them. */
  #loadInTurn(isOther) {
    const now = performance.now();
    const isRushing = isOther && now - this.#lastTurn < rushing;
    if (isOther) this.#lastTurn = now;
    clearTimeout(this.#timers.preview);
    const load = () => {
      this.#stage.loadPreview();
      this.#findNeighbours(this.#turn);
      if (this.#told !== this.#tile.id) this.#tell();
    };
    if (isRushing) this.#timers.preview = setTimeout(load, rushing);
    else load();
  }

  #tell() {
    this.#told = this.#tile.id;
    this.dispatchEvent(new CustomEvent("show", { detail: { index: this.#index, tile: this.#tile } }));
  }

  async #findNeighbours(turn) {
    const at = (index) => (index < 0 || index >= this.#source.count ? null : this.#source.tileIfLoaded(index) ?? this.#source.tileAt(index));
    let before = null;
    let after = null;
    try {
      [before, after] = await Promise.all([at(this.#index - 1), at(this.#index + 1)]);
    } catch {
      // Without neighbours nothing is fetched ahead; the step itself says why.
    }
    if (turn !== this.#turn || !this.isOpen) return;
    this.#stage.setBeside(before, after);
    if (this.#stage.current?.isSettled) this.#stage.prefetch();
  }

  #announce() {
    clearTimeout(this.#timers.say);
    this.#timers.say = setTimeout(() => {
      if (this.#tile) this.#live.textContent = announcement(this.#tile, this.#index, this.#source.count);
    }, 250);
  }

  #say(text) {
    clearTimeout(this.#timers.notice);
    this.#notice.textContent = text;
    this.#notice.hidden = false;
    this.#timers.notice = setTimeout(() => { this.#notice.hidden = true; }, 5000);
  }

  #setBare(isBare) {
    this.#element.classList.toggle("is-bare", isBare);
    this.#stage.measure();
  }

  #toggleInfo() {
    this.#isInfoWanted = !this.#panel.isOpen;
    if (!this.#isInfoWanted && this.#panel.element.contains(document.activeElement)) this.#element.focus();
    this.#panel.setOpen(this.#isInfoWanted);
    this.#element.classList.toggle("has-panel", this.#isInfoWanted);
    this.#bars.showInfo(this.#isInfoWanted);
    if (this.#tile) this.#panel.show(this.#tile, { isWritable: this.#isWritable });
    this.#stage.measure();
  }

  /** How much of the stage the bars cover. */
  #insets() {
    if (this.#element.classList.contains("is-bare")) return { top: 0, bottom: 0 };
    const stage = this.#stage.element.getBoundingClientRect();
    const bars = [this.#bars.top, this.#bars.tools, this.#strip.element]
      .map((bar) => bar.getBoundingClientRect()).filter((bar) => bar.height > 0);
    const isHigh = (bar) => bar.top + bar.height / 2 < stage.top + stage.height / 2;
    const top = Math.max(0, ...bars.filter(isHigh).map((bar) => bar.bottom - stage.top));
    const bottom = Math.max(0, ...bars.filter((bar) => !isHigh(bar)).map((bar) => stage.bottom - bar.top));
    return { top, bottom };
  }

  // Doing

  #verbs() {
    const stage = () => this.#stage;
    const movie = () => this.#stage.current?.movie;
    return {
      back: () => this.close(),
      previous: () => this.#step(-1),
      next: () => this.#step(1),
      first: () => this.#step(-Infinity),
      last: () => this.#step(Infinity),
      zoomIn: () => stage().zoom(1.5),
      zoomOut: () => stage().zoom(1 / 1.5),
      fit: () => stage().zoomTo("fit"),
      actualSize: () => stage().zoomTo("actual"),
      fillHeight: () => stage().zoomTo("height"),
      pan: (dx, dy) => stage().pan(dx, dy),
      play: () => (movie() ? movie().toggle() : stage().live.toggle()),
      playLive: () => stage().live.toggle(),
      silence: () => movie()?.silence(),
      silenceLive: () => stage().live.silence(),
      seekBack: () => movie()?.seek(-1),
      seekOn: () => movie()?.seek(1),
      info: () => this.#toggleInfo(),
      favorite: () => this.#act((tile) => this.#acts.favorite([tile], !tile.isFavorite)),
      add: () => this.#act((tile) => this.#addToAlbum(tile)),
      restore: () => this.#act((tile) => {
        this.#leaving = tile.id;
        return this.#acts.restore([tile]);
      }),
      remove: () => this.#act((tile) => {
        this.#leaving = tile.id;
        return this.#isTrash ? this.#purge(tile) : this.#acts.delete([tile]);
      }),
    };
  }

  #act(body) {
    if (this.#tile && this.#isWritable) body(this.#tile);
  }

  async #addToAlbum(tile) {
    const { collections } = await this.#api.collections();
    const choice = await chooseAlbum({ api: this.#api, collections, count: 1 });
    if (choice === null) return;
    if (choice.title) await this.#acts.createAlbum(choice.title, { parent: choice.parent ?? null, assets: [tile] });
    else await this.#acts.addTo(choice.id, [tile]);
  }

  async #purge(tile) {
    const isSure = await confirm({
      title: "Delete this photo for good?", text: "Its files are removed from the library. This can’t be undone.", action: "Delete for good",
    });
    if (isSure) await this.#acts.purge([tile]);
  }

  #listen(run) {
    const on = (name, body) => this.#stage.addEventListener(name, (event) => body(event.detail));
    on("step", ({ direction }) => this.#step(direction));
    on("close", () => (this.#panel.isOpen ? this.#toggleInfo() : this.close()));
    on("info", () => { if (!this.#panel.isOpen) this.#toggleInfo(); });
    on("tap", ({ pointerType }) => { if (pointerType !== "mouse") this.#setBare(!this.#element.classList.contains("is-bare")); });
    on("notice", ({ text }) => this.#say(text));
    on("zoom", () => this.#showZoom());
    on("state", () => {
      if (this.#stage.current.isSettled) this.#stage.prefetch();
      this.#showZoom();
    });
    document.addEventListener("keydown", (event) => this.#key(event, run), { capture: true });
    keepInside(this.#element, [document.getElementById("toasts")]);
    // A link in the panel leads to another list: the address closes the viewer, and a pause is due at once.
    this.#panel.element.addEventListener("click", (event) => {
      if (event.target.closest("a[href^='#']")) this.#isInfoWanted = false;
    });
  }

  #showZoom() {
    const slide = this.#stage.current;
    this.#bars.showZoom({ canZoom: slide?.canZoom ?? false, isZoomed: slide?.isZoomed ?? false });
    this.#element.classList.toggle("is-zoomed", slide?.isZoomed ?? false);
  }

  #key(event, run) {
    if (!this.isOpen || !isForViewer(event)) return;
    const slide = this.#stage.current;
    const { clientWidth: width, clientHeight: height } = this.#stage.element;
    const body = action(event, { isZoomed: slide?.isZoomed ?? false, isVideo: slide?.isVideo ?? false }, run, { width, height });
    if (body === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#element.classList.contains("is-bare") && event.key !== "Escape") this.#setBare(false);
    body();
  }
}
