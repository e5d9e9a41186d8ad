// What is to be known of a list, above its photos: how long deleted ones stay, and how to be rid of them.
import { say } from "../language.js";
import { showDialog } from "./dialogs.js";
import { button, make } from "./dom.js";

/** So many are asked for at once. */
const page = 1000;

export class About {
  #element;
  #parts;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  start() {
    const { navigation, timeline } = this.#parts;
    navigation.addEventListener("view", () => { this.#element.hidden = true; });
    timeline.addEventListener("count", (event) => this.#show(event.detail.count));
  }

  #show(count) {
    const { navigation } = this.#parts;
    const isTrash = navigation.view.in === "trash" && navigation.view.q === "";
    this.#element.hidden = !isTrash || count === 0;
    if (this.#element.hidden || this.#element.childElementCount > 0) return;
    this.#element.append(
      make("p", {}, say("trash.rule")),
      button(say("trash.empty"), () => this.#empty(), { class: "push-button danger" }));
  }

  /** Just what is counted in the question is removed: what is deleted while it stands stays. */
  async #empty() {
    const { acts, api, navigation, toasts } = this.#parts;
    const ids = [];
    try {
      for (let total = 1; ids.length < total;) {
        const { assets, count } = await api.assets(navigation.view, ids.length, page);
        if (assets.length === 0) break;
        ids.push(...assets.map(({ id }) => id));
        total = count;
      }
    } catch (error) {
      toasts.problem(error);
      return;
    }
    if (ids.length === 0) return;
    const values = { count: ids.length };
    const isMeant = await showDialog({
      title: say("purge.these", values),
      content: make("p", {}, say("purge.files", values)),
      actions: [{ label: say("cancel"), value: null }, { label: say("deleteForGood"), value: true, kind: "danger" }],
    });
    if (isMeant) await acts.purge(ids);
  }
}
