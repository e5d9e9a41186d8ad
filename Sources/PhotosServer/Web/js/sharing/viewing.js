// One photo of a link over all of the page: pictures, videos and Live Photos, with those before and after it.
import { listed, say } from "../language.js";
import { announce, button, make } from "../shell/dom.js";
import { server } from "./server.js";
import { day, nameOf } from "./words.js";

const icons = "icon-button";

export class Viewing {
  #grid;
  #mayDownload = false;
  #index = 0;
  #motion = null;
  #from = null;
  /** It has the focus at first, so that Space plays and is no button's. */
  #pane = make("div", { class: "pane", tabindex: "-1", autofocus: true });
  #words = make("div", { class: "words" });
  #play = button("", () => this.#toggle(), { class: icons, icon: "live", name: say("viewer.playLive"), keys: "Space", "aria-pressed": "false" });
  #previous = button("", () => this.#step(-1), { class: icons, icon: "previous", name: say("viewer.previous"), keys: "ArrowLeft" });
  #next = button("", () => this.#step(1), { class: icons, icon: "next", name: say("viewer.next"), keys: "ArrowRight" });
  #save = make("a", { class: "push-button", download: "" }, say("download"));
  #dialog = make("dialog", { class: "viewing", "aria-label": say("page.photo") }, this.#pane, make("div", { class: "tools" },
    button("", () => this.#dialog.close(), { class: icons, icon: "close", name: say("close"), keys: "Escape" }), this.#previous, this.#next, this.#words, this.#play, this.#save));

  constructor(grid) {
    this.#grid = grid;
    document.body.append(this.#dialog);
    grid.addEventListener("open", (event) => this.open(event.detail.index));
    this.#dialog.addEventListener("close", () => {
      this.#clear();
      grid.focus(this.#index);
    });
    this.#dialog.addEventListener("keydown", (event) => this.#key(event));
    this.#pane.addEventListener("pointerdown", (event) => { this.#from = event.isPrimary ? { x: event.clientX, y: event.clientY } : null; });
    this.#pane.addEventListener("pointerup", (event) => this.#swipe(event));
    this.#pane.addEventListener("pointercancel", () => { this.#from = null; });
  }

  set mayDownload(value) {
    this.#mayDownload = value;
    this.#save.hidden = !value;
  }

  open(index) {
    const item = this.#grid.items[index];
    if (!item) return;
    this.#index = index;
    this.#show(item);
    if (!this.#dialog.open) this.#dialog.showModal();
    // The one after the last that is known comes in time.
    if (index > this.#grid.items.length - 20) this.#grid.more();
  }

  close() { if (this.#dialog.open) this.#dialog.close(); }

  #show(item) {
    this.#clear();
    const name = nameOf(item);
    if (item.kind === "video" || item.kind === "audio") {
      const video = make("video", { src: server.video(item), poster: item.kind === "video" ? server.image(item, "preview") : null, controls: true, playsinline: true, preload: "metadata", "aria-label": name });
      video.addEventListener("error", () => this.#warn());
      this.#pane.replaceChildren(video);
    } else {
      const image = make("img", { src: server.image(item, "preview"), alt: name, draggable: "false" });
      image.style.backgroundImage = `url("${server.image(item, "thumbnail")}")`;
      image.addEventListener("load", () => { image.style.backgroundImage = ""; });
      image.addEventListener("error", () => this.#warn());
      this.#pane.replaceChildren(image);
      // The one that is next is there when it is asked for.
      const next = this.#grid.items[this.#index + 1];
      if (next && next.kind === "image") new Image().src = server.image(next, "preview");
    }
    const about = listed([day(item), item.caption]);
    this.#words.replaceChildren(make("p", {}, item.title ?? item.filename ?? nameOf(item)), about === "" ? "" : make("p", { class: "quiet" }, about));
    this.#play.hidden = !item.isLive;
    this.#save.href = this.#mayDownload ? server.file(item) : "";
    this.#previous.disabled = this.#index === 0;
    this.#next.disabled = this.#index >= this.#grid.count - 1;
    this.#dialog.setAttribute("aria-label", name);
    announce(name);
  }

  #clear() {
    this.#still();
    const video = this.#pane.querySelector("video");
    // Without its address an element gives its connection back.
    video?.removeAttribute("src");
    video?.load();
    this.#pane.replaceChildren();
  }

  #warn() {
    if (this.#dialog.open && !this.#pane.querySelector(".warning")) this.#pane.append(make("p", { class: "warning", role: "alert" }, say("share.notShown")));
  }

  #step(by) {
    const index = this.#index + by;
    if (this.#grid.items[index]) this.open(index);
  }

  // MARK: Live Photos

  #toggle() {
    if (this.#motion) this.#still();
    else this.#move();
  }

  #move() {
    const item = this.#grid.items[this.#index];
    if (!item?.isLive) return;
    const video = make("video", { src: server.live(item), class: "motion", playsinline: true, "aria-hidden": "true", tabindex: "-1" });
    this.#motion = video;
    this.#play.setAttribute("aria-pressed", "true");
    for (const end of ["ended", "error"]) video.addEventListener(end, () => { if (this.#motion === video) this.#still(); });
    this.#pane.append(video);
    video.play().catch(() => {});
  }

  #still() {
    this.#play.setAttribute("aria-pressed", "false");
    if (!this.#motion) return;
    const video = this.#motion;
    this.#motion = null;
    video.removeAttribute("src");
    video.load();
    video.remove();
  }

  // MARK: Keys and fingers

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onVideo = event.target instanceof HTMLVideoElement;
    const run = {
      ArrowLeft: onVideo ? null : () => this.#step(-1),
      ArrowRight: onVideo ? null : () => this.#step(1),
      " ": onVideo || event.target.closest?.("button, a") ? null : () => this.#toggle(),
      Home: () => this.open(0),
      End: () => this.open(this.#grid.items.length - 1),
    }[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  }

  #swipe(event) {
    const from = this.#from;
    this.#from = null;
    // Two fingers zoom, and what is zoomed is moved.
    if (!from || !event.isPrimary || (window.visualViewport?.scale ?? 1) > 1.05 || event.target instanceof HTMLVideoElement) return;
    const x = event.clientX - from.x;
    const y = event.clientY - from.y;
    if (Math.abs(x) > 48 && Math.abs(x) > 1.5 * Math.abs(y)) this.#step(x < 0 ? 1 : -1);
    else if (event.pointerType !== "mouse" && y > 96 && y > 2 * Math.abs(x)) this.#dialog.close();
  }
}
