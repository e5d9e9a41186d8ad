// What can be done with the selected photos: above them on a desk, at the foot of a phone.
import { View } from "../api.js";
import { say } from "../language.js";
import { chooseAlbum } from "./albums.js";
import { confirm } from "./dialogs.js";
import { button, make } from "./dom.js";
import { download } from "./download.js";
import { showMenu } from "./menu.js";
import { share } from "./share.js";

const actions = {
  restore: { words: say("restore"), picture: "restore" }, favorite: { words: say("do.favorite"), picture: "heart" },
  add: { words: say("do.add"), picture: "add" }, remove: { words: say("do.remove"), picture: "minus" },
  pick: { words: say("do.pick"), picture: "check" }, keepPicks: { words: say("do.keepPicks"), picture: "burst" },
  hide: { words: say("do.hide"), picture: "hide" }, edit: { words: say("do.bulk"), picture: "edit" }, download: { words: say("download"), picture: "download" },
  share: { words: say("share.do"), picture: "share" },
  delete: { words: say("delete"), picture: "trash" }, purge: { words: say("deleteForGood"), picture: "trash" },
};

/** What acts are asked of: identifiers, or a whole list. */
const chosen = ({ ids, whole }) => whole ?? ids;
const countOf = ({ ids, whole }) => whole?.count ?? ids.length;

/** Events: `cleared`. */
export class SelectionBar extends EventTarget {
  #element;
  #parts;
  #count = make("span", { class: "count", role: "status" });
  #buttons = {};
  /** Stands beside what is done with them, and is no act. */
  #all;
  /** What the bar's width was last reckoned for. */
  #fitted = "";

  constructor(element, parts) {
    super();
    this.#element = element;
    this.#parts = parts;
  }

