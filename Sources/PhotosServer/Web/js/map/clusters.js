// The photos on the map: a button for each group, the biggest first for those who go through them by Tab.
import { grouped, listed, say } from "../language.js";
import { make } from "../shell/dom.js";
import { isBlank, nameOf, placeholderOf } from "../timeline/cell-content.js";
import { Pictures } from "../timeline/pictures.js";

/** How large one is, in pixels; the style sheet says the same. */
const side = 52;
/** What stays free around it. */
const around = 2;

/** One group, as `Pictures` fills it. */
class Cluster {
  element = document.createElement("button");
  #image = document.createElement("img");
  #badge = make("span", { class: "map-count" });
  #address = "";
  #isSeen = null;
  /** What its name was made of. */
  #named = { group: null, town: null };
  tile = null;
  group = null;
  /** Where it is on the pane. */
  point = { x: 0, y: 0 };

  constructor(press) {
    this.element.type = "button";
    this.element.className = "map-cluster";
    this.#image.alt = "";
    this.#image.decoding = "async";
    this.#image.draggable = false;
    this.#image.addEventListener("error", () => this.#image.remove());
    this.element.append(this.#badge);
    this.element.addEventListener("click", () => press(this.group));
  }

  get wantsPicture() { return this.#address === "" && !isBlank(this.tile) && this.tile.kind !== "audio"; }

  showPicture(address) {
    this.#image.src = this.#address = address;
    this.element.prepend(this.#image);
  }

  show(group) {
    if (group.tile.revision !== this.tile?.revision) {
      const { image, colour } = placeholderOf(group.tile);
      this.element.style.backgroundImage = image;
      this.element.style.backgroundColor = colour;
      this.#image.remove();
      this.#address = "";
    }
    this.group = group;
    this.tile = group.tile;
    this.element.dataset.id = group.tile.id;
    this.#badge.hidden = group.count === 1;
    this.#badge.textContent = grouped(group.count);
  }

  /** What it is called, with the town that it is near to, where one is. */
  name(town) {
    const { group } = this;
    if (this.#named.group === group && this.#named.town === town) return;
    this.#named = { group, town };
    const what = group.count === 1 ? nameOf(group.tile, null) : say("photos", { count: group.count });
    this.element.setAttribute("aria-label", listed([what, town === null ? null : say("map.near", { town })]));
  }

  /** What is out of sight takes no focus. */
  put(point, isSeen) {
    this.point = point;
    this.element.style.transform = `translate(${point.x - side / 2}px, ${point.y - side / 2}px)`;
    if (this.#isSeen !== isSeen) this.element.classList.toggle("is-away", !(this.#isSeen = isSeen));
  }
}

const keyOf = ({ tile, count }) => `${tile.id} ${count}`;

export class Clusters {
  element = make("div", { class: "map-clusters" });
  #handlers;
  #pictures;
  /** By key, in their order. */
  #shown = new Map();

  /** `handlers`: press(group), thumbnails(keys, signal, size), and leave() when the one that had the focus goes. */
  constructor(handlers) {
    this.#handlers = handlers;
    this.#pictures = new Pictures(handlers.thumbnails);
  }

  /** Groups as the server tells them. One that is the same stays the same button, wherever it is now. */
  show(groups) {
    const focused = document.activeElement, hadFocus = this.element.contains(focused);
    const shown = new Map();
    for (const group of groups) {
      const key = keyOf(group), cluster = this.#shown.get(key) ?? new Cluster(this.#handlers.press);
      cluster.show(group);
      shown.set(key, cluster);
    }
    for (const [key, { element }] of this.#shown) if (!shown.has(key)) element.remove();
    this.#shown = shown;
    let next = this.element.firstElementChild;
    for (const { element } of shown.values()) {
      if (element === next) next = next.nextElementSibling;
      else this.element.insertBefore(element, next);
    }
    // What is moved loses the focus.
    if (!hadFocus) return;
    if (this.element.contains(focused)) focused.focus({ preventScroll: true });
    else this.#handlers.leave();
  }

  /** Puts all of them where they are now. `seen` says of a point whether it is on the pane, `townNear` which town is near to it. */
  put(pointOf, isSeen, townNear) {
    const focused = document.activeElement;
    for (const cluster of this.#shown.values()) {
      const point = pointOf(cluster.group), isHere = isSeen(point, side / 2);
      if (!isHere && cluster.element === focused) this.#handlers.leave();
      cluster.put(point, isHere);
      cluster.name(townNear(point));
    }
    this.#pictures.ask([...this.#shown.values()]);
  }

  /** The room that they take on the pane. */
  get boxes() {
    const far = side / 2 + around;
    return [...this.#shown.values()].map(({ point: { x, y } }) => ({ left: x - far, right: x + far, top: y - far, bottom: y + far }));
  }

  /** How many photos are in those whose middle is on the pane. */
  countSeen(isSeen) {
    return [...this.#shown.values()].reduce((sum, { point, group }) => sum + (isSeen(point, 0) ? group.count : 0), 0);
  }

  rest() { this.#pictures.rest(); }
}
