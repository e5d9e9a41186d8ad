// One photo over all of the page, before it is chosen: pictures, videos and Live Photos, with the photos before and after it.
import { imageURL } from "../api.js";
import { say } from "../language.js";
import { announce, button, inEnglish, make } from "../shell/dom.js";
import { nameOf } from "../timeline/cell-content.js";
import { Fetching } from "../viewer/fetching.js";
import { LivePhoto } from "../viewer/live.js";
import { Movie } from "../viewer/movie.js";
import { reason } from "../viewer/reason.js";

export class Preview {
  #element;
  #parts;
  #pane = make("div", { class: "pane" });
  #choose;
  #movie = null;
  #fetching = null;
  #live;
  #tile = null;
  /** What is gone through: indices of the timeline, or identifiers of what is chosen. */
  #at = null;
  #before = null;
  #turn = 0;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
    this.#live = new LivePhoto({ onProblem: (problem) => parts.toasts.say(problem.title, { isProblem: true }) });
  }

  start() {
    const { choice, timeline } = this.#parts;
    this.#choose = button(say("select"), () => this.#toggle(), { class: "push-button default", "aria-pressed": "false" });
    this.#element.append(this.#pane, this.#live.element,
      make("div", { class: "tools" },
        button("", () => this.close(), { class: "icon-button", icon: "close", name: say("close"), keys: "Escape" }),
        button("", () => this.#step(-1), { class: "icon-button", icon: "previous", name: say("viewer.previous"), keys: "ArrowLeft" }),
        button("", () => this.#step(1), { class: "icon-button", icon: "next", name: say("viewer.next"), keys: "ArrowRight" }),
        this.#choose));
    timeline.addEventListener("open", (event) => this.#open({ index: event.detail.index }));
    // A click chooses; the second one of two undoes that, and looks at it.
    document.getElementById("timeline").addEventListener("dblclick", (event) => {
      const cell = event.target.closest(".photo");
      if (cell?.dataset.index) this.#open({ index: Number(cell.dataset.index) });
    });
    choice.addEventListener("change", () => this.#mark());
    document.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get isOpen() { return !this.#element.hidden; }

  showChosen(id) { this.#open({ id }); }

  close() {
    if (!this.isOpen) return;
    this.#turn += 1;
    this.#clear();
    this.#element.hidden = true;
    this.#parts.content.inert = false;
    const { timeline } = this.#parts;
    if (this.#at?.index !== undefined) timeline.focusIndex(this.#at.index);
    else if (this.#before?.isConnected) this.#before.focus();
    else timeline.focusIndex(timeline.focused ?? 0);
  }

  async #open(at) {
    const turn = ++this.#turn;
    const { timeline, choice, content } = this.#parts;
    const tile = at.id === undefined ? await timeline.tileAt(at.index) : choice.tiles.find((one) => one.id === at.id);
    if (turn !== this.#turn || !tile) return;
    if (!this.isOpen) this.#before = document.activeElement;
    this.#at = at;
    this.#element.hidden = false;
    content.inert = true;
    this.#show(tile);
    if (!this.#element.contains(document.activeElement)) this.#choose.focus();
  }

  #show(tile) {
    this.#clear();
    this.#tile = tile;
    const name = nameOf(tile, null);
    if (tile.kind === "video" || tile.kind === "audio") {
      const movie = new Movie(tile, { name, onProblem: (problem) => this.#fail(this.#movie.element, problem) });
      this.#movie = movie;
      this.#pane.replaceChildren(movie.element);
      this.#follow(tile, () => movie.isLoading);
    } else {
      const image = make("img", { src: imageURL(tile, "preview"), alt: name, class: "picture" });
      image.style.backgroundImage = `url("${imageURL(tile, "thumbnail")}")`;
      image.addEventListener("load", () => { image.style.backgroundImage = ""; });
      image.addEventListener("error", async () => this.#fail(image, await reason(image.src, { what: "picture", signal: null })));
      // Within an image nothing else is drawn: the movie of a Live Photo lies beside it, in the same place.
      const frame = make("div", { class: "still" }, image);
      this.#pane.replaceChildren(frame);
      this.#live.attach(tile, frame);
      this.#follow(tile, () => !image.complete);
    }
    this.#pane.append(make("h1", { class: "unseen" }, name));
    announce(name);
    this.#mark();
  }

  /** What lies in the cloud only comes here to be looked at, which may take its time. */
  #follow(tile, isWaiting) {
    if (!tile.isElsewhere) return;
    this.#fetching = new Fetching(tile, isWaiting);
    this.#pane.append(this.#fetching.element);
    this.#fetching.start();
  }

  /** Nobody chooses what an empty pane shows: what is in its place says why. It can be chosen all the same. */
  #fail(shown, { title, detail }) {
    if (!shown.isConnected) return;
    this.#fetching?.stop();
    this.#fetching = null;
    shown.replaceWith(make("div", { class: "quiet fails" }, make("p", {}, title), inEnglish(detail, "p")));
    announce(title);
  }

  #clear() {
    this.#fetching?.stop();
    this.#fetching = null;
    this.#movie?.close();
    this.#movie = null;
    this.#live.attach(null, null);
    this.#pane.replaceChildren();
    this.#tile = null;
  }

  #mark() {
    if (this.#tile === null) return;
    const isChosen = this.#parts.choice.has(this.#tile.id);
    this.#choose.setAttribute("aria-pressed", String(isChosen));
    this.#choose.querySelector(".label").textContent = isChosen ? say("deselect") : say("select");
  }

  async #toggle() {
    const { timeline } = this.#parts;
    if (this.#tile === null) return;
    if (this.#at.index !== undefined) await timeline.toggle(this.#at.index);
    else timeline.toggleTile(this.#tile);
  }

  #step(by) {
    const { timeline, choice } = this.#parts;
    if (this.#at.index !== undefined) {
      const index = this.#at.index + by;
      if (index >= 0 && index < timeline.count) this.#open({ index });
      return;
    }
    const { ids } = choice;
    const id = ids[ids.indexOf(this.#at.id) + by];
    if (id !== undefined) this.#open({ id });
  }

  #key(event) {
    if (!this.isOpen || event.altKey || event.ctrlKey || event.metaKey) return;
    const onVideo = event.target instanceof HTMLVideoElement;
    const run = {
      Escape: () => this.close(),
      ArrowLeft: onVideo ? null : () => this.#step(-1),
      ArrowRight: onVideo ? null : () => this.#step(1),
      " ": event.target.closest?.("button, video") ? null : () => this.#toggle(),
      // As the badge says.
      l: this.#live.isLive ? () => this.#live.toggle() : null,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
