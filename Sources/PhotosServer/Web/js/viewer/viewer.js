// The viewer: one asset of the timeline's list, and the way to the next. A modal dialogue over the page.
import { Problem } from "../api.js";
import { canEdit } from "../editor/editor.js";
import { say } from "../language.js";
import { download } from "../shell/download.js";
import { showMenu } from "../shell/menu.js";
import { parse } from "../shell/route.js";
import { ViewerActs } from "./acts.js";
import { hasOriginal } from "./bars.js";
import { keepInside } from "./focus.js";
import { action, isForViewer } from "./keys.js";
import { Pane } from "./pane.js";
import { ShownIndex } from "./shown-index.js";
import { Surroundings } from "./surroundings.js";
import { wordsOf } from "./words.js";

/** While pages are turned faster than this, only thumbnails are asked for. */
const rushing = 130;
const mostRemembered = 100;

/** Events: "show" {index, tile} when an asset is shown, "close" {index} when the viewer has closed. */
export class Viewer extends EventTarget {
  #element;
  #api;
  #source;
  #pane;
  #around;
  #acts;
  #copied;
  #toasts;
  #collection;
  #shownIndex;
  #tile = null;
  /** The asset of the last "show" event. */
  #told = null;
  /** What is said of a Live Photo that can't be played: it goes with the photo. */
  #unplayable = null;
  /** Tiles that are newer than the timeline's, which asks again only for what it shows. */
  #fresh = new Map();
  #isListOld = false;
  #isWritable = true;
  #turn = 0;
  #lastTurn = 0;
  #rush = 0;

  /** `collection` tells what the sidebar knows of an album, `copied` of the edit that was copied. */
  constructor(element, { api, source, acts, copied, toasts, collection }) {
    super();
    this.#element = element;
    this.#api = api;
    this.#source = source;
    this.#copied = copied;
    this.#toasts = toasts;
    this.#collection = collection;
    this.#acts = new ViewerActs({ api, acts, toasts });
    this.#shownIndex = new ShownIndex(api, () => this.#view);
    const run = this.#verbs();
    this.#pane = new Pane({ insets: () => this.#around.insets(this.#pane.element) });
    this.#around = new Surroundings(element, { api, acts, source, run, choose: (index) => this.#show(index), pane: this.#pane.element });
    for (const [name, value] of Object.entries({ role: "dialog", "aria-modal": "true", "aria-labelledby": "viewer-heading", tabindex: "-1" })) {
      element.setAttribute(name, value);
    }
    element.removeAttribute("aria-label");
    this.#listen(run);
  }

