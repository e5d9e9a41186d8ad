// The albums that photos can be chosen from, each with its newest photo and how many of it may be chosen.
import { View, imageURL } from "../api.js";
import { grouped, say } from "../language.js";
import { make } from "../shell/dom.js";
import { placeOfCollection } from "../shell/route.js";

/** So many covers are asked for at a time. */
const mostAtOnce = 4;

/** Events: `toggle` when they are shown or hidden. */
export class Albums extends EventTarget {
  #element;
  #parts;
  #titles = new Map();
  #queue = [];
  #busy = 0;
  #timer = null;
  #watch;

  constructor(element, parts) {
    super();
    this.#element = element;
    this.#parts = parts;
    this.#watch = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.#wanted(entry.target);
    }, { root: element, rootMargin: "200px" });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  get isShown() { return !this.#element.hidden; }
  titleOf(place) { return this.#titles.get(place) ?? ""; }

  async show() {
    this.#element.hidden = false;
    document.body.classList.add("shows-albums");
    this.dispatchEvent(new Event("toggle"));
    await this.#load();
    (this.#element.querySelector(".album[aria-current=true]") ?? this.#element.querySelector(".album"))?.focus({ preventScroll: true });
  }

  hide() {
    if (!this.isShown) return;
    this.#element.hidden = true;
    document.body.classList.remove("shows-albums");
    this.dispatchEvent(new Event("toggle"));
  }

  /** Albums changed, somewhere. */
  refreshSoon() {
    if (!this.isShown) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#load(), 500);
  }

  async #load() {
    const { api, navigation } = this.#parts;
    let collections;
    try {
      ({ collections } = await api.collections());
    } catch (error) {
      this.#element.replaceChildren(make("p", { class: "quiet", role: "alert" }, error.message));
      return;
    }
    this.#watch.disconnect();
    this.#queue = [];
    const focused = document.activeElement?.getAttribute("data-place") ?? null;
    const cards = collections.filter((one) => one.kind !== "folder" && one.id !== "smart:smartAlbumAllHidden" && one.count !== 0).map((one) => {
      const place = placeOfCollection(one);
      this.#titles.set(place, one.title);
      const card = make("button", { type: "button", class: "album", "data-place": place, "aria-current": String(place === navigation.view.in) },
        make("span", { class: "cover" }), make("span", { class: "name" }, one.title), make("span", { class: "count" }, grouped(one.count ?? 0)));
      card.addEventListener("click", () => this.#choose(place));
      return card;
    });
    this.#element.replaceChildren(...cards);
    if (cards.length === 0) this.#element.append(make("p", { class: "quiet" }, say("picker.noAlbums")));
    for (const card of cards) this.#watch.observe(card);
    if (focused !== null) this.#element.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  async #choose(place) {
    const { navigation, timeline } = this.#parts;
    const view = new View({ in: place, filter: navigation.view.filter });
    this.hide();
    await navigation.go(view);
    // The card that had the focus is hidden, and Tab would go on from there, past the photos.
    const had = document.activeElement;
    if (navigation.view.equals(view) && (had === document.body || this.#element.contains(had))) timeline.focusIndex(timeline.focused ?? 0);
  }

  #wanted(card) {
    this.#watch.unobserve(card);
    this.#queue.push(card);
    this.#next();
  }

  async #next() {
    if (this.#busy >= mostAtOnce || this.#queue.length === 0) return;
    this.#busy += 1;
    const card = this.#queue.shift();
    const { api, navigation } = this.#parts;
    try {
      const { count, assets } = await api.assets(new View({ in: card.dataset.place, filter: navigation.view.filter }), 0, 1);
      card.querySelector(".count").textContent = grouped(count);
      card.disabled = count === 0;
      if (assets.length > 0) card.querySelector(".cover").append(make("img", { src: imageURL(assets[0], "medium"), alt: "", loading: "lazy" }));
    } catch (error) {
      // A cover that does not come leaves its place empty; the album itself can still be opened.
      if (!error.isLost) card.querySelector(".cover").classList.add("is-blank");
    } finally {
      this.#busy -= 1;
      this.#next();
    }
  }

  /** Arrows go from album to album, as from photo to photo. */
  #key(event) {
    const cards = [...this.#element.querySelectorAll(".album:not(:disabled)")];
    const at = cards.indexOf(document.activeElement);
    if (at < 0) return;
    const { top } = cards[0].getBoundingClientRect();
    const columns = Math.max(1, cards.filter((card) => card.getBoundingClientRect().top === top).length);
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: cards.length - 1 - at }[event.key];
    if (step === undefined || !cards[at + step]) return;
    event.preventDefault();
    cards[at + step].focus();
  }
}
