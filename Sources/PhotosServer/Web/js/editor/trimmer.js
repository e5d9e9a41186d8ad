// The editor of a video: which part of it is shown, by two handles below it.
import { say } from "../language.js";
import { make } from "../shell/dom.js";
import { iconButton, rename } from "../viewer/elements.js";
import { Movie } from "../viewer/movie.js";
import { EditorDialog } from "./dialog.js";
import { History } from "./history.js";
import { TrimBar } from "./trim-bar.js";
import { save, version } from "./versions.js";

const isSame = (a, b) => a.start === b.start && a.end === b.end;

/** Opens the editor of a video; ends when it is closed. */
export async function trim(tile, { api, acts }) {
  const state = await api.trim(tile.id);
  // What is shown is what can be made shorter: another edit's part, if there is one.
  const shown = state.part ?? { start: 0, end: state.duration };
  const length = Math.min(shown.end, state.duration) - shown.start;
  const history = new History(Object.freeze({ start: 0, end: length }), isSame);
  const player = new Player(tile, history);
  const bar = new TrimBar(history, length, (time) => player.seek(time));
  const asset = { id: tile.id, acts, send: (part, revision) => api.saveTrim(tile.id, { part, revision }) };
  let saved = version(state, state.part);
  let again = null;
  const dialog = new EditorDialog({
    title: say("editor.trim"), history, isEdited: state.edited, parts: [player.element, make("div", { class: "trim" }, player.button, bar.element)],
    save: (edit) => save(asset, saved, edit && { start: shown.start + edit.start, end: shown.start + edit.end }),
    renew: async () => {
      const now = await api.trim(tile.id);
      saved = version(now, now.part);
      const { start, end } = now.part ?? { start: 0, end: now.duration };
      return { edit: Object.freeze({ start: start - shown.start, end: end - shown.start }), isEdited: now.edited };
    },
    // Theirs may reach beyond what this editor plays, so that it is begun anew.
    takeTheirs: () => {
      again = saved.revision;
      dialog.close();
    },
    key: (event) => (event.key === " " && event.target.closest("button") === null ? () => player.toggle() : null),
    end: () => player.close(),
    "data-kind": "video",
  });
  player.onProblem = (problem) => dialog.warn(problem);
  player.onTime = (time) => bar.showTime(time);
  history.addEventListener("change", () => {
    dialog.update();
    bar.show();
  });
  bar.show();
  await dialog.open();
  if (again !== null) await trim({ ...tile, revision: again }, { api, acts });
}

/** Plays the part, and no more than it. */
class Player {
  #history;
  #movie;
  #frame = 0;
  onProblem = (_problem) => {};
  onTime = (_time) => {};

  constructor(tile, history) {
    this.#history = history;
    this.#movie = new Movie(tile, { name: tile.title || tile.filename, onProblem: (problem) => this.onProblem(problem) });
    const video = this.#movie.element;
    video.controls = false;
    this.button = iconButton(say("editor.play"), "play", () => this.toggle(), { key: " ", class: "editor-tool" });
    this.element = make("div", { class: "editor-area" }, video);
    video.addEventListener("click", () => this.toggle());
    for (const name of ["play", "pause"]) video.addEventListener(name, () => this.#changed());
    for (const name of ["seeked", "timeupdate"]) video.addEventListener(name, () => this.onTime(video.currentTime));
    video.addEventListener("ended", () => this.#stop());
  }

  toggle() {
    const video = this.#movie.element;
    if (!video.paused) return video.pause();
    const { start, end } = this.#history.now;
    if (video.currentTime < start || video.currentTime >= end - 0.05) video.currentTime = start;
    return this.#movie.play();
  }

  seek(time) {
    this.#movie.element.pause();
    this.#movie.element.currentTime = time;
  }

  #changed() {
    const video = this.#movie.element;
    rename(this.button, say(video.paused ? "editor.play" : "editor.pause"), video.paused ? "play" : "pause");
    cancelAnimationFrame(this.#frame);
    if (!video.paused) this.#follow();
  }

  #follow() {
    const video = this.#movie.element;
    this.onTime(video.currentTime);
    if (video.currentTime >= this.#history.now.end) this.#stop();
    else this.#frame = requestAnimationFrame(() => this.#follow());
  }

  /** At the part's end, however far a browser has got that had no time to look. */
  #stop() {
    const video = this.#movie.element, { end } = this.#history.now;
    video.pause();
    if (video.currentTime > end) video.currentTime = end;
  }

  close() {
    cancelAnimationFrame(this.#frame);
    this.#movie.close();
  }
}
