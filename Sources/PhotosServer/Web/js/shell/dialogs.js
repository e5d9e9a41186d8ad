// Modal questions. Each gives focus back to where it was, and answers null when it was left without an answer.
import { say } from "../language.js";
import { button, make } from "./dom.js";

let count = 0;

/**
 * Shows a dialog until it is answered. `actions` = [{ label, value, kind: "default" | "danger" }]; `value` may be a function that makes the
 * answer, or gives undefined to stay open.
 */
export function showDialog({ title, content = null, actions, wide = false, prepare = null }) {
  const { promise, resolve } = Promise.withResolvers();
  const before = document.activeElement;
  const label = `dialog-${++count}`;
  const dialog = make("dialog", { class: wide ? "dialog wide" : "dialog", "aria-labelledby": label });
  let answer = null;
  const finish = (value) => {
    const made = typeof value === "function" ? value() : value;
    if (made === undefined) return;
    answer = made;
    dialog.close();
  };
  const body = make("div", { class: "content" }, content);
  const form = make("form", { method: "dialog" }, make("h2", { id: label }, title), body);
  form.append(make("div", { class: "actions" }, ...actions.map((action) =>
    button(action.label, () => finish(action.value), { class: `push-button ${action.kind ?? ""}`, "data-kind": action.kind ?? null }))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const main = actions.find((action) => action.kind === "default");
    if (main) finish(main.value);
  });
  dialog.append(form);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) finish(null);
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    resolve(answer);
  });
  document.body.append(dialog);
  prepare?.(dialog, finish);
  dialog.showModal();
  // What is longer than the window is scrolled by keys as well.
  if (body.scrollHeight > body.clientHeight) {
    body.tabIndex = 0;
    body.setAttribute("role", "region");
    body.setAttribute("aria-labelledby", label);
  }
  return promise;
}

/** Asks for a name; null when it was cancelled. */
export function askForName({ title, label, value = "", action, note = null }) {
  const input = make("input", { type: "text", class: "field", maxlength: "250", autocomplete: "off", "aria-label": label, placeholder: label });
  input.value = value;
  const warning = make("p", { class: "warning", role: "alert" });
  const name = () => {
    const text = input.value.trim();
    if (text !== "") return text;
    warning.textContent = say("album.nameNeeded");
    input.focus();
    return undefined;
  };
  const content = make("div", {}, note ? make("p", {}, note) : null, input, warning);
  // A form with one field is sent by Enter without a submit button.
  return showDialog({
    title, content, actions: [{ label: say("cancel"), value: null }, { label: action, value: name, kind: "default" }],
    prepare: () => queueMicrotask(() => input.select()),
  });
}

/** Asks whether to go on with what can't be taken back. */
export async function confirm({ title, text, action, isDanger = true }) {
  const answer = await showDialog({
    title, content: make("p", {}, text),
    actions: [{ label: say("cancel"), value: null }, { label: action, value: true, kind: isDanger ? "danger" : "default" }],
  });
  return answer === true;
}
