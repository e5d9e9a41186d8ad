// The bar above the photos: where one is, how many there are, the search, the order, the theme.
import { View } from "../api.js";
import { button, make, quantity } from "./dom.js";
import { showHelp } from "./help.js";
import { icon } from "./icons.js";
import { currentTheme, nextTheme, themeNames, themePictures } from "./theme.js";

export class Toolbar {
  #element;
  #parts;
  #title = make("h1", { class: "title" });
  #count = make("span", { class: "count", "aria-live": "off" });

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, search, sidebar, timeline } = this.#parts;
    const albums = button("", () => sidebar.toggle(), { class: "icon-button only-narrow", icon: "list", name: "Albums", "aria-controls": "sidebar" });
    const select = button("Select", () => this.#toggleSelecting(select), { class: "plain-button", "aria-pressed": "false" });
    const order = button("", () => this.#turn(), { class: "icon-button", icon: "sort", name: "Newest first" });
    const theme = button("", () => this.#showTheme(theme, nextTheme()), { class: "icon-button", name: "Theme" });
    const help = button("", () => showHelp(), { class: "icon-button only-wide", icon: "help", name: "Keys", keys: "?" });
    this.#showTheme(theme, currentTheme());
    this.#element.append(albums, make("div", { class: "where" }, this.#title, this.#count), search.element, select, order, theme, help);
    navigation.addEventListener("view", (event) => this.#shows(event.detail.view, order));
    sidebar.addEventListener("loaded", () => this.#name(navigation.view));
    timeline.addEventListener("count", (event) => { this.#count.textContent = quantity(event.detail.count, "photo"); });
    timeline.addEventListener("selection", (event) => {
      const isSelecting = event.detail.ids.size > 0 || timeline.isSelecting === true;
      select.setAttribute("aria-pressed", String(isSelecting));
    });
  }

  #shows(view, order) {
    this.#count.textContent = "";
    this.#name(view);
    const names = { newest: "Newest first", oldest: "Oldest first", album: "The album’s own order" };
    const name = `Order: ${names[view.order]}`;
    order.setAttribute("aria-label", name);
    order.title = name;
  }

  #name(view) {
    const title = view.q !== "" ? `“${view.q}”` : this.#parts.sidebar.titleOf(view.in);
    this.#title.textContent = title;
    document.title = `${title} – Photos`;
  }

  #turn() {
    const { navigation } = this.#parts;
    const view = navigation.view;
    const orders = view.in.startsWith("album:") ? ["album", "newest", "oldest"] : ["newest", "oldest"];
    const order = orders[(orders.indexOf(view.order) + 1) % orders.length];
    navigation.go(new View({ in: view.in, q: view.q, order }));
  }

  #toggleSelecting(select) {
    const isOn = select.getAttribute("aria-pressed") !== "true";
    select.setAttribute("aria-pressed", String(isOn));
    this.#parts.timeline.setSelecting(isOn);
    if (!isOn) this.#parts.timeline.selection.clear();
  }

  #showTheme(element, theme) {
    element.replaceChildren(icon(themePictures[theme]));
    element.setAttribute("aria-label", themeNames[theme]);
    element.title = themeNames[theme];
  }
}
