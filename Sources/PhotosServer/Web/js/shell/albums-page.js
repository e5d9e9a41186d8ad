// All albums with their covers.
import { View } from "../api.js";
import { listed, say } from "../language.js";
import { Cards } from "../timeline/cards.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { rowsOf } from "./rows.js";

export class AlbumsPage {
  #element;
  #parts;
  #cards = null;
  #none = make("p", { class: "none quiet", hidden: true }, say("albums.none"));

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, sidebar } = this.#parts;
    navigation.addEventListener("view", (event) => this.#turn(event.detail.view));
    sidebar.addEventListener("loaded", () => { if (!this.#element.hidden) this.#show(); });
  }

  get isShown() { return !this.#element.hidden; }
  focus() { this.#cards?.focus(); }

  #turn(view) {
    // A list that is shown next is laid out at once, and needs its room.
    document.getElementById("timeline").hidden = !view.isList;
    this.#element.hidden = view.in !== "albums";
    if (this.#element.hidden) return;
    this.#show();
    // Without a list nobody has asked for them yet.
    if (this.#parts.sidebar.position === null) this.#parts.sidebar.refreshSoon();
  }

  #show() {
    const { api, navigation, sidebar } = this.#parts;
    if (this.#cards === null) {
      this.#cards = new Cards(say("page.albums"), {
        open: ({ place }) => navigation.go(new View({ in: place })),
        covers: async (items, signal) => (await api.albumCovers(items.map(({ place }) => place), { signal })).covers.map(({ tile }) => tile),
      });
      this.#element.append(this.#cards.element, this.#none);
    }
    const { fixed, albums } = rowsOf(sidebar.collections, null, new Set());
    const rows = [...albums.filter(({ place }) => place !== null), ...fixed.filter(({ kind }) => kind === "smart")];
    this.#cards.show(rows.map(({ key, title, place, picture, count, parent }) => ({
      key, title, place, picture: () => icon(picture),
      detail: listed([sidebar.collection(parent)?.title, Number.isInteger(count) ? say("items", { count }) : null]),
    })));
    // Others may stand for them by now: nobody looks after the covers while another list is shown.
    this.#cards.refresh();
    this.#none.hidden = rows.length > 0 || sidebar.position === null;
  }
}
