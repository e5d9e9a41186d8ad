// What the page shows, and its address: views are entries of the history, and so is the viewer, so that Back closes it.
import { View } from "../api.js";
import { say } from "../language.js";
import { format, parse } from "./route.js";

/** How often a photo is looked for that commits keep moving. */
const mostTries = 4;

/**
 * Events: `view` when another list is shown (`detail.view`), `covered` when that is the hidden photos and they wait to be asked for, `viewer` when the
 * viewer opens or closes (`detail.isOpen`).
 */
export class Navigation extends EventTarget {
  #parts;
  #view = null;
  #asset = null;
  #turn = 0;
  #hasFailed = false;
  /** Hidden photos are shown once somebody asked for them, until they are left: no wall, but nobody comes upon them by a click. */
  #isUncovered = false;

  constructor({ api, timeline, viewer, toasts }) {
    super();
    this.#parts = { api, timeline, viewer, toasts };
  }

  get view() { return this.#view ?? new View(); }
  get isViewing() { return this.#asset !== null; }

  start() {
    const { timeline, viewer } = this.#parts;
    addEventListener("popstate", () => this.#follow());
    timeline.addEventListener("open", (event) => this.openViewer(event.detail.index));
    viewer.addEventListener("show", (event) => this.#viewerShows(event.detail.tile));
    viewer.addEventListener("close", (event) => this.#viewerClosed(event.detail.index));
    this.#follow();
  }

  /** Shows a list, as a new entry of the history. */
  go(wanted) {
    const view = listOf(wanted);
    if (view.equals(this.#view) && !this.isViewing) return;
    history.pushState(null, "", format(view));
    this.#follow();
  }

  /** Shows where the photos of a list were taken. What was pressed for it may be out of sight then. */
  goToMap(list) {
    this.go(list.onMap);
    document.getElementById("map").focus({ preventScroll: true });
  }

  /** The same place in the history, another list: while words are typed. */
  replace(wanted) {
    const view = listOf(wanted);
    if (view.equals(this.#view)) return;
    history.replaceState(history.state, "", format(view));
    this.#follow();
  }

  /** After a list that could not be shown: tries anew, as the line is back. */
  retry() {
    if (!this.#hasFailed) return;
    this.#view = null;
    this.#follow();
  }

  get #isCovered() { return this.view.in === "hidden" && !this.#isUncovered; }

  /** Shows the hidden photos, of which the first has the focus: what was pressed for it is gone. */
  async uncover() {
    this.#isUncovered = true;
    this.#view = null;
    await this.#follow();
    this.#parts.timeline.focusIndex(0);
  }

  async openViewer(index) {
    const { timeline, viewer } = this.#parts;
    const tile = await timeline.tileAt(index);
    if (tile == null) return;
    if (!this.isViewing) history.pushState({ viewer: true }, "", format(this.view, tile.id));
    // A commit may have moved it while its tile was fetched.
    if (timeline.tileIfLoaded(index)?.id !== tile.id) {
      await this.#attempt(() => this.#openAddressed(this.view, tile.id, ++this.#turn));
      return;
    }
    this.#setAsset(tile.id);
    await this.#attempt(() => viewer.open(index));
  }

  /** Does what the address says. A later address overtakes an earlier one that still waits for the server. */
  async #follow() {
    const turn = ++this.#turn;
    const { timeline, toasts, viewer } = this.#parts;
    const { view, asset, isKnown } = parse(location.hash);
    if (!isKnown) {
      history.replaceState(history.state, "", format(view, asset));
      toasts.say(say("route.unknown"), { isProblem: true });
    }
    const isOther = !view.equals(this.#view);
    if (asset === null && this.isViewing) {
      this.#setAsset(null);
      viewer.close();
    }
    if (isOther) {
      this.#view = view;
      this.#hasFailed = false;
      timeline.setSelecting(false);
      timeline.selection.clear();
      if (view.in !== "hidden") this.#isUncovered = false;
      this.dispatchEvent(new CustomEvent("view", { detail: { view } }));
      if (!view.isList) {
        timeline.clear();
      } else if (this.#isCovered) {
        timeline.clear();
        this.dispatchEvent(new CustomEvent("covered", {}));
      } else {
        await this.#attempt(() => timeline.show(view, { focus: asset }));
      }
    }
    if (this.#isCovered || !view.isList) return;
    if (turn !== this.#turn || asset === null || asset === this.#asset) return;
    await this.#attempt(() => this.#openAddressed(view, asset, turn));
  }

  async #openAddressed(view, asset, turn) {
    const { api, timeline, viewer } = this.#parts;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { index, position } = await api.place(view, asset);
      if (turn !== this.#turn) return;
      if (index === null) return this.#giveUp(view, say("gone"));
      // The answer is about the list as it was then; a commit since, or before the page knows of it, stands between that and the list shown.
      const shown = await timeline.shownIndex(position, index);
      const tile = shown === null ? null : await timeline.tileAt(shown);
      if (turn !== this.#turn) return;
      if (tile?.id !== asset || timeline.tileIfLoaded(shown)?.id !== asset) continue;
      this.#setAsset(asset);
      await viewer.open(shown);
      return;
    }
    this.#giveUp(view, say("changing"));
  }

  #giveUp(view, words) {
    this.#setAsset(null);
    history.replaceState(null, "", format(view));
    this.#parts.toasts.say(words);
  }

  #viewerShows(tile) {
    if (!this.isViewing || tile == null || tile.id === this.#asset) return;
    this.#asset = tile.id;
    history.replaceState(history.state, "", format(this.view, tile.id));
  }

  #viewerClosed(index) {
    if (this.isViewing) {
      this.#setAsset(null);
      // An entry made by opening is taken back; an address that came from elsewhere has none before it.
      if (history.state?.viewer) history.back();
      else history.replaceState(null, "", format(this.view));
    }
    if (Number.isInteger(index)) this.#parts.timeline.focusIndex(index);
  }

  #setAsset(asset) {
    const was = this.isViewing;
    this.#asset = asset;
    if (was === this.isViewing) return;
    for (const id of ["sidebar", "content", "skip"]) document.getElementById(id).inert = this.isViewing;
    this.dispatchEvent(new CustomEvent("viewer", { detail: { isOpen: this.isViewing } }));
  }

  async #attempt(body) {
    try {
      await body();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.#hasFailed = true;
      this.dispatchEvent(new CustomEvent("problem", { detail: { error } }));
    }
  }
}

/** What is searched for from a page that is no list is looked for everywhere. */
const listOf = (view) => (!view.isList && view.q !== "" ? new View({ q: view.q }) : view);
