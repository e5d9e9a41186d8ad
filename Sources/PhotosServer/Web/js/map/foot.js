// What stands at the foot of the map: how many photos are seen, the way to them, the buttons for the size, and whose names, outlines or tiles these are.
import { say } from "../language.js";
import { button, inEnglish, make } from "../shell/dom.js";

export class MapFoot {
  #status = make("p", { class: "map-status", role: "status" });
  #show;
  #credits = make("p", { class: "map-credits quiet", hidden: true });
  #note = make("p", { class: "map-note quiet", hidden: true });
  #farther;
  #closer;
  #hasTowns = false;
  #hasLand = false;
  #tiles = null;

  /** `handlers`: show(), step(change), whole(). */
  constructor({ show, step, whole }) {
    const showAny = () => { if (this.#show.getAttribute("aria-disabled") !== "true") show(); };
    this.#show = button(say("map.show"), showAny, { class: "push-button", "aria-disabled": "true" });
    const sized = (name, icon, run) => button("", run, { class: "icon-button", icon, name });
    this.#closer = sized(say("viewer.zoomIn"), "add", () => step(1));
    this.#farther = sized(say("viewer.zoomOut"), "minus", () => step(-1));
    this.element = make("div", { class: "map-foot" },
      make("div", { class: "map-told" }, make("div", { class: "map-line" }, this.#status, this.#show), this.#note, this.#credits),
      make("div", { class: "map-size", role: "group", "aria-label": say("map.size") },
        this.#closer, this.#farther, sized(say("map.whole"), "whole", () => whole())));
  }

  /** Nobody knows what is on the pane. */
  wait() {
    this.#status.textContent = "";
    this.#show.setAttribute("aria-disabled", "true");
  }

  /** How many photos are on the pane. */
  tell(count) {
    const text = count > 0 ? say("map.seen", { count }) : say("map.none");
    if (this.#status.textContent !== text) this.#status.textContent = text;
    // Disabling would throw the focus away.
    this.#show.setAttribute("aria-disabled", String(count === 0));
  }

  limit({ isLeast, isMost }) {
    this.#farther.setAttribute("aria-disabled", String(isLeast));
    this.#closer.setAttribute("aria-disabled", String(isMost));
  }

  creditTowns() {
    this.#hasTowns = true;
    this.#credit();
  }

  creditLand() {
    this.#hasLand = true;
    this.#credit();
  }

  /** Whose pictures the map is drawn of, as the owner tells it. */
  creditTiles(credit) {
    this.#tiles = credit;
    this.#credit();
  }

  /** Says of which server nothing comes; null where something does. */
  noteMissing(server) {
    const text = server === null ? "" : say("map.tilesMissing", { server });
    this.#note.hidden = server === null;
    if (this.#note.textContent !== text) this.#note.textContent = text;
  }

  /** Why there is no land, or are no borders; null where nothing is missing. The server's reason is in English. */
  note(problem) {
    this.#note.hidden = problem === null;
    if (problem !== null) this.#note.replaceChildren(say("sentences", { one: problem.title, other: "" }), inEnglish(problem.detail));
  }

  #credit() {
    this.#credits.textContent = [this.#hasTowns ? say("map.towns") : null, this.#hasLand ? say("map.outlines") : null, this.#tiles].filter(Boolean).join(" · ");
    this.#credits.hidden = false;
  }
}
