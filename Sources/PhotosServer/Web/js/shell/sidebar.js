// The library, smart albums, folders and albums. Draws only the rows in sight, however many albums there are.
import { whenIdle } from "../idle.js";
import { grouped, listed, say, sayIfKnown } from "../language.js";
import { AlbumDrag } from "./album-drag.js";
import { AlbumMenu } from "./album-menu.js";
import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { format } from "./route.js";
import { rowsOf } from "./rows.js";
import { View } from "../api.js";

const rowHeight = 34;
const headingHeight = 44;
const spare = 6;
const closedKey = "closed-folders";

/** Events: `loaded` when the collections are known anew. */
export class Sidebar extends EventTarget {
  #element;
  #parts;
  #library = make("div", { role: "tree", "aria-label": say("place.library") });
  #albums = make("div", { role: "tree", "aria-label": say("page.albums"), hidden: true });
  #list = make("div", { class: "rows" });
  #scroll = make("div", { class: "scroll" });
  #collections = [];
  #byID = new Map();
  #counts = null;
  #closed = readClosed();
  #rows = [];
  #focusKey = "library";
  #drawn = new Map();
  #timer = null;
  #load = null;
  #heading;
  #menu;
  /** Where the library stood when it was last asked; null before. */
  position = null;

  constructor(element, parts) {
    super();
    this.#element = element;
    this.#parts = parts;
    this.#menu = new AlbumMenu({ ...parts, sidebar: this });
    this.#heading = make("div", { class: "albums-heading" }, make("h2", {}, make("a", { href: format(new View({ in: "albums" })), title: say("sidebar.allAlbums") }, say("page.albums"))),
      button("", () => this.#menu.showNew(this.#heading.querySelector("button")), {
        class: "icon-button", icon: "add", name: say("sidebar.new"), "aria-haspopup": "menu", "aria-expanded": "false",
      }));
  }

  get collections() { return this.#collections; }
  collection(id) { return this.#byID.get(id) ?? null; }
  row(key) { return this.#rows.find((one) => one.key === key) ?? null; }

  titleOf(place) {
    const known = sayIfKnown(`place.${place.split(":")[0]}`);
    return known ?? this.#byID.get(place.replace(/^album:/, ""))?.title ?? say("page.photos");
  }

  start() {
    const { navigation, acts, shade, timeline } = this.#parts;
    const brand = make("div", { class: "brand" }, icon("image"), make("span", { id: "library-name" }, say("page.photos")),
      button("", () => this.close(), { class: "icon-button only-narrow", icon: "close", name: say("sidebar.close") }));
    this.#list.append(this.#library, this.#heading, this.#albums);
    this.#scroll.append(this.#list);
    this.#element.append(brand, this.#scroll);
    this.#scroll.addEventListener("scroll", () => this.#draw());
    new ResizeObserver(() => this.#draw()).observe(this.#scroll);
    this.#list.addEventListener("keydown", (event) => this.#key(event));
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("contextmenu", (event) => this.#contextMenu(event));
    this.#list.addEventListener("focusin", (event) => {
      const key = event.target.closest?.("[role=treeitem]")?.dataset.key;
      if (key) this.#setFocus(key);
    });
    new AlbumDrag(this.#list, { ...this.#parts, sidebar: this });
    shade.addEventListener("click", () => this.close());
    // A page that becomes wide has no drawer.
    matchMedia("(min-width: 721px)").addEventListener("change", () => this.close(false));
    navigation.addEventListener("view", () => {
      this.close(false);
      this.#focusKey = this.#currentKey();
      this.#draw(true);
    });
    acts.addEventListener("done", () => this.refreshSoon());
    // The first pictures come first.
    const begin = () => whenIdle(() => { if (this.#load === null) this.refresh(); }, 500);
    timeline.addEventListener("count", begin, { once: true });
    navigation.addEventListener("problem", begin, { once: true });
  }

  /** Asks the server again, soon: changes come in bursts. */
  refreshSoon() {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.refresh();
    }, 400);
  }

  async refresh() {
    this.#load?.abort();
    const load = new AbortController();
    this.#load = load;
    const { api } = this.#parts;
    try {
      const [library, { collections, position }] = await Promise.all([api.library({ signal: load.signal }), api.collections({ signal: load.signal })]);
      this.#counts = library.counts;
      this.position = Math.min(library.position, position);
      document.getElementById("library-name").textContent = library.name;
      this.#collections = collections.map(named);
      const known = this.#byID;
      this.#byID = new Map(this.#collections.map((one) => [one.id, one]));
      this.#rebuild();
      this.#leaveDeleted(known);
      this.dispatchEvent(new CustomEvent("loaded"));
    } catch (error) {
      // A lost line has its own notice, and comes back here with its hello.
      if (error.name !== "AbortError" && !error.isLost) this.#parts.toasts.problem(error);
    }
  }

  /** An album that was `known` and that somebody deleted can't be shown any more. Of one that never was there the page says so itself. */
  #leaveDeleted(known) {
    const { navigation, toasts } = this.#parts;
    const { in: place } = navigation.view.of ?? navigation.view;
    const id = place.slice("album:".length);
    if (!place.startsWith("album:") || this.#byID.has(id) || !known.has(id)) return;
    navigation.go(new View());
    // Whoever deleted it here has been told, and needs the way back that stands in that message.
    if (!toasts.isSpeaking) toasts.say(say("sidebar.deleted"));
  }

  toggle() {
    if (this.#element.classList.contains("open")) this.close();
    else this.#open();
  }

  #open() {
    this.#element.classList.add("open");
    this.#parts.shade.hidden = false;
    document.getElementById("content").inert = true;
    this.#focusRow(this.#currentKey());
  }

  close(returnsFocus = true) {
    if (!this.#element.classList.contains("open")) return;
    this.#element.classList.remove("open");
    this.#parts.shade.hidden = true;
    document.getElementById("content").inert = false;
    if (returnsFocus) document.querySelector("#toolbar [aria-controls=sidebar]")?.focus();
  }

  /** What Escape does here, or null. */
  escape() {
    return this.#element.classList.contains("open") ? () => this.close() : null;
  }

  /** Opens the folders around a new row, so that it is seen, and goes there. */
  reveal(id) {
    for (let at = this.#byID.get(id)?.parent; at != null; at = this.#byID.get(at)?.parent) this.#closed.delete(at);
    this.#rebuild();
    this.#focusRow(id);
  }

  setOpen(key, isOpen) {
    if (isOpen) this.#closed.delete(key);
    else this.#closed.add(key);
    writeClosed(this.#closed);
    this.#rebuild();
  }

  #rebuild() {
    const { fixed, albums } = rowsOf(this.#collections, this.#counts, this.#closed);
    let top = 4;
    this.#rows = fixed.map((one) => ({ ...one, top: (top += rowHeight) - rowHeight }));
    this.#heading.style.top = `${top}px`;
    top += headingHeight;
    this.#rows.push(...albums.map((one) => ({ ...one, top: (top += rowHeight) - rowHeight })));
    this.#list.style.height = `${top + 16}px`;
    if (!this.#rows.some((one) => one.key === this.#focusKey)) this.#focusKey = this.#currentKey();
    this.#draw(true);
  }

  #currentKey() {
    const place = this.#parts.navigation.view.in;
    return this.#rows.find((one) => one.place === place)?.key ?? "library";
  }

  #draw(anew = false) {
    if (this.#rows.length === 0) return;
    const hadFocus = this.#list.contains(document.activeElement) && document.activeElement.matches("[role=treeitem]");
    const from = this.#scroll.scrollTop - spare * rowHeight;
    const to = this.#scroll.scrollTop + this.#scroll.clientHeight + spare * rowHeight;
    const wanted = new Map();
    for (const one of this.#rows) {
      // The row that holds the focus stays, wherever one scrolls.
      if ((one.top >= from && one.top <= to) || one.key === this.#focusKey) wanted.set(one.key, one);
    }
    for (const [key, element] of this.#drawn) {
      if (wanted.has(key)) continue;
      element.remove();
      this.#drawn.delete(key);
    }
    for (const [key, one] of wanted) {
      // A row stays the same element: a hand or a menu may be at it while its count changes.
      if (!this.#drawn.has(key)) this.#drawn.set(key, this.#fill(make("a", { role: "treeitem", "data-key": key }), one));
      else if (anew) this.#fill(this.#drawn.get(key), one);
    }
    const isAlbum = (one) => one.kind === "album" || one.kind === "folder";
    arrange(this.#library, [...wanted.values()].filter((one) => !isAlbum(one)).map((one) => this.#drawn.get(one.key)));
    arrange(this.#albums, [...wanted.values()].filter(isAlbum).map((one) => this.#drawn.get(one.key)));
    this.#albums.hidden = !this.#rows.some(isAlbum);
    if (hadFocus && anew) this.#drawn.get(this.#focusKey)?.focus({ preventScroll: true });
  }

  #fill(element, one) {
    const isCurrent = one.place !== null && one.place === this.#parts.navigation.view.in;
    const attributes = {
      class: `row ${one.kind}`, href: one.place ? format(new View({ in: one.place })) : null,
      tabindex: one.key === this.#focusKey ? "0" : "-1", draggable: one.can.includes("arrange") ? "true" : "false",
      "aria-level": one.level, "aria-setsize": one.setSize, "aria-posinset": one.position,
      "aria-expanded": one.isOpen === null ? null : String(one.isOpen), "aria-current": isCurrent ? "page" : null,
      "aria-selected": String(isCurrent), "aria-label": labelOf(one),
    };
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, String(value));
    }
    element.style.top = `${one.top}px`;
    element.style.paddingLeft = `${12 + (one.level - 1) * 16}px`;
    const parts = [icon(one.picture), make("span", { class: "name" }, one.title)];
    if (one.isOpen !== null) parts.push(icon("next"));
    if (Number.isInteger(one.count)) parts.push(make("span", { class: "count" }, grouped(one.count)));
    // For pointers; the keyboard has Shift+F10.
    if (one.can.length > 0) parts.push(make("span", { class: "row-more", title: say("sidebar.can") }, icon("more")));
    become(element, parts);
    return element;
  }

  #setFocus(key) {
    if (key === this.#focusKey) return;
    this.#drawn.get(this.#focusKey)?.setAttribute("tabindex", "-1");
    this.#focusKey = key;
    this.#drawn.get(key)?.setAttribute("tabindex", "0");
  }

  #focusRow(key) {
    const one = this.row(key);
    if (!one) return;
    this.#setFocus(key);
    const { scrollTop, clientHeight } = this.#scroll;
    if (one.top < scrollTop || one.top + rowHeight > scrollTop + clientHeight) this.#scroll.scrollTop = one.top - clientHeight / 2;
    this.#draw();
    this.#drawn.get(key)?.focus({ preventScroll: true });
  }

  #click(event) {
    const key = event.target.closest("[role=treeitem]")?.dataset.key;
    const one = key && this.row(key);
    if (!one || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const more = event.target.closest(".row-more");
    if (more) this.#menu.show(one, { beside: more });
    else if (one.isOpen !== null) this.setOpen(key, !one.isOpen);
    else this.#show(one);
  }

  #show(one) {
    const isDrawer = this.#element.classList.contains("open");
    this.#parts.navigation.go(new View({ in: one.place }));
    this.close(false);
    // The row that had the focus went out of sight with its drawer.
    if (isDrawer) document.querySelector("#pane > main:not([hidden])")?.focus({ preventScroll: true });
  }

  #contextMenu(event) {
    const one = this.row(event.target.closest("[role=treeitem]")?.dataset.key);
    if (!one || one.can.length === 0) return;
    event.preventDefault();
    this.#menu.show(one, { point: { x: event.clientX, y: event.clientY } });
  }

  #key(event) {
    const element = event.target.closest("[role=treeitem]");
    const one = element && this.row(element.dataset.key);
    if (!one || event.ctrlKey || event.metaKey) return;
    const at = this.#rows.indexOf(one);
    if (event.altKey) {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") this.#menu.step(one, event.key === "ArrowUp" ? -1 : 1);
      else return;
    } else if (!this.#move(event.key, one, at, element)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #move(key, one, at, element) {
    switch (key) {
      case "ArrowDown": this.#focusRow(this.#rows[at + 1]?.key); return true;
      case "ArrowUp": this.#focusRow(this.#rows[at - 1]?.key); return true;
      case "Home": this.#focusRow(this.#rows[0].key); return true;
      case "End": this.#focusRow(this.#rows.at(-1).key); return true;
      case "ArrowRight":
        if (one.isOpen === false) this.setOpen(one.key, true);
        else if (one.isOpen) this.#focusRow(this.#rows[at + 1]?.key);
        return true;
      case "ArrowLeft":
        if (one.isOpen) this.setOpen(one.key, false);
        else if (one.parent) this.#focusRow(one.parent);
        return true;
      case "Enter": case " ":
        if (one.isOpen !== null) this.setOpen(one.key, !one.isOpen);
        else this.#show(one);
        return true;
      case "F2": this.#menu.rename(one); return true;
      case "Delete": case "Backspace": this.#menu.delete(one); return true;
      case "ContextMenu": this.#menu.show(one, { beside: element }); return true;
      default: return key.length === 1 && /\S/.test(key) && !"/?".includes(key) ? this.#findByLetter(key, at) : false;
    }
  }

  #findByLetter(letter, at) {
    const sought = letter.toLocaleLowerCase();
    const found = [...this.#rows.slice(at + 1), ...this.#rows.slice(0, at)].find((one) => one.title.toLocaleLowerCase().startsWith(sought));
    if (found) this.#focusRow(found.key);
    return true;
  }
}

/** Puts elements into their order without touching those that keep it: a moved element loses the focus. */
function arrange(parent, elements) {
  let next = parent.firstChild;
  for (const element of elements) {
    if (element === next) next = next.nextSibling;
    else parent.insertBefore(element, next);
  }
}

/** Gives a row its parts. Those that look as before stay: what is replaced between a press and its release takes the click with it. */
function become(element, parts) {
  for (const [index, part] of parts.entries()) {
    const old = element.children[index];
    if (!old) element.append(part);
    else if (old.className === part.className && old.tagName === "SPAN" && old.childElementCount === 0) update(old, part);
    else if (!old.isEqualNode(part)) old.replaceWith(part);
  }
  while (element.children.length > parts.length) element.lastElementChild.remove();
}

function update(old, text) {
  if (old.textContent !== text.textContent) old.textContent = text.textContent;
  if (old.title !== text.title) old.title = text.title;
}

const named = (one) => ({ ...one, title: one.title || say("untitledAlbum") });

function labelOf(one) {
  const { title } = one;
  const name = one.kind === "album" ? say("sidebar.album", { title }) : one.kind === "folder" ? say("sidebar.folder", { title }) : title;
  return listed([name, Number.isInteger(one.count) ? say("items", { count: one.count }) : null]);
}

function readClosed() {
  try {
    return new Set(JSON.parse(localStorage.getItem(closedKey) ?? "[]"));
  } catch {
    return new Set();
  }
}

function writeClosed(closed) {
  try {
    localStorage.setItem(closedKey, JSON.stringify([...closed].slice(-500)));
  } catch {
    // Without storage folders open again at the next visit.
  }
}
