// What the editors of photos and of videos have in common: a dialogue over the page, with what is done to the whole at its top.
import { say } from "../language.js";
import { confirm } from "../shell/dialogs.js";
import { button, inEnglish, isTyping, make } from "../shell/dom.js";
import { iconButton } from "../viewer/elements.js";

export class EditorDialog {
  #history;
  #save;
  #renew;
  #takeTheirs;
  #key;
  #end;
  #element;
  #buttons;
  #warning = make("div", { class: "editor-problem", role: "alert", tabindex: "-1", hidden: true });
  #isSaving = false;
  /** Whether somebody else saved meanwhile, and the person has not said yet which of both stays. */
  #isOutrun = false;
  #done = Promise.withResolvers();

  /**
   * `tools` stand in the middle of the head, `parts` below it. `save` sends what `history` has, or takes all edits back for null, and says in one
   * message that it did. `renew` gives `{ edit, isEdited }` as somebody else saved it, upon which is saved from then on; `takeTheirs` shows that.
   * `key` gives what else a key does, or null; `end` is called when it closes.
   */
  constructor({
    title, history, isEdited, tools = [], parts, save, renew, takeTheirs = (edit) => history.step(edit), key = (_event) => null, end = () => {}, ...attributes
  }) {
    this.#history = history;
    this.#save = save;
    this.#renew = renew;
    this.#takeTheirs = takeTheirs;
    this.#key = key;
    this.#end = end;
    this.#buttons = {
      undo: iconButton(say("undo"), "undo", () => history.undo(), { key: "Control+Z", class: "editor-tool" }),
      redo: iconButton(say("editor.redo"), "redo", () => history.redo(), { key: "Shift+Control+Z", class: "editor-tool" }),
      revert: button(say("editor.revert"), () => this.#revert(), { icon: "restore", name: say("editor.revert"), class: "push-button editor-revert", hidden: !isEdited }),
      save: button(say("editor.save"), () => this.#send(), { class: "push-button default editor-save", "aria-keyshortcuts": "Control+S" }),
    };
    const { undo, redo, revert, save: saving } = this.#buttons;
    const head = make("header", { class: "editor-head" },
      button(say("cancel"), () => this.#cancel(), { class: "push-button editor-cancel" }),
      make("h2", { id: "editor-heading", class: "unseen" }, title),
      make("span", { class: "editor-space" }), undo, redo, ...tools, make("span", { class: "editor-space" }), revert, saving);
    this.#element = make("dialog", { class: "editor", id: "editor", "aria-labelledby": "editor-heading", ...attributes }, head, this.#warning, ...parts);
    this.#element.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#cancel();
    });
    // A browser may close it all the same, when it was asked to twice.
    this.#element.addEventListener("close", () => this.close());
    this.#element.addEventListener("keydown", (event) => this.#pressed(event));
  }

  /** Shows it until it is left. */
  open() {
    document.body.append(this.#element);
    this.#element.showModal();
    this.update();
    return this.#done.promise;
  }

  update() {
    const { undo, redo, save } = this.#buttons;
    undo.disabled = !this.#history.canUndo;
    redo.disabled = !this.#history.canRedo;
    save.disabled = this.#isSaving || this.#isOutrun || !this.#history.isChanged;
  }

  #pressed(event) {
    // What goes on outside of the dialogue is not meant.
    event.stopPropagation();
    if (isTyping(event.target) && event.key !== "Escape") return;
    const isChord = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const run = isChord && key === "z" ? () => (event.shiftKey ? this.#history.redo() : this.#history.undo())
      : isChord && key === "s" ? () => this.#send()
        : key === "escape" ? () => this.#cancel()
          : isChord || event.altKey ? null : this.#key(event);
    if (run === null) return;
    event.preventDefault();
    run();
  }

  // Ending

  async #cancel() {
    if (this.#isSaving) return;
    this.#history.finish();
    if (this.#history.isChanged) {
      const isSure = await confirm({ title: say("editor.discardAsk"), text: say("editor.discardText"), action: say("editor.discard") });
      if (!isSure) return;
    }
    this.close();
  }

  async #send() {
    this.#history.finish();
    // Which of two edits stays is said by buttons of its own, and never by a key that was pressed once too often.
    if (this.#isOutrun) return this.#warning.focus();
    if (!this.#isSaving && this.#history.isChanged) await this.#saving(this.#history.now);
  }

  async #revert() {
    if (this.#isSaving) return;
    const isSure = await confirm({ title: say("editor.revertAsk"), text: say("editor.revertText"), action: say("editor.revert") });
    if (isSure) await this.#saving(null);
  }

  async #saving(edit) {
    this.#setSaving(true);
    try {
      await this.#save(edit);
      this.close();
    } catch (error) {
      if (error.isOutrun) await this.#offer(edit);
      else this.warn(error);
      this.#setSaving(false);
      // The button that was pressed has lost the focus, and no answer is to be given by a key that was meant for it.
      this.#warning.focus();
    }
  }

  /** Somebody else saved meanwhile. What is on the screen stays there until the person says whose edit is to stay. */
  async #offer(edit) {
    let theirs;
    try {
      theirs = await this.#renew();
    } catch (error) {
      return this.warn(error);
    }
    this.#setOutrun(true);
    this.#history.savedElsewhere(theirs.edit);
    this.#buttons.revert.hidden = !theirs.isEdited;
    const over = button(say(edit === null ? "editor.revertOver" : "editor.saveOver"), () => {
      this.#history.finish();
      this.#saving(edit === null ? null : this.#history.now);
    }, { class: "push-button" });
    const take = button(say("editor.takeTheirs"), () => {
      this.#setOutrun(false);
      this.#element.querySelector("[role=tab][aria-selected=true], .editor-area + * button")?.focus();
      this.#takeTheirs(theirs.edit);
    }, { class: "push-button" });
    this.#say(make("span", {}, say(edit === null ? "editor.outrunReverting" : "editor.outrun")), make("div", { class: "editor-choice" }, over, take));
  }

  #setOutrun(isOutrun) {
    this.#isOutrun = isOutrun;
    this.#warning.hidden = !isOutrun;
    this.update();
  }

  #say(...parts) {
    this.#warning.replaceChildren(...parts);
    this.#warning.hidden = false;
  }

  /** The page's own messages lie below the dialogue, and can't be reached. */
  warn(error) {
    const title = error.isLost ? say("toast.lost") : error.title || error.message;
    this.#say(say("sentences", { one: title, other: "" }), inEnglish(error.isLost ? "" : error.detail ?? ""));
  }

  #setSaving(isSaving) {
    this.#isSaving = isSaving;
    if (isSaving) this.#setOutrun(false);
    this.#element.setAttribute("aria-busy", String(isSaving));
    this.#buttons.save.querySelector(".label").textContent = say(isSaving ? "editor.saving" : "editor.save");
    this.update();
  }

  close() {
    if (!this.#element.isConnected) return;
    this.#end();
    this.#element.close();
    this.#element.remove();
    this.#done.resolve();
  }
}
