// When the picker is through: says so, and tells the page that opened it or shows it.
import { say } from "../language.js";
import { announce, inEnglish, make } from "../shell/dom.js";

/** What a page that waits for the picker hears. */
const name = "openphotokit.picker";

const titles = { confirmed: say("picker.end.confirmed"), cancelled: say("picker.end.cancelled"), over: say("picker.end.over"), ended: say("picker.end.ended") };

export class End {
  #element;
  #content;
  #isLeaving = false;
  /** Called when nothing is chosen here any more. */
  onOver = () => {};

  constructor(element, content) {
    this.#element = element;
    this.#content = content;
  }

  get isShown() { return !this.#element.hidden; }

  /** Whether the page is on its way to the site whose form asked: it is through, and says nothing any more. */
  get isLeaving() { return this.#isLeaving; }

  /** `state`: confirmed, cancelled, over where another page has answered, or ended where nobody waits for the answer. */
  show(state, asked = null) {
    this.#say(titles[state], make("p", {}, say("picker.end.close")));
    if (asked === null || state === "over") return;
    const host = globalThis.opener ?? (window.parent === window ? null : window.parent);
    // The browser hands it to those origins alone that the program named.
    for (const origin of asked.origins) host?.postMessage({ type: name, session: asked.id, state }, origin);
    // A window that a page opened may close itself; any other stays.
    if (globalThis.opener) globalThis.close();
  }

  /** Goes to the site whose form asked, with what its server needs: by POST, so that no address and no log has the token. */
  send({ action, ...fields }) {
    this.#isLeaving = true;
    const form = make("form", { method: "post", action, hidden: true },
      ...Object.entries(fields).map(([name, value]) => make("input", { type: "hidden", name, value })));
    document.body.append(form);
    form.submit();
  }

  problem(error) { this.#say(error.title, inEnglish(error.detail, "p")); }

  #say(title, text) {
    this.onOver();
    this.#content.hidden = true;
    document.getElementById("preview").hidden = true;
    this.#element.hidden = false;
    this.#element.replaceChildren(make("h1", { id: "end-title", tabindex: "-1" }, title), text);
    this.#element.firstElementChild.focus();
    announce(title);
  }
}