  get count() { return this.#parts.timeline.selection.size; }

  /** Whether keys have something to act on: selected photos, or the one in the grid that has the focus. */
  get hasTarget() { return this.count > 0 || this.#focusedTile !== null; }

  start() {
    const { navigation, timeline } = this.#parts;
    const add = (key, run, more = {}) => {
      const { words, picture } = actions[key];
      this.#buttons[key] = button(words, run, { class: "tool-button", icon: picture, name: words, ...more });
      return this.#buttons[key];
    };
    // Known by their pictures: with words on them the bar would be wider than a small screen.
    const addPicture = (key, run, more = "") => {
      const { words, picture } = actions[key];
      this.#buttons[key] = button("", run, { class: `icon-button${more}`, icon: picture, name: words });
      return this.#buttons[key];
    };
    // On a phone it stands in the menu.
    this.#all = button("", () => this.#selectAll(), { class: "icon-button only-wide", icon: "select", name: say("selection.all"), keys: "Control+A" });
    this.#element.append(make("div", { class: "tools", role: "toolbar", "aria-label": say("selection.tools") },
      button("", () => this.clear(), { class: "icon-button", icon: "close", name: say("selection.clear"), keys: "Escape" }),
      this.#count,
      this.#all,
      add("restore", () => this.#act("restore")),
      add("favorite", () => this.favorite(), { keys: "F" }),
      add("pick", () => this.pick(), { keys: "P" }),
      add("add", () => this.add(), { keys: "A" }),
      add("remove", () => this.removeFromAlbum(), { keys: "Delete" }),
      // A small phone has room for six: what it has no room for stands in a menu there.
      add("hide", () => this.hide(), { keys: "H", class: "tool-button only-wide" }),
      addPicture("edit", () => this.edit(), " only-wide"),
      addPicture("download", () => this.#download(), " only-wide"),
      addPicture("share", () => this.#share(), " only-wide"),
      addPicture("keepPicks", () => this.#keepPicks(), " only-wide"),
      add("delete", () => this.delete(), { class: "tool-button danger" }),
      add("purge", () => this.#purge(), { class: "tool-button danger" }),
      button("", (event) => this.#showMore(event.currentTarget), {
        class: "icon-button only-narrow", icon: "more", name: say("selection.more"), "aria-haspopup": "menu", "aria-expanded": "false",
      })));
    timeline.addEventListener("selection", () => this.#show());
    navigation.addEventListener("view", () => this.#show());
    // Whether all of the list are selected is another question where the list is another.
    timeline.addEventListener("count", () => this.#show());
    new ResizeObserver(() => this.#fit({ isAnew: true })).observe(this.#element);
    this.#show();
  }

  get #hasAll() { return this.count >= this.#parts.timeline.count; }

  #selectAll() {
    if (!this.#hasAll) this.#parts.timeline.selectAll();
  }

  clear() {
    const { timeline } = this.#parts;
    timeline.setSelecting(false);
    timeline.selection.clear();
    timeline.focusIndex(timeline.focused ?? 0);
    this.dispatchEvent(new CustomEvent("cleared"));
  }

  /** What Escape does here, or null. */
  escape() {
    return this.count > 0 ? () => this.clear() : null;
  }

  favorite(target = this.target) {
    const { acts } = this.#parts;
    return this.#with(target, (some) => acts.favorite(chosen(some), !this.#areFavorites(target)));
  }

  /** Picks photos of the burst that is shown, or takes that back where all of them are picked. */
  pick(target = this.target) {
    return this.#with(target, ({ ids }) => this.#parts.acts.pick(ids, !arePicked(target)));
  }

  /** The rest of the burst goes to Recently Deleted, from where Undo brings it back. */
  #keepPicks(target = this.target) {
    return this.#with({ ...target, ids: target.ids.slice(0, 1) }, ({ ids }) => this.#parts.acts.keepPicks(ids), { leaves: true });
  }

  hide(target = this.target) {
    return this.#with(target, (some) => this.#parts.acts.hide(chosen(some), this.#place !== "hidden"), { leaves: true });
  }

  /** What keys do, beside what the bar offers here. */
  can(name) { return this.hasTarget && !this.#buttons[name].hidden; }

  delete(target = this.target) {
    if (this.#place === "trash") return this.#purge(target);
    return this.#act("delete", target);
  }

  async add(target = this.target) {
    const { acts, sidebar } = this.#parts;
    const choice = await chooseAlbum({ collections: sidebar.collections, count: countOf(target) });
    if (choice === null) return;
    const answer = choice.title
      ? await acts.createAlbum(choice.title, { parent: choice.parent ?? null, assets: chosen(target) })
      : await acts.addTo(choice.id, chosen(target));
    if (answer) this.#leave(target);
  }

  /** Dates, places, words and stars of all of them at once. The dialog comes when it is wanted. */
  async edit(target = this.target) {
    const { acts, toasts } = this.#parts;
    if (countOf(target) === 0) return;
    const { askForEdit } = await import("./bulk.js");
    const edit = await askForEdit(chosen(target), toasts);
    if (edit !== null) await this.#with(target, (some) => acts.edit(chosen(some), edit));
  }

  /**
   * What a menu offers for photos, `{ids, tiles, whole}`: what there is here, in groups. `isBesideBar`: what the bar has room for is seen there.
   */
  offers(target, { isBesideBar = false } = {}) {
    const one = (key, run, more = {}) =>
      this.#isOffered(key, target) && !(isBesideBar && this.#buttons[key].checkVisibility())
        ? [{ ...this.#action(key, target), run: () => run.call(this, target), ...more }] : [];
    return [
      [...one("restore", (some) => this.#act("restore", some)), ...one("favorite", this.favorite), ...one("pick", this.pick), ...one("add", this.add),
        ...one("remove", this.removeFromAlbum), ...one("hide", this.hide), ...one("edit", this.edit), ...one("download", this.#download),
        ...one("share", this.#share)],
      this.#takesEdits ? this.#parts.copied.offers(target) : [],
      this.#bursts(target),
      this.#pairs(target),
      [...one("keepPicks", this.#keepPicks), ...one("delete", this.delete, { isDanger: true }), ...one("purge", this.#purge, { isDanger: true })],
    ];
  }

  /** On a phone, where nothing else has a menu of many: what the bar has no room for, and all of the list, for which a finger would have a long way. */
  #showMore(beside) {
    const groups = this.offers(this.target, { isBesideBar: true });
    groups.push([{ label: say("selection.all"), picture: "select", run: () => this.#selectAll(), isOff: this.#hasAll }]);
    showMenu(inGroups(groups), { beside, name: say("selection.more") });
  }

  /** Photos become one burst, and in the list of one they are taken out of it. */
  #bursts(target) {
    const { ids, tiles, whole } = target;
    if (whole) return [];
    if (this.#place.startsWith("burst:")) return [{ label: say("do.leaveBurst"), picture: "burst", run: () => this.#leaveBurst(target) }];
    const isBurst = ids.length > 1 && tiles.length === ids.length && tiles.every((tile) => tile.kind === "image");
    if (this.#place === "trash" || !isBurst) return [];
    return [{ label: say("do.joinBurst"), picture: "burst", run: () => this.#act("joinBurst", target) }];
  }

  /** The list has its name of one of its photos: where that goes it is another's, and where no burst is left there is none. */
  async #leaveBurst(target) {
    const { acts, navigation, timeline } = this.#parts;
    const stays = Array.from({ length: timeline.count }, (_, index) => timeline.tileIfLoaded(index)?.id).filter((id) => id && !target.ids.includes(id));
    if (stays.length < 2) navigation.go(new View({ in: "library" }));
    else if (target.ids.some((id) => this.#place === `burst:${id}`)) navigation.go(new View({ in: `burst:${stays[0]}`, order: "oldest" }));
    await this.#with(target, ({ ids }) => acts.leaveBurst(ids), { leaves: true });
  }

  /** A photo and a video become a Live Photo, a photo and its RAW one, and either those two again; of a photo and its RAW either is the original. */
  #pairs(target) {
    const { ids, tiles, whole } = target;
    if (whole || this.#place === "trash" || tiles.length !== ids.length) return [];
    const isLive = (tile) => tile.subtypes.includes("photoLive");
    const isPair = ids.length === 2 && tiles.some((tile) => tile.kind === "image" && !isLive(tile)) && tiles.some((tile) => tile.kind === "video");
    const isRaw = (tile) => tile.raw && !tile.rawPair;
    const isRawPair = ids.length === 2 && tiles.every((tile) => tile.kind === "image" && !tile.rawPair && !tile.edited)
      && tiles.filter((tile) => isRaw(tile) && !isLive(tile)).length === 1 && tiles.some((tile) => !isRaw(tile));
    const isBoth = ids.length === 1 && tiles[0].rawPair && !isLive(tiles[0]);
    const chooses = ids.length === 1 && tiles[0].rawPair && !tiles[0].edited;
    const showRaw = () => this.#with(target, () => this.#parts.acts.showRaw(ids, !tiles[0].showsRaw));
    return [
      ...(isPair ? [{ label: say("do.pair"), picture: "live", run: () => this.#act("pair", target) }] : []),
      ...(isRawPair ? [{ label: say("do.pairRaw"), picture: "raw", run: () => this.#act("pair", target) }] : []),
      ...(chooses ? [{ label: say(tiles[0].showsRaw ? "do.showPhoto" : "do.showRaw"), picture: "raw", run: showRaw }] : []),
      ...(isBoth ? [{ label: say("do.separateRaw"), picture: "raw", run: () => this.#act("separate", target) }] : []),
      ...(ids.length === 1 && isLive(tiles[0]) ? [{ label: say("do.separate"), picture: "video", run: () => this.#act("separate", target) }] : []),
    ];
  }

  /** What a key does with the edit that was copied, or is to be: null where it has nothing to act on. */
  copyEdit(target = this.target) {
    const { copied } = this.#parts;
    return this.#takesEdits && copied.canCopy(target) ? () => copied.copy(target) : null;
  }

  pasteEdit(target = this.target) {
    const { copied } = this.#parts;
    return this.#takesEdits && copied.canPaste(target) ? () => copied.paste(target) : null;
  }

  get #takesEdits() { return this.#place !== "trash"; }

  get #focusedTile() {
    const { timeline } = this.#parts;
    const isInGrid = document.activeElement?.closest("#timeline [role=gridcell]") ?? null;
    return isInGrid && timeline.focused !== null ? timeline.tileIfLoaded(timeline.focused) ?? null : null;
  }

  /**
   * The selected photos, else the one that has the focus: identifiers, and the tiles that the timeline has at hand; or `whole`, all of a list that is too
   * long for either.
   */
  get target() {
    const { timeline } = this.#parts;
    if (this.count > 0) return { ids: [...timeline.selection], tiles: timeline.selectedTiles(), whole: timeline.wholeList };
    const tiles = [this.#focusedTile].filter(Boolean);
    return { ids: tiles.map((tile) => tile.id), tiles, whole: null };
  }

  get #place() { return this.#parts.navigation.view.in; }
  get #isAlbum() { return this.#place.startsWith("album:"); }

  /** Whether all that the timeline has at hand are favourites, and it has any. */
  #areFavorites({ tiles }) {
    return this.#place === "smart:smartAlbumFavorites" || (tiles.length > 0 && tiles.every((tile) => tile.isFavorite));
  }

  #act(name, target = this.target) { return this.#with(target, (some) => this.#parts.acts[name](chosen(some)), { leaves: true }); }

  async removeFromAlbum(target = this.target) {
    const album = this.#place.slice("album:".length);
    await this.#with(target, (some) => this.#parts.acts.removeFrom(album, chosen(some)), { leaves: true });
  }

  async #purge(target = this.target) {
    const isSure = await confirm({
      title: say("purge.these", { count: countOf(target) }),
      text: say("purge.files", { count: countOf(target) }), action: say("deleteForGood"),
    });
    if (isSure) await this.#act("purge", target);
  }

  /** `leaves`: the photos go from this list, so nothing of them stays selected. */
  async #with(target, run, { leaves = false } = {}) {
    if (countOf(target) === 0) return;
    const answer = await run(target);
    if (answer && leaves) this.#leave(target);
    else this.#show();
  }

  /** What is selected beside photos that a menu was asked for stays so. */
  #leave({ ids, whole }) {
    const { timeline } = this.#parts;
    if (whole || this.count === 0 || ids.some((id) => timeline.selection.has(id))) this.clear();
    else timeline.focusIndex(timeline.focused ?? 0);
  }

  #download({ ids, tiles: [only = null] } = this.target) {
    return download(ids, this.#parts.toasts, only, { bursts: !this.#place.startsWith("burst:") });
  }

  #share({ ids } = this.target) { return share({ assets: ids }, { title: say("photos", { count: ids.length }), toasts: this.#parts.toasts }); }

  /** Whether an act is offered in the list that is shown. */
  #isOffered(key, { whole }) {
    const place = this.#place;
    // An archive, a link and a burst are of photos that are named.
    if (whole && ["download", "share", "pick", "keepPicks"].includes(key)) return false;
    if (key === "remove") return this.#isAlbum && (this.#parts.sidebar.collection(place.slice(6))?.can.includes("remove") ?? false);
    if (key === "pick" || key === "keepPicks") return place.startsWith("burst:");
    // What is hidden is shown to nobody.
    if (key === "share" && place === "hidden") return false;
    return (place === "trash") === (key === "restore" || key === "purge");
  }

  #action(key, target) {
    const { words, picture } = actions[key];
    if (key === "favorite" && this.#areFavorites(target)) return { label: say("do.unfavorite"), picture };
    if (key === "pick" && arePicked(target)) return { label: say("do.unpick"), picture };
    if (key === "hide" && this.#place === "hidden") return { label: say("do.unhide"), picture };
    // In an album there are two ways to be rid of a photo.
    if (key === "delete" && this.#isAlbum) return { label: say("do.deleteFromLibrary"), picture };
    return { label: words, picture };
  }

  #show() {
    const count = this.count;
    this.#element.hidden = count === 0;
    document.body.classList.toggle("selecting", count > 0);
    this.#count.textContent = count > 0 ? say("selection.count", { count }) : "";
    const target = this.target;
    for (const key of Object.keys(actions)) this.#buttons[key].hidden = !this.#isOffered(key, target);
    for (const key of ["favorite", "pick", "hide", "delete"]) label(this.#buttons[key], this.#action(key, target).label);
    this.#buttons.delete.setAttribute("aria-keyshortcuts", this.#isAlbum ? "Control+Delete" : "Delete");
    // Disabling would throw the focus away.
    this.#all.setAttribute("aria-disabled", String(this.#hasAll));
    this.#fit();
  }

  /** Words stand on the buttons where there is room for all. It is measured only where something of it is another: a hand that sweeps over photos waits for no layout. */
  #fit({ isAnew = false } = {}) {
    if (this.#element.hidden) return;
    const shown = Object.values(this.#buttons).filter(({ hidden }) => !hidden).map(({ textContent, title }) => textContent || title);
    const wanted = `${this.#count.textContent.length} ${shown.join()}`;
    if (!isAnew && wanted === this.#fitted) return;
    this.#fitted = wanted;
    this.#element.classList.remove("is-tight");
    this.#element.classList.toggle("is-tight", this.#element.scrollWidth > this.#element.clientWidth);
  }
}

/** As a menu has them, with a line between two. */
export const inGroups = (groups) => groups.filter((group) => group.length > 0).flatMap((group, at) => (at > 0 ? [null, ...group] : group));

/** Whether somebody picked all that the timeline has at hand, and it has any. */
const arePicked = ({ tiles }) => tiles.length > 0 && tiles.every((tile) => tile.userPick);

function label(element, text) {
  element.querySelector(".label").textContent = text;
  element.setAttribute("aria-label", text);
  element.title = text;
}
