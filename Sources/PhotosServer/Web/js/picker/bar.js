// Above the photos: what is asked for, where one looks, and the two ways out.
import { say } from "../language.js";
import { button, make } from "../shell/dom.js";

export class Bar {
  #element;
  #parts;
  #tabs = {};
  #place = make("span", { class: "title" });
  #done;
  #back;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { asked, albums, choice, navigation, search, timeline } = this.#parts;
    const has = (part) => !asked.hides.includes(part);
    const tab = (name, words, panel, run) => {
      this.#tabs[name] = button(words, run, { class: "tab", role: "tab", "aria-selected": "false", "aria-controls": panel });
      return this.#tabs[name];
    };
    this.#back = button("", () => albums.show(), { class: "icon-button", icon: "previous", name: say("picker.allAlbums"), hidden: true });
    this.#done = button(say("picker.done"), () => choice.confirm(), { class: "push-button default", id: "done" });
    const tabs = make("div", { class: "tabs", role: "tablist", "aria-label": say("picker.where") },
      tab("photos", say("page.photos"), "timeline", () => this.#showPhotos()), tab("albums", say("page.albums"), "albums", () => albums.show()));
    // Arrows go from one to the other, as in any list of tabs.
    tabs.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      event.preventDefault();
      (document.activeElement === this.#tabs.photos ? this.#tabs.albums : this.#tabs.photos).focus();
    });
    this.#element.append(
      button(say("cancel"), () => choice.cancel(), { class: "push-button", id: "cancel" }),
      make("div", { class: "middle" },
        make("h1", { class: "asked" }, asked.title),
        make("div", { class: "where" }, this.#back, this.#place)),
      ...(has("albums") ? [tabs] : []), ...(has("search") ? [search.element] : []), this.#done);
    this.#place.hidden = true;
    choice.addEventListener("change", () => this.#show());
    albums.addEventListener("toggle", () => this.#showPlace());
    navigation.addEventListener("view", () => this.#showPlace());
    timeline.addEventListener("count", () => this.#showPlace());
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#show();
    this.#showPlace();
  }

  #key(event) {
    const { choice, search } = this.#parts;
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open], #preview:not([hidden])")) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      choice.confirm();
    } else if (event.key === "/" && search.element.isConnected && !event.target.matches("input, select")) {
      event.preventDefault();
      search.focus();
    }
  }

  #showPhotos() {
    const { albums, navigation } = this.#parts;
    albums.hide();
    if (navigation.view.in !== "library") navigation.go(navigation.view.at("library"));
  }

  #showPlace() {
    const { albums, navigation } = this.#parts;
    const isAlbum = navigation.view.in !== "library";
    this.#tabs.photos.setAttribute("aria-selected", String(!albums.isShown && !isAlbum));
    this.#tabs.albums.setAttribute("aria-selected", String(albums.isShown || isAlbum));
    for (const tab of Object.values(this.#tabs)) tab.tabIndex = tab.getAttribute("aria-selected") === "true" ? 0 : -1;
    const title = isAlbum && !albums.isShown ? albums.titleOf(navigation.view.in) : "";
    this.#place.textContent = title;
    this.#place.hidden = this.#back.hidden = title === "";
  }

  #show() {
    const { choice } = this.#parts;
    this.#done.disabled = !choice.isReady;
    this.#done.setAttribute("aria-busy", String(choice.isBusy));
  }
}
