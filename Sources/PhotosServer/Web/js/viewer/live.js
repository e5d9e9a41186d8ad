// A Live Photo's moving half over its still: it is fetched when first asked for, plays once or while held, and the still returns. One that is to loop or to
// bounce begins by itself, and goes on until it is stopped.
import { liveURL } from "../api.js";
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { icon } from "../shell/icons.js";
import { iconButton, movesLess, rename } from "./elements.js";
import { isWithoutPicture, unplayable } from "./reason.js";
import { Stream, canStream } from "./stream.js";

const soundKey = "viewer.liveSound";
const badges = { live: say("viewer.liveBadge"), loop: say("viewer.loopBadge"), bounce: say("viewer.bounceBadge") };

/** The badge in the corner of the pane, and what it plays. */
export class LivePhoto {
  #tile = null;
  #picture = null;
  #movie = null;
  /** The server's encoding of it, where the browser can't play the file. */
  #stream = null;
  #isHeld = false;
  #isPinned = false;
  #onProblem;
  #word = make("span", {}, badges.live);

  constructor({ onProblem }) {
    this.#onProblem = onProblem;
    this.badge = make("button", {
      type: "button", class: "live-badge", "aria-label": say("viewer.playLive"), title: `${say("viewer.playLive")} (L)`,
      "aria-keyshortcuts": "L", "aria-pressed": "false",
    }, icon("live"), this.#word);
    this.badge.addEventListener("mousedown", (event) => event.preventDefault());
    this.badge.addEventListener("click", () => this.#click());
    this.badge.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse" && !movesLess()) this.play();
    });
    this.badge.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse" && !this.#isPinned) this.stop();
    });
    this.sound = iconButton(say("viewer.liveLoud"), "silent", () => this.#setSound(!hasSound()), { class: "viewer-tool live-sound" });
    this.element = make("div", { class: "live", hidden: true }, this.badge, this.sound);
    this.#nameSound();
  }

  get isLive() { return this.#tile !== null; }
  get isPlaying() { return this.#movie !== null; }

  /** Stands beside this picture from now on; null for what isn't a Live Photo. */
  attach(tile, pictureElement) {
    // One that somebody made a still or a long exposure of doesn't move.
    const isLive = ["live", "loop", "bounce"].includes(tile?.playback);
    const isSame = isLive && this.#picture === pictureElement;
    if (!isSame) this.stop();
    this.#tile = isLive ? tile : null;
    this.#picture = isLive ? pictureElement : null;
    this.element.hidden = !isLive;
    if (!isLive) return;
    this.#word.textContent = badges[tile.playback];
    if (isSame || !this.#repeats || movesLess()) return;
    this.play();
    this.#isPinned = true;
  }

  get #repeats() { return this.#tile?.playback === "loop" || this.#tile?.playback === "bounce"; }

  toggle() {
    if (this.isPlaying) this.stop();
    else this.play();
  }

  silence() {
    if (this.isLive) this.#setSound(!hasSound());
  }

  /** A click keeps what the pointer over the badge began; a second one ends it. */
  #click() {
    if (this.isPlaying && this.#isPinned) {
      this.stop();
      return;
    }
    this.play();
    this.#isPinned = true;
  }

  /** Plays while held: it begins again at its end until it is let go. */
  hold() {
    if (!this.isLive) return false;
    this.#isHeld = true;
    this.play();
    return true;
  }

  release() {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.stop();
  }

  play() {
    if (!this.isLive || this.isPlaying) return;
    const movie = make("video", { class: "picture-live", playsinline: true, "aria-hidden": "true", "data-id": this.#tile.id });
    this.#movie = movie;
    movie.muted = !hasSound();
    const tile = this.#tile;
    movie.addEventListener("playing", () => movie.classList.add("is-playing"), { once: true });
    movie.addEventListener("ended", () => {
      if (this.#movie !== movie) return;
      if (tile.playback === "bounce") this.#goBack(movie);
      else if (this.#isHeld || tile.playback === "loop") this.#start(movie);
      else this.stop();
    });
    const fail = () => {
      if (this.#movie !== movie) return;
      if (!this.#stream && canStream()) {
        this.#stream = new Stream(movie, tile, { kind: "live", onFail: fail });
        this.#start(movie);
        return;
      }
      this.stop();
      this.#onProblem(unplayable("live"));
    };
    movie.addEventListener("error", fail);
    movie.addEventListener("loadedmetadata", () => {
      if (isWithoutPicture(movie)) fail();
    });
    movie.src = liveURL(this.#tile);
    this.#picture.append(movie);
    this.badge.setAttribute("aria-pressed", "true");
    this.#start(movie);
  }

  /** Browsers play forwards only: backwards, one frame after the other is sought. */
  #goBack(movie) {
    const step = () => {
      if (this.#movie !== movie) return;
      if (movie.currentTime <= 0) {
        this.#start(movie);
        return;
      }
      movie.addEventListener("seeked", () => requestAnimationFrame(step), { once: true });
      movie.currentTime = Math.max(0, movie.currentTime - 1 / 30);
    };
    step();
  }

  async #start(movie) {
    try {
      await movie.play();
    } catch (error) {
      // Browsers refuse sound before the first gesture on a page, but not a silent movie.
      if (error.name !== "NotAllowedError" || movie.muted || this.#movie !== movie) return;
      movie.muted = true;
      movie.play().catch(() => {});
    }
  }

  stop() {
    const movie = this.#movie, stream = this.#stream;
    if (!movie) return;
    this.#movie = null;
    this.#stream = null;
    this.#isHeld = false;
    this.#isPinned = false;
    this.badge.setAttribute("aria-pressed", "false");
    movie.classList.remove("is-playing");
    const letGo = () => {
      stream?.close();
      movie.pause();
      movie.removeAttribute("src");
      movie.load();
      movie.remove();
    };
    if (movesLess() || movie.readyState < 2) letGo();
    else setTimeout(letGo, 200);
  }

  #setSound(isOn) {
    try {
      localStorage.setItem(soundKey, isOn ? "on" : "off");
    } catch {
      // Storage may be forbidden: the choice lasts as long as the page.
    }
    chosenSound = isOn;
    if (this.#movie) this.#movie.muted = !isOn;
    this.#nameSound();
  }

  #nameSound() {
    rename(this.sound, say(hasSound() ? "viewer.liveSilent" : "viewer.liveLoud"), hasSound() ? "sound" : "silent");
  }
}

let chosenSound = null;

function hasSound() {
  if (chosenSound !== null) return chosenSound;
  try {
    return localStorage.getItem(soundKey) === "on";
  } catch {
    return false;
  }
}
