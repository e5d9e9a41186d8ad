// A video, once it is the one that is looked at: the browser's own controls, its bytes in ranges, paused and let go when left.
// What the browser can't play is encoded by the server while it plays.
import { imageURL, videoURL } from "../api.js";
import { make } from "../shell/dom.js";
import { isWithoutPicture, reason, unplayable } from "./reason.js";
import { Speed } from "./speed.js";
import { Stream, canStream } from "./stream.js";

export class Movie {
  #asking = new AbortController();
  /** The server's encoding, where the browser can't play the file. */
  #stream = null;
  #wantsToPlay = false;

  constructor(tile, { name, onProblem }) {
    this.element = make("video", {
      class: "movie", controls: true, playsinline: true, preload: "metadata",
      poster: imageURL(tile, "preview"), "aria-label": name, "data-id": tile.id,
    });
    const address = videoURL(tile);
    const fail = async (failed) => {
      const { signal } = this.#asking;
      if (signal.aborted) return;
      const problem = await reason(failed, { what: "video", signal });
      if (!signal.aborted) onProblem(problem);
    };
    // Which formats a browser plays only trying tells: of two tracks it may play the one that it knows.
    const encode = () => {
      if (this.#asking.signal.aborted) return true;
      if (this.#stream || tile.kind !== "video" || !canStream()) return false;
      // What fails in its midst goes on there; another address would stop it at its beginning.
      const { currentTime: from, paused } = this.element;
      this.#stream = new Stream(this.element, tile, { kind: "video", from, onFail: fail });
      if (this.#wantsToPlay || !paused) this.play();
      return true;
    };
    this.element.addEventListener("error", () => { if (!encode()) fail(address); });
    this.element.addEventListener("loadedmetadata", () => {
      if (tile.kind === "video" && isWithoutPicture(this.element) && !encode()) onProblem(unplayable("video"));
    });
    new Speed(this.element, tile, this.#asking.signal);
    this.element.src = address;
  }

  /** Whether nothing of it is here yet. */
  get isLoading() { return this.element.readyState === 0 && this.element.error === null; }

  toggle() {
    if (this.element.paused) {
      this.play();
    } else {
      this.#wantsToPlay = false;
      this.element.pause();
    }
  }

  play() {
    this.#wantsToPlay = true;
    // A refusal is told by the error event or, where the browser wants a gesture, by the controls that stay.
    this.element.play().catch(() => {});
  }

  /** Backwards and forwards: five seconds while it plays, or a tenth of a short clip; a frame of thirty a second while it stands. */
  seek(direction) {
    const end = Number.isFinite(this.element.duration) ? this.element.duration : Infinity;
    const step = this.element.paused ? 1 / 30 : Math.min(5, end / 10);
    this.element.currentTime = Math.min(Math.max(this.element.currentTime + direction * step, 0), end);
  }

  silence() { this.element.muted = !this.element.muted; }

  /** Whether a point of the pane lies on the controls, whose sliders are dragged and not swiped. */
  ownsPoint(y) { return y > this.element.getBoundingClientRect().bottom - 84; }

  /** Without its address an element gives its connection back. */
  close() {
    this.#asking.abort();
    this.#stream?.close();
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
    this.element.remove();
  }
}
