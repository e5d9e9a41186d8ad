// Choosing an album for photos: a list to filter, and a new album in one step.
import { showDialog } from "./dialogs.js";
import { make, quantity } from "./dom.js";
import { icon } from "./icons.js";

const shown = 60;

/** { id } of an album, { title } of a new one, or null. */
export function chooseAlbum({ collections, count }) {
  const albums = collections.filter((one) => one.kind === "album" && one.can.includes("add"));
  const input = make("input", {
    type: "text", class: "field", role: "combobox", "aria-expanded": "true", "aria-controls": "album-choices", "aria-autocomplete": "list",
    "aria-label": "Album", placeholder: "Find an album or name a new one", autocomplete: "off", maxlength: "250",
  });
  const list = make("div", { id: "album-choices", class: "choices", role: "listbox", "aria-label": "Albums" });
  const path = pathsOf(collections);
  let choices = [];
  let at = 0;

  const draw = () => {
    const words = input.value.trim();
    const sought = words.toLocaleLowerCase();
    choices = albums.filter((one) => path(one).toLocaleLowerCase().includes(sought)).slice(0, shown).map((album) => ({ album }));
    const isNew = words !== "" && !albums.some((one) => one.title.toLocaleLowerCase() === sought);
    if (isNew) choices.push({ title: words });
    at = Math.min(at, Math.max(choices.length - 1, 0));
    list.replaceChildren(...choices.map((choice, index) => option(choice, index, index === at, path)));
    if (choices.length === 0) list.append(make("p", { class: "quiet" }, "No albums yet. Type a name to make one."));
    mark();
  };
  const mark = () => {
    [...list.querySelectorAll("[role=option]")].forEach((element, index) => element.setAttribute("aria-selected", String(index === at)));
    const current = list.querySelector("[aria-selected=true]");
    if (current) input.setAttribute("aria-activedescendant", current.id);
    else input.removeAttribute("aria-activedescendant");
    current?.scrollIntoView({ block: "nearest" });
  };
  const answer = () => {
    const choice = choices[at];
    if (!choice) return undefined;
    return choice.album ? { id: choice.album.id } : { title: choice.title };
  };

  return showDialog({
    title: `Add ${quantity(count, "photo")} to an album`,
    content: make("div", {}, input, list),
    actions: [{ label: "Cancel", value: null }, { label: "Add", value: answer, kind: "default" }],
    prepare: (dialog, finish) => {
      input.addEventListener("input", () => { at = 0; draw(); });
      input.addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step === undefined || choices.length === 0) return;
        event.preventDefault();
        at = (at + step + choices.length) % choices.length;
        mark();
      });
      list.addEventListener("click", (event) => {
        const chosen = event.target.closest("[role=option]");
        if (!chosen) return;
        at = Number(chosen.dataset.index);
        finish(answer);
      });
      draw();
    },
  });
}

function option(choice, index, isCurrent, path) {
  return make("div", { role: "option", id: `album-choice-${index}`, "data-index": index, "aria-selected": String(isCurrent) },
    icon(choice.album ? "album" : "add"),
    make("span", { class: "name" }, choice.album ? path(choice.album) : `New album “${choice.title}”`),
    choice.album ? make("span", { class: "count" }, (choice.album.count ?? 0).toLocaleString()) : null);
}

/** Folders before the title, so that equal titles are told apart. */
function pathsOf(collections) {
  const byID = new Map(collections.map((one) => [one.id, one]));
  return (one) => {
    const names = [];
    for (let at = one; at; at = byID.get(at.parent)) names.unshift(at.title);
    return names.join(" › ");
  };
}
