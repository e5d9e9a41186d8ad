// A menu beside what it belongs to: arrows move, Enter chooses, Escape closes and gives focus back.
import { make } from "./dom.js";
import { icon } from "./icons.js";

let open = null;

/** `items` = [{ label, run, picture, isDanger, isOff }] or null for a line between. */
export function showMenu(items, { beside = null, point = null, name }) {
  open?.close(false);
  const before = document.activeElement;
  const list = make("div", { class: "menu", role: "menu", "aria-label": name, popover: "manual" });
  const close = (returnsFocus = true) => {
    if (open?.list !== list) return;
    open = null;
    beside?.setAttribute("aria-expanded", "false");
    removeEventListener("pointerdown", outside, true);
    list.remove();
    if (returnsFocus && before instanceof HTMLElement && before.isConnected) before.focus();
  };
  const outside = (event) => {
    if (!list.contains(event.target)) close(false);
  };
  for (const item of items) list.append(item === null ? make("hr", {}) : entry(item, close));
  list.addEventListener("keydown", (event) => key(event, list, close));
  // The key that opened it asks for the browser's own menu as it is let go.
  list.addEventListener("contextmenu", (event) => event.preventDefault());
  // It belongs to the part of the page that it was asked for in.
  (before?.closest("nav, header, main, section") ?? document.body).append(list);
  list.showPopover();
  place(list, beside, point);
  open = { list, close };
  beside?.setAttribute("aria-expanded", "true");
  addEventListener("pointerdown", outside, true);
  list.querySelector("[role=menuitem]:not([aria-disabled=true])")?.focus();
}

function entry(item, close) {
  const element = make("button", {
    type: "button", role: "menuitem", class: item.isDanger ? "danger" : null, tabindex: "-1", "aria-disabled": item.isOff ? "true" : null,
  });
  if (item.picture) element.append(icon(item.picture));
  element.append(make("span", {}, item.label));
  element.addEventListener("click", () => {
    if (item.isOff) return;
    close();
    item.run();
  });
  return element;
}

function key(event, list, close) {
  const items = [...list.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const go = (index) => items[(index + items.length) % items.length].focus();
  switch (event.key) {
    case "ArrowDown": go(at + 1); break;
    case "ArrowUp": go(at - 1); break;
    case "Home": go(0); break;
    case "End": go(items.length - 1); break;
    case "Escape": case "Tab": close(); break;
    case "Enter": case " ": document.activeElement.click(); break;
    default: {
      const letter = event.key.toLowerCase();
      const found = [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent.toLowerCase().startsWith(letter));
      if (event.key.length !== 1 || !found) return;
      found.focus();
    }
  }
  event.preventDefault();
  event.stopPropagation();
}

function place(list, beside, point) {
  const edge = 8;
  const anchor = beside?.getBoundingClientRect() ?? { left: point.x, right: point.x, top: point.y, bottom: point.y };
  const { width, height } = list.getBoundingClientRect();
  const left = Math.max(edge, Math.min(anchor.left, innerWidth - width - edge));
  const isRoomBelow = anchor.bottom + height + edge <= innerHeight;
  const top = isRoomBelow ? anchor.bottom + 4 : Math.max(edge, anchor.top - height - 4);
  list.style.left = `${left}px`;
  list.style.top = `${top}px`;
}
