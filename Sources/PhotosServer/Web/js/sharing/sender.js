// The page of a link that takes files: has the person choose some, or drop them, and sends them. It shows what this browser sends, and nothing of the library.
import { uploadsAt } from "../api.js";
import { fileSize } from "../file-size.js";
import { say } from "../language.js";
import { button, make } from "../shell/dom.js";
import { holdsFiles, takenFrom } from "../shell/files.js";
import { Toasts } from "../shell/toasts.js";
import { Panel } from "../uploads/panel.js";

const element = (id) => document.getElementById(id);
const remote = uploadsAt("api/uploads");

/** The batches that this browser began by this link. The server lists none: who knows a batch's identifier began it. */
const key = `photos-sent:${location.pathname}`;
/** Those that are known where the browser keeps nothing: they are forgotten with the page. */
let known = [];

/** Read anew before each change: another page of the same link may have begun some meanwhile. */
function read() {
  try {
    const ids = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(ids) ? ids.filter((id) => /^[0-9A-F-]{36}$/i.test(id)) : [];
  } catch {
    return known;
  }
}

function keep(ids) {
  known = ids;
  try {
    if (ids.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(ids));
  } catch {
    // As above.
  }
}

const forget = (id) => keep(read().filter((one) => one !== id));

const api = {
  ...remote,
  async uploads() {
    const batches = [];
    for (const id of read()) {
      try {
        batches.push(await remote.upload(id, 0));
      } catch (error) {
        if (error.status !== 404) throw error;
        forget(id);
      }
    }
    return { batches };
  },
  async beginUpload({ isComplete }) {
    const batch = await remote.beginUpload({ isComplete });
    keep([...read(), batch.id]);
    return batch;
  },
  async cancelUpload(id) {
    await remote.cancelUpload(id);
    forget(id);
  },
};

export class Sender {
  #panel;
  #isReady = false;

  /** @param {{ onDone: () => void }} parts `onDone` is called when nothing is on its way any more */
  constructor({ onDone }) {
    this.#panel = new Panel(element("uploads"), { api, toasts: new Toasts(element("toasts")), onDone }, { isOfLink: true });
  }

  /** What stands beside the title: how much may be sent. */
  facts({ bytes, files }) {
    return bytes > 0 && files > 0 ? say("share.left", { count: files, bytes: fileSize(bytes) }) : say("share.full");
  }

  /** Shows how files are sent; the first time, what was not whole when a page was closed as well. */
  show({ bytes, files }) {
    const isFull = bytes <= 0 || files <= 0;
    element("sending").hidden = false;
    element("sending").replaceChildren(make("p", { class: "quiet" }, say(isFull ? "share.full.how" : "share.send.how")));
    element("tools").replaceChildren(...(isFull ? [] : [button(say("share.send"), () => this.#choose(), { class: "push-button default" })]));
    if (this.#isReady) return;
    this.#isReady = true;
    addEventListener("dragover", (event) => this.#over(event));
    addEventListener("drop", (event) => this.#drop(event));
    addEventListener("dragleave", (event) => { if (event.relatedTarget === null) element("drop").hidden = true; });
    if (read().length > 0) this.#panel.takeUp();
  }

  #choose() {
    const input = make("input", { type: "file", multiple: true, hidden: true, class: "upload-chooser" });
    input.addEventListener("change", () => {
      input.remove();
      this.#panel.addFrom(input, null);
    });
    input.addEventListener("cancel", () => input.remove());
    document.body.append(input);
    input.click();
  }

  #over(event) {
    if (!holdsFiles(event) || element("sending").hidden) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    if (!element("drop").hidden) return;
    element("drop").replaceChildren(make("span", {}, say("share.send.drop")));
    element("drop").hidden = false;
  }

  #drop(event) {
    if (!holdsFiles(event) || element("sending").hidden) return;
    event.preventDefault();
    element("drop").hidden = true;
    this.#panel.add(takenFrom(event.dataTransfer), null);
  }
}
