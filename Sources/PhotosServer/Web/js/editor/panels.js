// What can be done to a photo: panels behind tabs, of which Live Photos have one more.
import { say } from "../language.js";
import { button, make } from "../shell/dom.js";
import { iconButton } from "../viewer/elements.js";
import { complete, flipped, geometryNames, lightNames, rotated, whole } from "./adjustments.js";
import { LiveTools } from "./live-tools.js";
import { Looks } from "./looks.js";
import { Shapes } from "./shapes.js";
import { Slider, word } from "./sliders.js";

export class Panels {
  #history;
  #view;
  #names = ["light", "filters", "crop"];
  #chosen = "light";
  #live = null;
  #sliders = [];
  #looks;
  #shapes;
  #tabs = new Map();
  #panels = new Map();

  /** `movie` is a Live Photo's; null for every other photo. */
  constructor(history, view, movie) {
    this.#history = history;
    this.#view = view;
    this.#looks = new Looks(history, view);
    this.#shapes = new Shapes(history, view);
    /** @type {Record<string, any[]>} */
    const contents = {
      light: [...this.#sliding(lightNames), this.#reset(lightNames)],
      filters: [this.#looks.element, ...this.#sliding(["filterIntensity"])],
      crop: [this.#turns(), this.#shapes.element, ...this.#sliding(geometryNames),
        this.#reset([...geometryNames, "rotation", "flip"], { crop: whole }, () => this.#shapes.free())],
    };
    if (movie !== null) {
      this.#live = new LiveTools(history, movie);
      this.#names.push("live");
      contents.live = this.#live.elements;
    }
    for (const name of this.#names) {
      this.#tabs.set(name, make("button",
        { type: "button", role: "tab", id: `editor-tab-${name}`, "aria-controls": `editor-${name}`, "data-tab": name }, word(name)));
      this.#panels.set(name, make("div",
        { class: "editor-panel", id: `editor-${name}`, role: "tabpanel", "aria-labelledby": `editor-tab-${name}` }, ...contents[name]));
    }
    this.element = make("div", { class: "editor-side" }, this.#list(), ...this.#panels.values());
  }

  #list() {
    const list = make("div", { class: "editor-tabs", role: "tablist", "aria-label": say("editor.tools") }, ...this.#tabs.values());
    list.addEventListener("click", (event) => { if (event.target.dataset.tab) this.choose(event.target.dataset.tab); });
    list.addEventListener("keydown", (event) => {
      const at = this.#names.indexOf(this.#chosen);
      const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: this.#names.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      this.choose(this.#names.at(next % this.#names.length), true);
    });
    return list;
  }

  #sliding(parameters) {
    const sliders = parameters.map((name) => new Slider(name, this.#history));
    this.#sliders.push(...sliders);
    return sliders.map((slider) => slider.element);
  }

  #turns() {
    const turn = (name, picture, change) => iconButton(word(name), picture, () => change(this.#history.now), { class: "editor-tool" });
    return make("div", { class: "editor-turns" },
      turn("rotateLeft", "turnLeft", (now) => this.#shapes.turn(rotated(now, false))),
      turn("rotateRight", "turnRight", (now) => this.#shapes.turn(rotated(now))),
      turn("flip", "flip", (now) => this.#history.step(flipped(now))));
  }

  #reset(parameters, more = {}, also = () => {}) {
    const neutral = complete(null);
    const part = { ...Object.fromEntries(parameters.map((name) => [name, neutral[name]])), ...more };
    return button(say("editor.reset"), () => {
      also();
      this.#history.step(part);
    }, { class: "push-button editor-reset" });
  }

  choose(name, focuses = false) {
    this.#chosen = name;
    for (const [other, tab] of this.#tabs) {
      tab.setAttribute("aria-selected", String(other === name));
      tab.tabIndex = other === name ? 0 : -1;
      this.#panels.get(other).hidden = other !== name;
    }
    if (focuses) this.#tabs.get(name).focus();
    this.#view.isCropping = name === "crop";
    if (name === "filters") this.#looks.draw();
  }

  show() {
    for (const slider of this.#sliders) slider.show();
    this.#looks.show();
    this.#live?.show();
  }
}
