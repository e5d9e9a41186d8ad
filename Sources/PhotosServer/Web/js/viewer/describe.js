// Title, caption and keywords, edited where they stand: Enter or leaving the field saves, Escape takes back.
import { say } from "../language.js";
import { make } from "../shell/dom.js";

// Chinese and Japanese keyboards write commas of their own.
const parse = (text) => [...new Set(text.split(/[,，、；;]/).map((word) => word.trim()).filter(Boolean))];

const line = { read: (text) => text.trim() || null, write: (value) => value ?? "" };

const kinds = [
  { key: "title", label: say("panel.title"), placeholder: say("panel.addTitle"), ...line },
  { key: "caption", label: say("panel.caption"), placeholder: say("panel.addCaption"), isLong: true, ...line },
  { key: "keywords", label: say("panel.keywords"), placeholder: say("panel.addKeywords"), read: parse, write: (value) => (value ?? []).join(", ") },
];

export class Describing {
  #acts;
  #tile = null;
  #fields = new Map();

  constructor(acts) {
    this.#acts = acts;
    this.element = make("div", { class: "panel-words" });
    for (const kind of kinds) this.#add(kind);
  }

  /** Shows an asset's words, or what is known of them yet; a field that is being written in keeps what is written. */
  show(asset, tile, { isWritable, isWhole = true }) {
    if (this.#tile && this.#tile.id !== tile.id) this.leave();
    this.#tile = tile;
    for (const { kind, field } of this.#fields.values()) {
      field.readOnly = !isWritable || !isWhole;
      field.hidden = !isWritable && kind.write(asset[kind.key]) === "";
      if (document.activeElement === field && field.value !== field.dataset.saved) continue;
      this.#write(field, kind.write(asset[kind.key]));
    }
  }

  /** Saves what is being written: another asset comes, or the panel goes. */
  leave() {
    for (const entry of this.#fields.values()) {
      this.#save(entry);
      if (document.activeElement === entry.field) entry.field.closest("[role=dialog]")?.focus();
    }
    this.#tile = null;
  }

  #add(kind) {
    const field = make(kind.isLong ? "textarea" : "input", {
      class: `panel-field panel-${kind.key}`, "aria-label": kind.label, placeholder: kind.placeholder, dir: "auto",
      rows: kind.isLong ? "1" : null, type: kind.isLong ? null : "text", autocomplete: "off", maxlength: "5000", "data-saved": "",
    });
    const entry = { kind, field };
    this.#fields.set(kind.key, entry);
    field.addEventListener("blur", () => this.#save(entry));
    field.addEventListener("input", () => fitHeight(field));
    field.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "Escape") this.#write(field, field.dataset.saved);
      const isEnd = event.key === "Escape" || (event.key === "Enter" && !(kind.isLong && event.shiftKey));
      if (!isEnd) return;
      event.preventDefault();
      event.stopPropagation();
      field.blur();
      field.closest("[role=dialog]")?.focus();
    });
    this.element.append(field);
  }

  #write(field, text) {
    field.value = text;
    field.dataset.saved = field.value;
    fitHeight(field);
  }

  async #save({ kind, field }) {
    if (!this.#tile || field.readOnly || field.value === field.dataset.saved) return;
    const before = field.dataset.saved;
    const tile = this.#tile;
    field.dataset.saved = field.value;
    const answer = await this.#acts.describe([tile], { [kind.key]: kind.read(field.value) });
    // Refused, and said so: what stands in the library stands here again.
    if (answer === null && this.#tile?.id === tile.id) this.#write(field, before);
  }
}

function fitHeight(field) {
  if (field.tagName !== "TEXTAREA") return;
  field.style.height = "auto";
  if (field.scrollHeight > 0) field.style.height = `${field.scrollHeight + 2}px`;
}
