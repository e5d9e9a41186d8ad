// One change of what is known of many photos: what to change, what would come of it, and then the change, which Undo takes back as one.
import { api, WholeList } from "../api.js";
import { grouped, intl, listed, say } from "../language.js";
import { showDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { TownField } from "./town-field.js";

/** So many identifiers fit one request well. */
const portion = 20000;

// Chinese and Japanese keyboards write commas of their own.
const words = (text) => [...new Set(text.split(/[,，、；;]/).map((word) => word.trim()).filter(Boolean))];

const pad = (number) => String(number).padStart(2, "0");

/** “+02:00”, of a number of minutes east of UTC. */
const offsetText = (minutes) => `${minutes < 0 ? "-" : "+"}${pad(Math.floor(Math.abs(minutes) / 60))}:${pad(Math.abs(minutes) % 60)}`;

/** What a field of the day and the time says, by this machine's clock of that day; null where nothing stands there. */
function moment(value) {
  if (value === "") return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : `${value.length === 16 ? `${value}:00` : value.slice(0, 19)}${offsetText(-date.getTimezoneOffset())}`;
}

let count = 0;

/** One field of the form: what to do with it, and what belongs to that. `ways` = [[name, words, parts, read]]; the first leaves it. */
class Row {
  #choice;
  #ways;

  constructor(label, ways) {
    const id = `bulk-${++count}`;
    this.#ways = ways;
    this.#choice = make("select", { class: "field", id }, ...ways.map(([name, text]) => make("option", { value: name }, text)));
    this.#choice.addEventListener("change", () => this.#show());
    const parts = ways.map(([, , inputs]) => make("div", { class: "bulk-parts" }, ...inputs));
    this.element = make("div", { class: "bulk-row" }, make("label", { for: id }, label), this.#choice, ...parts);
    this.parts = parts;
    this.#show();
  }

  /** Into the edit, or a sentence that says what is missing. */
  read(edit) {
    const [, , , read] = this.#ways[this.#choice.selectedIndex];
    return read?.(edit) ?? null;
  }

  /** Of what is missing. Not the list of choices: the key that asked would open it. */
  focus() { (this.parts[this.#choice.selectedIndex].querySelector("input") ?? this.#choice).focus(); }

  #show() {
    this.parts.forEach((part, index) => { part.hidden = index !== this.#choice.selectedIndex || part.children.length === 0; });
  }
}

const input = (label, attributes = {}) => make("input", { type: "text", class: "field", autocomplete: "off", "aria-label": label, placeholder: label, dir: "auto", ...attributes });
const number = (label, attributes = {}) => input(label, { type: "number", min: "0", step: "1", inputmode: "numeric", ...attributes });

const stays = () => ["stays", say("bulk.stays"), [], null];

function dateRow() {
  const direction = make("select", { class: "field", "aria-label": say("bulk.direction") },
    make("option", { value: "1" }, say("bulk.later")), make("option", { value: "-1" }, say("bulk.earlier")));
  const parts = [["bulk.days", 86400], ["bulk.hours", 3600], ["bulk.minutes", 60], ["bulk.seconds", 1]]
    .map(([key, seconds]) => ({ field: number(say(/** @type {any} */ (key))), seconds: Number(seconds) }));
  const zones = make("datalist", { id: `bulk-zones-${++count}` });
  const zone = input(say("bulk.zoneName"), { list: zones.id, spellcheck: "false", autocapitalize: "none" });
  // Four hundred names, for whoever wants them.
  zone.addEventListener("focus", () => { if (!zones.firstChild) zones.append(.../** @type {any} */ (Intl).supportedValuesOf("timeZone").map((value) => make("option", { value }))); });
  const when = input(say("bulk.when"), { type: "datetime-local", step: "1" });
  return new Row(say("bulk.date"), [
    stays(),
    ["shift", say("bulk.shift"), [direction, ...parts.map(({ field }) => field)], (edit) => {
      const sum = parts.reduce((total, { field, seconds }) => total + Number(field.value) * seconds, 0);
      if (!(sum > 0)) return say("bulk.shiftNeeded");
      edit.shift = sum * Number(direction.value);
      return null;
    }],
    ["zone", say("bulk.zone"), [zone, zones], (edit) => {
      if (zone.value.trim() === "") return say("bulk.zoneNeeded");
      edit.timeZone = zone.value.trim();
      return null;
    }],
    ["set", say("bulk.set"), [when], (edit) => {
      edit.date = moment(when.value);
      return edit.date === null ? say("bulk.dateNeeded") : null;
    }],
    ["remove", say("bulk.remove"), [], (edit) => { edit.date = null; return null; }],
  ]);
}

function placeRow() {
  const latitude = number(say("bulk.latitude"), { min: "-90", max: "90", step: "any", inputmode: "decimal" });
  const longitude = number(say("bulk.longitude"), { min: "-180", max: "180", step: "any", inputmode: "decimal" });
  const fields = { latitude, longitude };
  // To a metre, which is more than the middle of a town means.
  const town = new TownField((found) => {
    for (const [name, field] of Object.entries(fields)) field.value = found === null ? "" : String(Number(found[name].toFixed(5)));
  });
  // Degrees that somebody types are of no town.
  for (const field of Object.values(fields)) field.addEventListener("input", () => town.clear());
  return new Row(say("bulk.place"), [
    stays(),
    ["set", say("bulk.set"), [town.input, town.list, latitude, longitude], (edit) => {
      if (latitude.value === "" || longitude.value === "" || !latitude.validity.valid || !longitude.validity.valid) return say("bulk.placeNeeded");
      edit.place = { latitude: Number(latitude.value), longitude: Number(longitude.value) };
      return null;
    }],
    ["remove", say("bulk.remove"), [], (edit) => { edit.place = null; return null; }],
  ]);
}

function textRow(name, label) {
  const field = input(label, { maxlength: "1000" });
  return new Row(label, [
    stays(),
    ["set", say("bulk.set"), [field], (edit) => {
      if (field.value.trim() === "") return say("bulk.textNeeded");
      edit[name] = field.value.trim();
      return null;
    }],
    ["remove", say("bulk.remove"), [], (edit) => { edit[name] = null; return null; }],
  ]);
}

function keywordRow() {
  const way = (name, key, empty) => {
    const field = input(say("bulk.words"));
    return [name, say(key), [field], (edit) => {
      const list = words(field.value);
      if (list.length === 0 && !empty) return say("bulk.wordsNeeded");
      edit[name] = list;
      return null;
    }];
  };
  return new Row(say("panel.keywords"), [stays(), way("addKeywords", "bulk.addWords"), way("removeKeywords", "bulk.removeWords"), way("keywords", "bulk.replaceWords", true)]);
}

function ratingRow() {
  const way = (rating, text) => [String(rating), text, [], (edit) => { edit.rating = rating; return null; }];
  return new Row(say("bulk.rating"), [stays(), way(0, say("bulk.noRating")), ...[1, 2, 3, 4, 5].map((stars) => way(stars, "★".repeat(stars)))]);
}

/** What an edit of these would do, all portions together. */
async function preview(assets, edit, signal) {
  if (assets instanceof WholeList) return api.previewEdit(assets, edit, { signal });
  const sum = { count: 0, changed: 0, changes: [], refused: 0, refusals: [] };
  for (let start = 0; start < assets.length; start += portion) {
    const some = await api.previewEdit(assets.slice(start, start + portion), edit, { signal });
    for (const key of ["count", "changed", "refused"]) sum[key] += some[key];
    sum.changes.push(...some.changes);
    sum.refusals.push(...some.refusals);
  }
  return sum;
}

function valueText(values, field) {
  switch (field) {
    case "date": {
      if (!values.date) return say("bulk.none");
      // By the clock where it was taken, as far as that is known.
      const local = new Date(new Date(values.date).getTime() + (values.offset ?? -new Date(values.date).getTimezoneOffset() * 60) * 1000);
      const text = intl("DateTimeFormat", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC" }).format(local);
      return values.offset === undefined ? text : `${text} (${offsetText(Math.round(values.offset / 60))})`;
    }
    case "place": return values.place ? `${values.place.latitude}, ${values.place.longitude}` : say("bulk.none");
    case "keywords": return listed(values.keywords ?? []) || say("bulk.none");
    case "rating": return values.rating ? "★".repeat(values.rating) : say("bulk.none");
    default: return values[field] || say("bulk.none");
  }
}

const shownAtMost = 20;

/** The lines of a preview. */
function describe(found) {
  const refused = found.refusals.slice(0, 3).map(({ filename }) => make("p", { class: "warning" }, say("bulk.outOfCalendar", { name: filename })));
  if (found.refused > 0) return [make("p", { class: "warning" }, say("bulk.refused", { count: found.refused })), ...refused];
  if (found.changed === 0) return [make("p", {}, say("bulk.wouldNot"))];
  const lines = found.changes.slice(0, shownAtMost).map(({ filename, fields, from, to }) => make("li", {},
    make("span", { class: "name" }, filename),
    ...fields.map((field) => make("span", { class: "quiet" }, say("bulk.fromTo", {
      field: say(/** @type {any} */ (`field.${field}`)), from: valueText(from, field), to: valueText(to, field),
    })))));
  const rest = found.changed - lines.length;
  return [
    make("p", {}, say("bulk.would", { changed: grouped(found.changed), count: found.count })),
    make("ul", { class: "bulk-changes" }, ...lines),
    rest > 0 ? make("p", { class: "quiet" }, say("bulk.more", { count: rest })) : null,
  ].filter((line) => line !== null);
}

/** Asks what to change of these photos, identifiers or a whole list, shows what would come of it, and gives the edit; null where it is left. */
export async function askForEdit(assets, toasts) {
  const rows = [dateRow(), placeRow(), textRow("title", say("panel.title")), textRow("caption", say("panel.caption")), keywordRow(), ratingRow()];
  const warning = make("p", { class: "warning", role: "alert" });
  const result = make("div", { class: "bulk-preview", role: "status" });
  const content = make("div", { class: "bulk" }, ...rows.map((row) => row.element), warning, result);
  let seen = null;
  let looking = null;
  let main = null;
  const label = (text) => { main.querySelector(".label").textContent = text; };
  const read = () => {
    const edit = {};
    for (const row of rows) {
      const missing = row.read(edit);
      if (missing === null) continue;
      row.focus();
      return missing;
    }
    return Object.keys(edit).length === 0 ? say("bulk.nothing") : edit;
  };
  const stop = () => {
    looking?.abort();
    looking = null;
    main.disabled = false;
  };
  const forget = () => {
    // What an edit would do that has become another one is not to be seen.
    stop();
    seen = null;
    result.replaceChildren();
    label(say("bulk.preview"));
  };
  const look = async (edit) => {
    const text = JSON.stringify(edit);
    const { signal } = looking = new AbortController();
    main.disabled = true;
    try {
      const found = await preview(assets, edit, signal);
      if (signal.aborted) return;
      result.replaceChildren(...describe(found));
      const isGood = found.refused === 0 && found.changed > 0;
      seen = isGood ? text : null;
      label(isGood ? say("bulk.apply", { count: found.changed }) : say("bulk.preview"));
      result.scrollIntoView({ block: "nearest" });
    } catch (error) {
      if (!signal.aborted) toasts.problem(error);
    } finally {
      if (!signal.aborted) {
        stop();
        main.focus();
      }
    }
  };
  const answer = await showDialog({
    title: say("bulk.titled", { count: assets instanceof WholeList ? assets.count : assets.length }), content,
    actions: [
      { label: say("cancel"), value: null },
      {
        label: say("bulk.preview"), kind: "default",
        value: () => {
          const edit = read();
          warning.textContent = typeof edit === "string" ? edit : "";
          if (typeof edit === "string") return undefined;
          if (JSON.stringify(edit) === seen) return edit;
          look(edit);
          return undefined;
        },
      },
    ],
    prepare: (dialog) => {
      main = dialog.querySelector(".actions [data-kind=default]");
      // Not at "change", which comes when a field is left: also for the button that shows what would come of it.
      content.addEventListener("input", forget);
      // A form with several fields sends nothing by Enter without a button for that.
      content.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing || event.target.tagName === "SELECT") return;
        event.preventDefault();
        main.click();
      });
    },
  });
  stop();
  return answer;
}
