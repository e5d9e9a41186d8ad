// All photos of a link, in rows of one height. They come in stretches, as far as the page is scrolled.
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { server } from "./server.js";
import { lasting, nameOf } from "./words.js";

export class Grid extends EventTarget {
  #element;
  #end = make("div", { class: "unseen", "aria-hidden": "true" });
  #watch;
  #isLoading = false;
  #turn = 0;
  items = [];
  count = 0;

  constructor(element) {
    super();
    this.#element = element;
    this.#watch = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) this.more(); }, { rootMargin: "1500px" });
    element.addEventListener("click", (event) => {
      const shot = event.target.closest(".shot");
      if (shot) this.dispatchEvent(new CustomEvent("open", { detail: { index: this.#shots.indexOf(shot) } }));
    });
    element.addEventListener("keydown", (event) => this.#key(event));
    element.after(this.#end);
  }

  get #shots() { return [...this.#element.children]; }

  /** From the beginning. */
  async start(count) {
    this.#turn += 1;
    this.#isLoading = false;
    this.items = [];
    this.count = count;
    this.#element.replaceChildren();
    await this.more();
    this.#watch.observe(this.#end);
  }

  clear() {
    this.#turn += 1;
    this.items = [];
    this.#watch.disconnect();
    this.#element.replaceChildren();
  }

  async more() {
    if (this.#isLoading || this.items.length >= this.count) return;
    const turn = this.#turn;
    this.#isLoading = true;
    try {
      const { count, items } = await server.items(this.items.length);
      if (turn !== this.#turn) return;
      // What has left the list meanwhile is not waited for.
      this.count = items.length === 0 ? this.items.length : count;
      const known = new Set(this.items.map((item) => item.id));
      const fresh = items.filter((item) => !known.has(item.id));
      this.items.push(...fresh);
      this.#element.append(...fresh.map((item) => this.#shot(item)));
      if (!this.#shots.some((shot) => shot.tabIndex === 0)) this.#shots[0]?.setAttribute("tabindex", "0");
      // An observer tells of changes, and the end may be as near as before.
      this.#watch.unobserve(this.#end);
      this.#watch.observe(this.#end);
    } catch (problem) {
      if (turn === this.#turn) this.dispatchEvent(new CustomEvent("problem", { detail: { problem } }));
    } finally {
      if (turn === this.#turn) this.#isLoading = false;
    }
  }

  focus(index) {
    const shots = this.#shots;
    const shot = shots[index];
    if (!shot) return;
    for (const other of shots) if (other.tabIndex === 0) other.tabIndex = -1;
    shot.tabIndex = 0;
    shot.focus();
    shot.scrollIntoView({ block: "nearest" });
  }

  #shot(item) {
    const shot = make("button", { type: "button", class: "shot", tabindex: "-1", "aria-label": nameOf(item), "data-id": item.id });
    const shape = item.width > 0 && item.height > 0 ? Math.min(Math.max(item.width / item.height, 0.5), 3) : 1;
    shot.style.setProperty("--shape", String(shape));
    if (item.placeholder) shot.style.setProperty("--colour", `#${item.placeholder.slice(0, 6)}`);
    if (item.kind === "audio") {
      shot.append(make("span", { class: "broken" }, icon("sound")));
    } else {
      const image = make("img", { src: server.image(item, shape > 2 ? "medium" : window.devicePixelRatio > 1 || window.innerWidth > 720 ? "medium" : "thumbnail"), alt: "", loading: "lazy", decoding: "async" });
      image.addEventListener("error", () => image.replaceWith(make("span", { class: "broken" }, icon("image"))));
      shot.append(image);
    }
    if (item.kind === "video" || item.kind === "audio") shot.append(make("span", { class: "mark", "aria-hidden": "true" }, icon("play"), lasting(item.duration)));
    if (item.isLive) shot.append(make("span", { class: "mark", "aria-hidden": "true" }, icon("live"), say("viewer.liveBadge")));
    return shot;
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const shots = this.#shots;
    const at = shots.indexOf(event.target.closest(".shot"));
    if (at < 0) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: shots.length - 1, ArrowUp: this.#near(shots, at, -1), ArrowDown: this.#near(shots, at, 1) }[event.key];
    if (to === undefined || shots[to] === undefined) return;
    event.preventDefault();
    this.focus(to);
  }

  /** The photo above or below: of the next row the one whose middle is nearest. */
  #near(shots, at, direction) {
    const middle = shots[at].offsetLeft + shots[at].offsetWidth / 2;
    const top = shots[at].offsetTop;
    let row = null;
    let best;
    let distance = Infinity;
    for (let index = at + direction; shots[index] !== undefined; index += direction) {
      const shot = shots[index];
      if (shot.offsetTop === top) continue;
      row ??= shot.offsetTop;
      if (shot.offsetTop !== row) break;
      const far = Math.abs(shot.offsetLeft + shot.offsetWidth / 2 - middle);
      if (far < distance) [best, distance] = [index, far];
    }
    return best;
  }
}