  get index() { return this.#shownIndex.index; }
  get isOpen() { return !this.#element.hidden; }
  get #view() { return parse(location.hash).view; }
  get #isTrash() { return this.#view.in === "trash"; }
  /** The album whose photos are shown, or null. */
  get #album() { return this.#view.in.startsWith("album:") ? this.#view.in.slice("album:".length) : null; }

  async open(index) {
    // The page's address names the asset that is opened, whichever was told last.
    this.#told = null;
    if (!this.isOpen) {
      this.#element.hidden = false;
      this.#around.open();
      this.#pane.measure();
      this.#element.focus({ preventScroll: true });
      this.#api.library().then((library) => { this.#isWritable = library.writable; }, () => {});
    }
    await this.#show(index);
  }

  showInformation() {
    if (this.isOpen && !this.#around.hasInfo) this.#toggleInfo();
  }

  close() {
    if (!this.isOpen) return;
    const { index } = this;
    this.#turn += 1;
    clearTimeout(this.#rush);
    this.#around.close();
    this.#dismissUnplayable();
    this.#pane.clear();
    this.#shownIndex.forget();
    this.#fresh.clear();
    this.#isListOld = false;
    this.#tile = this.#told = null;
    this.#element.hidden = true;
    this.dispatchEvent(new CustomEvent("close", { detail: { index } }));
  }

  // Following

  /** The list changed: stays with its asset where that stays, and goes on to the next where it doesn't. */
  async refresh(change) {
    if (!this.isOpen) return;
    const shown = this.#shownIndex;
    // The first photo is still on its way: it is to be found where it will be.
    if (this.#tile === null) return shown.follow(change);
    const { isOnTheWay } = shown;
    const turn = ++this.#turn;
    shown.follow(change);
    this.#isListOld ||= !change.incremental;
    if (change.count === 0) return this.close();
    if (isOnTheWay) return this.#show(Math.min(shown.target, change.count - 1), { turn });
    const { id } = this.#tile;
    try {
      const { isGone, tile } = await shown.find(id);
      if (turn !== this.#turn) return;
      if (isGone) await this.#leave(id, turn);
      else if (tile) this.#put(tile, this.index, { isNew: true });
      else this.#showAround(true);
    } catch (error) {
      // The line is lost: the page says so, and there is a change to follow when it is back.
      if (!(error instanceof Problem)) throw error;
    }
  }

  async #leave(id, turn) {
    const tile = await this.#shownIndex.tileHere();
    if (turn !== this.#turn) return;
    if (tile === null) return this.close();
    if (id === this.#acts.leaving) this.#around.hush();
    else this.#around.say(say("viewer.left"));
    this.#put(tile, this.index, { isNew: true });
  }

  /** The timeline has fetched a list anew that nobody knew the changes of. */
  #listCame() {
    if (!this.isOpen || !this.#isListOld || this.#tile === null) return;
    this.#isListOld = false;
    this.#showAround(true);
  }

  // Showing

  #step(direction) {
    const { target } = this.#shownIndex;
    const next = Math.min(Math.max(target + direction, 0), this.#source.count - 1);
    if (next !== target) this.#show(next);
  }

  async #show(index, { turn = ++this.#turn } = {}) {
    this.#shownIndex.target = index;
    let tile = this.#source.tileIfLoaded(index);
    if (!tile) {
      try {
        tile = await this.#source.tileAt(index);
      } catch (error) {
        if (turn === this.#turn) this.#around.say(wordsOf(error) || say("viewer.unreached"));
      }
      if (turn !== this.#turn) return;
      if (!tile) {
        // Not to be had, or the list is shorter by now and its change is on the way: what is shown stays.
        this.#shownIndex.target = this.index;
        return;
      }
    }
    // Changes may have moved it while it was fetched.
    this.#put(this.#freshest(tile), this.#shownIndex.target);
  }

  #freshest(tile) {
    const known = tile && this.#fresh.get(tile.id);
    return known && known.revision >= tile.revision ? known : tile;
  }

  /** Puts an asset on the pane, or what is new of the one that stands there. `isNew`: the list changed around it. */
  #put(tile, index, { isNew = false } = {}) {
    const isOther = tile.id !== this.#tile?.id;
    this.#shownIndex.set(index);
    this.#tile = tile;
    if (isNew) this.#remember(tile);
    if (isOther) this.#dismissUnplayable();
    if (isOther) this.#pane.show(tile);
    else this.#pane.update(tile);
    this.#around.showOriginal(this.#pane.current?.picture.showsOriginal ?? false);
    this.#showBars(isNew);
    this.#around.announce();
    this.#loadInTurn(isOther);
  }

  #dismissUnplayable() {
    this.#unplayable?.dismiss();
    this.#unplayable = null;
  }

  #remember(tile) {
    this.#fresh.delete(tile.id);
    this.#fresh.set(tile.id, tile);
    if (this.#fresh.size > mostRemembered) this.#fresh.delete(this.#fresh.keys().next().value);
  }

  #showBars(isNew) {
    const album = this.#album;
    const state = {
      index: this.index, count: this.#source.count, isTrash: this.#isTrash, isWritable: this.#isWritable, hasMenu: this.#offers.length > 0,
      isAlbum: album !== null, canTakeOut: album !== null && (this.#collection(album)?.can.includes("remove") ?? true),
    };
    this.#around.show(this.#tile, state, isNew);
  }

  #showAround(isNew) {
    this.#showBars(isNew);
    this.#findNeighbours(this.#turn);
  }

  /** The preview at once, or when the rush is over; the neighbours' when it stands. The page's address follows with them. */
  #loadInTurn(isOther) {
    const now = performance.now();
    const isRushing = isOther && now - this.#lastTurn < rushing;
    if (isOther) this.#lastTurn = now;
    clearTimeout(this.#rush);
    const load = () => {
      this.#pane.loadPreview();
      this.#findNeighbours(this.#turn);
      if (this.#told !== this.#tile.id) this.#tell();
    };
    if (isRushing) this.#rush = setTimeout(load, rushing);
    else load();
  }

  #tell() {
    this.#told = this.#tile.id;
    this.dispatchEvent(new CustomEvent("show", { detail: { index: this.index, tile: this.#tile } }));
  }

  async #findNeighbours(turn) {
    const at = (index) => (index < 0 || index >= this.#source.count ? null : this.#source.tileIfLoaded(index) ?? this.#source.tileAt(index));
    let before = null;
    let after = null;
    try {
      [before, after] = await Promise.all([at(this.index - 1), at(this.index + 1)]);
    } catch {
      // Without neighbours nothing is fetched ahead; the step itself says why.
    }
    if (turn !== this.#turn || !this.isOpen) return;
    this.#pane.setBeside(this.#freshest(before), this.#freshest(after));
    if (this.#pane.current?.isFinished) this.#pane.prefetch();
  }

  // Doing

  #verbs() {
    const pane = () => this.#pane;
    const movie = () => this.#pane.current?.movie;
    const act = (body) => { if (this.#tile && this.#isWritable) body(this.#tile); };
    return {
      back: () => this.close(),
      download: () => download([this.#tile.id], this.#toasts, this.#tile),
      previous: () => this.#step(-1),
      next: () => this.#step(1),
      first: () => this.#step(-Infinity),
      last: () => this.#step(Infinity),
      zoomIn: () => pane().zoom(1.5),
      zoomOut: () => pane().zoom(1 / 1.5),
      fit: () => pane().zoomTo("fit"),
      actualSize: () => pane().zoomTo("actual"),
      fillHeight: () => pane().zoomTo("height"),
      pan: (dx, dy) => pane().pan(dx, dy),
      play: () => (movie() ? movie().toggle() : pane().live.toggle()),
      playLive: () => pane().live.toggle(),
      silence: () => movie()?.silence(),
      silenceLive: () => pane().live.silence(),
      seekBack: () => movie()?.seek(-1),
      seekOn: () => movie()?.seek(1),
      original: () => this.#toggleOriginal(),
      edit: () => act((tile) => { if (canEdit(tile) && !this.#isTrash) this.#edit(tile); }),
      copyEdit: () => { if (this.#takesEdits && this.#copied.canCopy(this.#target)) this.#copied.copy(this.#target); },
      pasteEdit: () => { if (this.#takesEdits && this.#copied.canPaste(this.#target)) this.#copied.paste(this.#target); },
      menu: () => this.#showMenu({ beside: this.#around.more }),
      burst: () => pane().burst.open(),
      info: () => this.#toggleInfo(),
      favorite: () => act((tile) => this.#acts.favorite(tile)),
      add: () => act((tile) => this.#acts.add(tile)),
      restore: () => act((tile) => this.#acts.restore(tile)),
      discard: () => act((tile) => {
        const album = this.#album;
        return album === null ? this.#acts.remove(tile, { isTrash: this.#isTrash }) : this.#acts.removeFrom(album, tile);
      }),
      remove: () => act((tile) => this.#acts.remove(tile, { isTrash: this.#isTrash })),
    };
  }

  /** The photo that is shown, as menus and keys of the grid say it. */
  get #target() { return { ids: [this.#tile.id], tiles: [this.#tile] }; }
  get #takesEdits() { return this.#tile !== null && this.#isWritable && !this.#isTrash; }
  get #offers() { return this.#takesEdits ? this.#copied.offers(this.#target) : []; }

  /** Whether there is anything to show. */
  #showMenu(where) {
    const items = this.#offers;
    if (items.length === 0) return false;
    // The menu is added where the focus is, which may be nowhere since a message went.
    if (!this.#element.contains(document.activeElement)) this.#element.focus({ preventScroll: true });
    showMenu(items, { ...where, name: say("viewer.tools") });
    return true;
  }

  #toggleInfo() {
    this.#around.toggleInfo();
    this.#pane.measure();
  }

  async #edit(tile) {
    this.#pane.current?.movie?.element.pause();
    await this.#acts.edit(tile);
    if (this.isOpen) this.#element.focus({ preventScroll: true });
  }

  /** Between the photo and what it was before its edits. */
  async #toggleOriginal() {
    const slide = this.#pane.current;
    if (!slide || !hasOriginal(this.#tile)) return;
    if (slide.picture.showsOriginal) {
      slide.hideOriginal();
      this.#around.showOriginal(false);
      return;
    }
    const shown = slide.showOriginal();
    this.#around.showOriginal(true);
    const problem = await shown;
    if (problem === null || this.#pane.current !== slide) return;
    this.#around.showOriginal(false);
    this.#around.say(wordsOf(problem));
  }

  #setBare(isBare) {
    this.#around.isBare = isBare;
    this.#pane.measure();
  }

  #listen(run) {
    const on = (name, body) => this.#pane.addEventListener(name, (event) => body(event.detail));
    on("step", ({ direction }) => this.#step(direction));
    on("close", () => (this.#around.hasInfo ? this.#toggleInfo() : this.close()));
    on("info", () => { if (!this.#around.hasInfo) this.#toggleInfo(); });
    on("tap", ({ pointerType }) => {
      // A video has controls of its own to show and hide.
      if (pointerType !== "mouse" && !this.#pane.current?.isVideo) this.#setBare(!this.#around.isBare);
    });
    on("notice", ({ text }) => this.#around.say(text));
    on("unplayable", ({ title, detail }) => {
      const tile = this.#tile;
      this.#unplayable = this.#toasts.say(say("sentences", { one: title, other: detail }), { isProblem: true, action: { label: say("download"), run: () => download([tile.id], this.#toasts, tile) } });
    });
    on("zoom", () => this.#showZoom());
    on("state", () => {
      if (this.#pane.current.isFinished) this.#pane.prefetch();
      this.#showZoom();
    });
    // A finger's long press plays, and the browser's own menu has what this one hasn't.
    this.#pane.element.addEventListener("contextmenu", (event) => {
      if (event.defaultPrevented || event.pointerType === "touch") return;
      if (this.#showMenu({ point: { x: event.clientX, y: event.clientY } })) event.preventDefault();
    });
    this.#source.addEventListener("count", () => this.#listCame());
    document.addEventListener("keydown", (event) => this.#key(event, run), { capture: true });
    keepInside(this.#element, [document.getElementById("toasts")]);
  }

  #showZoom() {
    const slide = this.#pane.current;
    this.#around.showZoom({ canZoom: slide?.canZoom ?? false, isZoomed: slide?.isZoomed ?? false });
  }

  #key(event, run) {
    if (!this.isOpen || !isForViewer(event)) return;
    const slide = this.#pane.current;
    const { clientWidth: width, clientHeight: height } = this.#pane.element;
    const body = action(event, { isZoomed: slide?.isZoomed ?? false, isVideo: slide?.isVideo ?? false }, run, { width, height });
    if (body === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#around.isBare && event.key !== "Escape") this.#setBare(false);
    body();
  }
}
