// The badge of a burst, of which the list shows one photo: it leads to all of them.
import { View } from "../api.js";
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { format, parse } from "../shell/route.js";

/** The fragment of all photos of a tile's burst. */
export const burstOf = (tile) => format(new View({ in: `burst:${tile.id}`, order: "oldest" }));

export class BurstBadge {
  #link = make("a", { class: "live-badge", title: `${say("burst.showAll")} (B)`, "aria-label": say("burst.showAll"), "aria-keyshortcuts": "B" },
    icon("burst"), make("span", {}, say("kind.burst")));

  constructor() {
    this.element = make("div", { class: "live burst", hidden: true }, this.#link);
  }

  /** Stands for this tile from now on; null for none. */
  show(tile) {
    this.element.hidden = !tile?.burst || parse(location.hash).view.in.startsWith("burst:");
    if (tile) this.#link.href = burstOf(tile);
  }

  open() {
    if (!this.element.hidden) this.#link.click();
  }
}
