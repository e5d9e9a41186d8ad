// Rearranging the tray by hand: a mouse drags what is chosen along it, and a finger does once it has stayed for a moment, since one that moves on at once
// scrolls. At both ends the tray scrolls along.

const longPress = 450;
/** A mouse that moved less has clicked; a finger that moved more scrolls. */
const mouseSlack = 4;
const fingerSlack = 10;
/** So near to an end the tray scrolls along, at most so many pixels a frame. */
const edge = 48;
const fastest = 12;

/** `list` has elements of the class `one`. Calls `handlers`: move(item, index) while an item is dragged, end(item) where it stays. */
export class Rearranging {
  #list;
  #handlers;
  #press = null;
  #drag = null;
  #hasDragged = false;
  #timer = 0;

  constructor(list, handlers) {
    this.#list = list;
    this.#handlers = handlers;
    list.addEventListener("pointerdown", (event) => this.#down(event));
    list.addEventListener("pointermove", (event) => this.#moved(event), { passive: true });
    for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, (event) => this.#up(event), { passive: true });
    // Not passive, and there before the finger is: else the browser scrolls without asking.
    list.addEventListener("touchmove", (event) => { if (this.#drag !== null && event.cancelable) event.preventDefault(); }, { passive: false });
    list.addEventListener("contextmenu", (event) => { if (this.#drag !== null) event.preventDefault(); });
    list.addEventListener("click", (event) => this.#click(event), { capture: true });
    // The keys of the page would close or confirm it.
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  get #items() { return [...this.#list.querySelectorAll(".one")]; }

  #down(event) {
    this.#hasDragged = false;
    this.#release();
    const { target, pointerId, clientX, clientY } = event;
    const item = target.closest(".one");
    if (item === null || target.closest(".take-away") || !event.isPrimary || event.button !== 0 || this.#drag !== null) return;
    const isMouse = event.pointerType === "mouse";
    const press = { pointer: pointerId, item, isMouse, x: clientX, y: clientY, timer: null };
    if (!isMouse) press.timer = setTimeout(() => this.#begin(press), longPress);
    this.#press = press;
  }

  #release() {
    clearTimeout(this.#press?.timer);
    this.#press = null;
  }

  #moved(event) {
    const { pointerId, clientX, clientY } = event, press = this.#press;
    // The button was let go where nobody told of it.
    const isOver = event.pointerType === "mouse" && (event.buttons & 1) === 0;
    if (pointerId === this.#drag?.pointer) {
      if (isOver) return this.#end();
      this.#drag.x = clientX;
      this.#follow();
    } else if (pointerId === press?.pointer) {
      const distance = Math.hypot(clientX - press.x, clientY - press.y);
      if (isOver || (!press.isMouse && distance > fingerSlack)) return this.#release();
      if (press.isMouse && distance > mouseSlack) this.#begin({ ...press, x: clientX });
    }
  }

  #begin({ pointer, item, x }) {
    this.#release();
    if (!item.isConnected) return;
    this.#drag = { pointer, item, x, from: this.#items.indexOf(item) };
    this.#hasDragged = true;
    // The list stays where it is while its items change places, so the pointer is the list's.
    this.#list.setPointerCapture(pointer);
    item.classList.add("is-dragged");
    this.#follow();
  }

  /** The dragged item goes in front of the first one whose middle is past the pointer. */
  #follow() {
    const { item, x } = this.#drag;
    // What is dragged may leave the library meanwhile.
    if (!item.isConnected) return this.#end();
    const items = this.#items;
    const to = items.filter((one) => {
      const { left, width } = one.getBoundingClientRect();
      return one !== item && left + width / 2 < x;
    }).length;
    if (to !== items.indexOf(item)) this.#handlers.move(item, to);
    this.#timer ||= requestAnimationFrame(() => this.#pull());
  }

  #pull() {
    this.#timer = 0;
    if (this.#drag === null) return;
    const { left, right } = this.#list.getBoundingClientRect(), { x } = this.#drag, before = this.#list.scrollLeft;
    const out = x < left + edge ? x - left - edge : Math.max(0, x - right + edge);
    this.#list.scrollLeft = before + Math.round(Math.max(-fastest, Math.min(fastest, (out / edge) * fastest)));
    if (this.#list.scrollLeft !== before) this.#follow();
  }

  #up({ pointerId }) {
    if (pointerId === this.#press?.pointer) this.#release();
    if (pointerId === this.#drag?.pointer) this.#end();
  }

  #end() {
    const { pointer, item } = this.#drag;
    this.#drag = null;
    cancelAnimationFrame(this.#timer);
    this.#timer = 0;
    item.classList.remove("is-dragged");
    if (this.#list.hasPointerCapture(pointer)) this.#list.releasePointerCapture(pointer);
    if (item.isConnected) this.#handlers.end(item);
  }

  /** What was dragged was not pressed. A click by a key, which has no count, is none of the mouse's. */
  #click(event) {
    if (!this.#hasDragged || event.detail === 0) return;
    this.#hasDragged = false;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Escape puts it back. */
  #key(event) {
    if (event.key !== "Escape" || this.#drag === null) return;
    event.preventDefault();
    event.stopPropagation();
    const { item, from } = this.#drag;
    if (item.isConnected) this.#handlers.move(item, from);
    this.#end();
  }
}
