// Choosing an album or a folder: a list to filter, and a new album in one step.
import { grouped, say } from "../language.js";
import { showDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";

/** More than anybody reads; typing finds the rest. */
const shown = 60;

/** An album for photos: { id } of one, { title } of a new one, or null. */
export function chooseAlbum({ collections, count }) {
  const path = pathsOf(collections);
  const entries = collections.filter((one) => one.kind === "album" && one.can.includes("add"))
    .map((one) => ({ id: one.id, title: one.title, text: path(one), count: one.count ?? 0, picture: "album" }));
  return choose({
    title: say("album.addPhotos", { count }), action: say("add"), label: say("album.album"), placeholder: say("album.find"),
    none: say("album.none"), entries, makesNew: true,
  });
}

/** A folder for an album or folder: { id }, where null is the top level, or null. */
export function chooseFolder({ collections, folders, title, isInside }) {
  const path = pathsOf(collections);
  const entries = folders.map((one) => ({ id: one.id, title: one.title, text: path(one), picture: "folder" }));
  if (isInside) entries.unshift({ id: null, title: "", text: say("album.outOfAll"), picture: "up" });
  return choose({ title, action: say("move"), label: say("album.folder"), placeholder: say("album.findFolder"), none: say("album.noFolder"), entries });
}

function choose({ title, action, label, placeholder, none, entries, makesNew = false }) {
  const input = make("input", {
    type: "text", class: "field", role: "combobox", "aria-expanded": "true", "aria-controls": "choices", "aria-autocomplete": "list",
    "aria-label": label, placeholder, autocomplete: "off", maxlength: "250",
  });
  const list = make("div", { id: "choices", class: "choices", role: "listbox", "aria-label": label });
  let choices = [];
  let at = 0;

  const draw = () => {
    const words = input.value.trim();
    const sought = words.toLocaleLowerCase();
    choices = entries.filter((one) => one.text.toLocaleLowerCase().includes(sought)).slice(0, shown);
    const isNew = makesNew && words !== "" && !entries.some((one) => one.title.toLocaleLowerCase() === sought);
    if (isNew) choices.push({ title: words, text: say("album.newNamed", { title: words }), picture: "add", isNew });
    list.replaceChildren(...choices.map(option));
    if (choices.length === 0) list.append(make("p", { class: "quiet" }, none));
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
    return choice.isNew ? { title: choice.title } : { id: choice.id };
  };

  return showDialog({
    title, content: make("div", {}, input, list),
    actions: [{ label: say("cancel"), value: null }, { label: action, value: answer, kind: "default" }],
    prepare: (dialog, finish) => {
      input.addEventListener("input", () => {
        at = 0;
        draw();
      });
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

function option(choice, index) {
  return make("div", { role: "option", id: `choice-${index}`, "data-index": index, "aria-selected": "false" },
    icon(choice.picture),
    make("span", { class: "name" }, choice.text),
    choice.count === undefined ? null : make("span", { class: "count" }, grouped(choice.count)));
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
