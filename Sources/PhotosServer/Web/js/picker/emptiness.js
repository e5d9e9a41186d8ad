// What stands where there is nothing to choose.
import { say } from "../language.js";
import { button, inEnglish, make } from "../shell/dom.js";

export class Emptiness {
  #element;
  #parts;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, timeline } = this.#parts;
    navigation.addEventListener("view", () => { this.#element.hidden = true; });
    navigation.addEventListener("problem", (event) => this.#show(event.detail.error.title, inEnglish(event.detail.error.detail, "p")));
    timeline.addEventListener("count", (event) => {
      this.#element.hidden = event.detail.count !== 0;
      if (event.detail.count !== 0) return;
      const { view } = navigation;
      if (view.q === "") return this.#show(say("picker.nothing"), make("p", {}, say("picker.nothing.how")));
      this.#show(say("empty.search"), make("p", {}, say("empty.search.text", { text: view.q })),
        button(say("search.clear"), () => navigation.go(view.at(view.in)), { class: "push-button" }));
    });
  }

  #show(title, ...more) {
    this.#element.hidden = false;
    this.#element.replaceChildren(make("h2", { id: "empty-title" }, title), ...more);
  }
}
