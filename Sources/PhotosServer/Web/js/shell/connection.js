// Follows the library: passes its changes to what is shown, and says when the line is lost. It heals by itself.
import { say } from "../language.js";
import { make } from "./dom.js";

/** A hiccup shorter than this is nobody's business. */
const patience = 1500;

export class Connection {
  #notice;
  #parts;
  #stream = null;
  #timer = null;

  constructor(notice, parts) {
    this.#notice = notice;
    this.#parts = parts;
  }

  start() {
    const { navigation } = this.#parts;
    navigation.addEventListener("view", (event) => this.#follow(event.detail.view));
    // What the server doesn't know can't be followed, and the page says so itself.
    navigation.addEventListener("problem", (event) => {
      if (!event.detail.error.isLost) this.#rest();
    });
    // A phone that wakes has often lost its line without being told.
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden && !this.#notice.hidden) this.#follow(navigation.view);
    });
    addEventListener("online", () => this.#follow(navigation.view));
    addEventListener("pagehide", () => this.#stream?.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.#follow(navigation.view);
    });
  }

  #follow(view) {
    this.#stream?.close();
    this.#stream = this.#parts.api.follow(view, {
      onHello: (hello) => this.#hello(hello),
      onChange: (change) => this.#change(change),
      onLost: () => this.#lost(),
    });
  }

  #rest() {
    this.#stream?.close();
    this.#hideNotice();
  }

  #hideNotice() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#notice.hidden = true;
    this.#notice.replaceChildren();
  }

  #hello(hello) {
    const { navigation, sidebar, timeline, viewer } = this.#parts;
    this.#hideNotice();
    navigation.retry();
    // Commits between an answer and this stream, or while the line was lost, came with no event. Each part knows what it has seen; the viewer what the list has.
    const isUnseen = timeline.position !== hello.position;
    const change = { ...hello, incremental: false, collections: true };
    timeline.applyChange(change);
    if (isUnseen) viewer.refresh(change);
    if (sidebar.position !== null && sidebar.position !== hello.position) sidebar.refreshSoon();
  }

  #change(change) {
    const { timeline, viewer, sidebar } = this.#parts;
    timeline.applyChange(change);
    viewer.refresh(change);
    sidebar.refreshSoon();
  }

  #lost() {
    if (this.#timer !== null || !this.#notice.hidden) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#notice.hidden = false;
      this.#notice.replaceChildren(
        make("span", { class: "spinner", "aria-hidden": "true" }),
        make("span", {}, say("connection.lost")));
    }, patience);
  }
}
