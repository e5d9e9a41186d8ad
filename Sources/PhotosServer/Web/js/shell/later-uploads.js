// What sends files is none of the first screen's: it is loaded when somebody chooses some, or when some are not here whole.
import { whenIdle } from "../idle.js";
import { say } from "../language.js";
import { albumOf, takenFrom } from "./files.js";

export class LaterUploads {
  #element;
  #parts;
  #coming = null;
  /** The look for what is not here whole, as soon as it was begun; null where nobody was to be asked. */
  #looking = null;

  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  /** Call when the first screen is there. */
  prepare() {
    const shared = takeShared();
    if (shared === null) whenIdle(() => this.#look(), 5000);
    else this.#looking = this.#tell(shared);
  }

  /** Takes up what is not here whole, before anything is added: the same files chosen again go on where they stopped. */
  #look() {
    this.#looking ??= this.#takeUp();
    return this.#looking;
  }

  async #takeUp() {
    // Whoever may send nothing is refused, and has nothing on its way.
    const answer = await this.#parts.api.uploads().catch(() => null);
    if (answer === null) this.#looking = null;
    const isLeft = (batch) => batch.link === null && !batch.isActive && (batch.done < batch.count || batch.failed > 0);
    if (answer?.batches.some(isLeft)) await (await this.#loaded())?.takeUp();
  }

  /** What came of files that a phone's share sheet sent, and of all that is left besides. */
  async #tell(batch) {
    if (batch === "none") this.#parts.toasts.say(say("uploads.nothing"));
    await (await this.#loaded())?.takeUp(batch);
  }

  /** Has the person choose files, or a folder, for what is shown. A browser opens its chooser only while a press lasts. */
  choose({ isFolder = false } = {}) {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.webkitdirectory = isFolder;
    input.hidden = true;
    input.className = "upload-chooser";
    const album = albumOf(this.#parts.navigation.view, this.#parts.sidebar)?.id ?? null;
    input.addEventListener("change", async () => {
      input.remove();
      await this.#look();
      (await this.#loaded())?.addFrom(input, album);
    });
    input.addEventListener("cancel", () => input.remove());
    document.body.append(input);
    input.click();
  }

  /** Takes what was dropped. */
  async drop(transfer, album) {
    // What is not taken from a drop while its event lasts is gone.
    const files = takenFrom(transfer);
    await this.#look();
    (await this.#loaded())?.add(files, album);
  }

  async #loaded() {
    try {
      return await this.#load();
    } catch {
      this.#parts.toasts.problem({ isLost: true });
      return null;
    }
  }

  #load() {
    this.#coming ??= import("../uploads/panel.js").then(({ Panel }) => new Panel(this.#element, this.#parts));
    this.#coming.catch(() => { this.#coming = null; });
    return this.#coming;
  }
}

/** The batch that the share target led here with, which the address names only until it is told; null for none. */
function takeShared() {
  const batch = new URLSearchParams(location.search).get("shared");
  if (batch !== null) history.replaceState(history.state, "", location.pathname + location.hash);
  return batch;
}
