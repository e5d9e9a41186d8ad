// What is chosen, at the foot of the page, in its order: to look at, to move and to take away.
import { imageURL } from "../api.js";
import { say } from "../language.js";
import { announce, button, make } from "../shell/dom.js";
import { nameOf } from "../timeline/cell-content.js";
import { Rearranging } from "./rearranging.js";

/** More than these nobody reads at the foot of a page; they are chosen all the same. */
const mostShown = 200;
/** The longest sides that pictures can be handed over with. */
const sizes = [
  [2560, say("picker.size.large", { side: 2560 })], [1600, say("picker.size.medium", { side: 1600 })], [1024, say("picker.size.small", { side: 1024 })],
];

export class Tray {
  #element;
  #parts;
  #list = make("ol", { class: "chosen" });
  #told = make("p", { class: "told", role: "status" });
  #size = null;
  /** By id: the `item`, and its `look` and `number` within. Only what is other than before is written, so that the five hundredth photo costs what the first one does. */
  #drawn = new Map();
  /** How many more there are than are shown. */
  #rest = make("li", { class: "rest" });
  /** The one that Tab reaches, since nobody presses it two hundred times to come to what stands behind them. Arrows go on from there. */
  #stop = null;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { asked, choice } = this.#parts;
    const foot = make("div", { class: "foot" }, this.#told);
    if (asked.resizable) {
      this.#size = make("select", { id: "size", class: "field" }, make("option", { value: "" }, say("picker.sizeOriginal")),
        ...sizes.map(([side, words]) => make("option", { value: side }, words)));
      this.#size.addEventListener("change", () => { choice.size = this.#size.value === "" ? null : Number(this.#size.value); });
      foot.append(make("label", { class: "size", for: "size" }, say("picker.size")), this.#size);
    }
    this.#element.append(...(asked.hides.includes("tray") ? [] : [this.#list]), foot);
    this.#element.hidden = false;
    choice.addEventListener("change", () => this.#show());
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("focusin", (event) => this.#setStop(event.target.closest(".one")?.dataset.id ?? this.#stop));
    new Rearranging(this.#list, {
      move: ({ dataset: { id } }, index) => choice.move(id, index - choice.ids.indexOf(id)),
      end: ({ dataset: { id } }) => this.#tellPlace(choice.ids.indexOf(id)),
    });
    this.#show();
  }

  #show() {
    const { choice } = this.#parts;
    const { tiles } = choice;
    this.#told.textContent = choice.told;
    if (!this.#list.isConnected) return;
    const shown = tiles.slice(0, mostShown);
    const wanted = new Set(shown.map((tile) => tile.id));
    for (const [id, { item }] of this.#drawn) {
      if (wanted.has(id)) continue;
      item.remove();
      this.#drawn.delete(id);
    }
    let next = this.#list.firstElementChild;
    for (const [at, tile] of shown.entries()) {
      const drawn = this.#drawn.get(tile.id) ?? this.#item(tile), text = String(at + 1);
      this.#drawn.set(tile.id, drawn);
      if (next === drawn.item) next = next.nextElementSibling;
      else this.#list.insertBefore(drawn.item, next);
      if (drawn.number.textContent !== text) drawn.number.textContent = text;
    }
    if (tiles.length <= mostShown) this.#rest.remove();
    else {
      this.#rest.textContent = say("picker.more", { count: tiles.length - mostShown });
      if (!this.#rest.isConnected) this.#list.append(this.#rest);
    }
    this.#list.hidden = tiles.length === 0;
    this.#setStop(wanted.has(this.#stop) ? this.#stop : shown[0]?.id ?? null);
  }

  #setStop(id) {
    const before = this.#drawn.get(this.#stop), now = this.#drawn.get(id);
    this.#stop = id;
    if (before) before.look.tabIndex = -1;
    if (now) now.look.tabIndex = 0;
  }

  #item(tile) {
    const { choice, preview } = this.#parts;
    const name = nameOf(tile, null);
    const look = button("", () => preview.showChosen(tile.id), { class: "look", name, tabindex: "-1" }), number = make("span", { class: "number", "aria-hidden": "true" });
    // The browser would drag the picture away.
    look.append(make("img", { src: imageURL(tile, "thumbnail"), alt: "", draggable: "false" }), number);
    const item = make("li", { class: "one", "data-id": tile.id }, look,
      button("", () => this.#remove(tile.id), { class: "take-away", icon: "close", name: say("picker.remove", { name }), tabindex: "-1" }));
    look.setAttribute("aria-keyshortcuts", "Delete Alt+ArrowLeft Alt+ArrowRight");
    return { item, look, number };
  }

  #remove(id) {
    const { choice, timeline } = this.#parts;
    const item = this.#drawn.get(id)?.item;
    const next = item?.nextElementSibling ?? item?.previousElementSibling;
    choice.remove(id);
    const look = next?.querySelector(".look");
    if (look) look.focus();
    else timeline.focusIndex(timeline.focused ?? 0);
  }

  #key(event) {
    const item = event.target.closest?.(".one");
    if (!item) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const end = { Home: 0, End: -1 }[event.key];
    if (step !== undefined && event.altKey) {
      event.preventDefault();
      this.#tellPlace(this.#parts.choice.move(item.dataset.id, step));
      item.querySelector(".look").focus();
    } else if (step !== undefined) {
      event.preventDefault();
      (step < 0 ? item.previousElementSibling : item.nextElementSibling)?.querySelector(".look")?.focus();
    } else if (end !== undefined) {
      event.preventDefault();
      [...this.#list.querySelectorAll(".look")].at(end).focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.#remove(item.dataset.id);
    }
  }

  #tellPlace(index) { announce(say("picker.movedTo", { place: index + 1, count: this.#parts.choice.count })); }
}
