// A video, once it is the one that is looked at: the browser's own controls, its bytes in ranges, paused and let go when left.
import { imageURL, videoURL } from "../api.js";
import { make } from "../shell/dom.js";
import { isWithoutPicture, reason, unplayable } from "./reason.js";

export class Movie {
  #asking = new AbortController();

  constructor(tile, { name, onProblem }) {
    this.element = make("video", {
      class: "movie", controls: true, playsinline: true, preload: "metadata",
      poster: imageURL(tile, "preview"), "aria-label": name, "data-id": tile.id,
    });
    const address = videoURL(tile);
    this.element.addEventListener("error", async () => {
      const { signal } = this.#asking;
      if (signal.aborted) return;
      const problem = await reason(address, { what: "video", signal });
      if (!signal.aborted) onProblem(problem);
    });
    this.element.addEventListener("loadedmetadata", () => {
      if (tile.kind === "video" && isWithoutPicture(this.element)) onProblem(unplayable("video"));
    });
    this.element.src = address;
  }

  toggle() {
    if (this.element.paused) this.play();
    else this.element.pause();
  }

  play() {
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

  /** Whether a point of the stage lies on the controls, whose sliders are dragged and not swiped. */
  ownsPoint(y) { return y > this.element.getBoundingClientRect().bottom - 84; }

  /** Without its address an element gives its connection back. */
  close() {
    this.#asking.abort();
    this.element.pause();
    this.element.removeAttribute("src");
    this.element.load();
    this.element.remove();
  }
}
