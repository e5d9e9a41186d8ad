// The bar above the photos: where one is, how many there are, the search, the order, the theme. A phone has the last ones in a menu.
import { View } from "../api.js";
import { say } from "../language.js";
import { announce, button, make } from "./dom.js";
import { showHelp } from "./help.js";
import { icon } from "./icons.js";
import { showMenu } from "./menu.js";
import { areaIn, placeIn } from "./places.js";
import { showLinks } from "./share.js";
import { currentTheme, nextTheme, themeName, themePictures } from "./theme.js";

/** Milliseconds after which a count that changed is told to those who hear it. */
const rest = 1500;
/** A phone has no keys to list. */
const hasKeyboard = () => matchMedia("(any-hover: hover), (any-pointer: fine)").matches;

/**
 * @param {string} order
 * @returns {any}
 */
const orderKey = (order) => `order.${order}`;

export class Toolbar {
  #element;
  #parts;
  #title = make("h1", { class: "title" });
  #count = make("span", { class: "count" });
  /** Whether the list that is shown was read aloud: its changes are once they rest. */
  #isTold = false;
  #telling = null;
  #order;
  #onMap;
  #theme;
  #select;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
    this.#select = button(say("select"), () => this.#toggleSelecting(), { class: "plain-button choose-photos", "aria-pressed": "false" });
    this.#order = button("", () => this.#turn(), { class: "icon-button only-wide order", icon: "sort", name: say("toolbar.order") });
    this.#onMap = button("", () => this.#showOnMap(), { class: "icon-button only-wide on-map", icon: "map", name: say("map.showList"), hidden: true });
    this.#theme = button("", () => this.#changeTheme(), { class: "icon-button only-wide", name: say("toolbar.theme") });
  }

  start() {
    const { navigation, search, selection, sidebar, timeline } = this.#parts;
    this.#showTheme(currentTheme());
    const menu = { "aria-haspopup": "menu", "aria-expanded": "false" };
    this.#element.append(
      button("", () => sidebar.toggle(), { class: "icon-button only-narrow", icon: "list", name: say("page.albums"), "aria-controls": "sidebar" }),
      make("div", { class: "where" }, this.#title, this.#count),
      search.element,
      button("", () => search.focus(), { class: "icon-button only-narrow", icon: "search", name: say("toolbar.search") }),
      this.#select, this.#order, this.#onMap,
      button("", (event) => this.#showAdding(event.currentTarget), { class: "icon-button only-wide", icon: "add", name: say("uploads.add"), ...menu }),
      this.#theme,
      button("", () => this.#showLinks(), { class: "icon-button only-wide", icon: "share", name: say("share.all") }),
      button("", () => showHelp(), { class: "icon-button only-wide", icon: "help", name: say("toolbar.keys"), keys: "?" }),
      button("", (event) => this.#showMore(event.currentTarget), { class: "icon-button only-narrow", icon: "more", name: say("toolbar.more"), ...menu }));
    navigation.addEventListener("view", (event) => this.#shows(event.detail.view));
    navigation.addEventListener("problem", () => { this.#count.textContent = ""; });
    sidebar.addEventListener("loaded", () => this.#name(navigation.view));
    timeline.addEventListener("count", (event) => this.#counted(event.detail.count));
    timeline.addEventListener("selection", () => this.#showSelecting());
    selection.addEventListener("cleared", () => this.#showSelecting());
  }

  #counted(count) {
    const text = say("items", { count });
    const isOther = this.#count.textContent !== text;
    this.#count.textContent = text;
    if (this.#isTold && !isOther) return;
    clearTimeout(this.#telling);
    // An import changes the count many times a second.
    if (this.#isTold) this.#telling = setTimeout(() => this.#tell(), rest);
    else this.#tell();
  }

  #tell() {
    this.#isTold = true;
    announce(say("toolbar.told", { title: this.#title.textContent, count: this.#count.textContent }));
  }

  #shows(view) {
    [document.body.dataset.place] = view.in.split(":");
    this.#count.textContent = "";
    this.#isTold = false;
    clearTimeout(this.#telling);
    // What was said of the list before is true no more.
    announce("");
    this.#name(view);
    this.#showSelecting(false);
    const name = say("toolbar.orderIs", { order: say(orderKey(`${view.order}.is`)) });
    this.#order.setAttribute("aria-label", name);
    this.#order.title = name;
    this.#onMap.hidden = view.onMap === null;
  }

  #titleOf(view) {
    if (view.of !== null) return say("map.of", { title: this.#titleOf(view.of) });
    if (view.q === "") return this.#parts.sidebar.titleOf(view.in);
    return areaIn(view.q) ? say("search.area") : say("quoted", { text: placeIn(view.q) ?? view.q });
  }

  #name(view) {
    const title = this.#titleOf(view);
    this.#title.textContent = title;
    const photos = say("page.photos");
    document.title = title === photos ? photos : say("page.title", { title });
  }

  #nextOrder() {
    const { view } = this.#parts.navigation;
    const orders = view.in.startsWith("album:") ? ["album", "newest", "oldest"] : ["newest", "oldest"];
    return orders[(orders.indexOf(view.order) + 1) % orders.length];
  }

  #turn() {
    const { navigation } = this.#parts;
    const { view } = navigation;
    navigation.go(new View({ in: view.in, q: view.q, order: this.#nextOrder() }));
  }

  #showOnMap() {
    const { navigation } = this.#parts;
    navigation.goToMap(navigation.view);
  }

  #showMore(beside) {
    const { view } = this.#parts.navigation;
    showMenu([
      { label: say("uploads.add"), picture: "add", run: () => this.#parts.uploads.choose() },
      view.onMap === null ? null : { label: say("map.showList"), picture: "map", run: () => this.#showOnMap() },
      !view.isList ? null : { label: say(orderKey(this.#nextOrder())), picture: "sort", run: () => this.#turn() },
      { label: themeName(currentTheme()), picture: themePictures[currentTheme()], run: () => this.#changeTheme() },
      { label: say("share.all"), picture: "share", run: () => this.#showLinks() },
      hasKeyboard() ? { label: say("toolbar.keys"), picture: "help", run: () => showHelp() } : null,
    ].filter(Boolean), { beside, name: say("toolbar.more") });
  }

  #showAdding(beside) {
    const { uploads } = this.#parts;
    showMenu([
      { label: say("uploads.addFiles"), picture: "image", run: () => uploads.choose() },
      { label: say("uploads.addFolder"), picture: "folder", run: () => uploads.choose({ isFolder: true }) },
    ], { beside, name: say("uploads.add") });
  }

  #showLinks() { return showLinks({ toasts: this.#parts.toasts }); }

  #toggleSelecting() {
    const { timeline } = this.#parts;
    const isOn = this.#select.getAttribute("aria-pressed") !== "true";
    timeline.setSelecting(isOn);
    if (!isOn) timeline.selection.clear();
    this.#showSelecting(isOn);
  }

  #showSelecting(isOn = this.#parts.timeline.selection.size > 0 || this.#parts.timeline.isSelecting) {
    this.#select.setAttribute("aria-pressed", String(isOn));
  }

  #changeTheme() {
    this.#showTheme(nextTheme());
  }

  #showTheme(theme) {
    this.#theme.replaceChildren(icon(themePictures[theme]));
    this.#theme.setAttribute("aria-label", themeName(theme));
    this.#theme.title = themeName(theme);
  }
}
