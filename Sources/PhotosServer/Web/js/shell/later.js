// The viewer is none of the first screen's: it is made when the page rests, or when a photo is opened before.
import { whenIdle } from "../idle.js";

/** Stands for the viewer until it is there; what it tells is told on. */
export class LaterViewer extends EventTarget {
  #make;
  #viewer = null;
  #coming = null;

  /** `make(Viewer)` gives the viewer. */
  constructor(make) {
    super();
    this.#make = make;
  }

  get index() { return this.#viewer?.index ?? -1; }

  /** Call when the first screen is there. */
  prepare() {
    whenIdle(() => this.#load().catch(() => {}), 3000);
  }

  async open(index) { await (await this.#load()).open(index); }
  async showInformation() { (await this.#load()).showInformation(); }
  close() { this.#viewer?.close(); }
  async refresh(change) { await this.#viewer?.refresh(change); }

  #load() {
    this.#coming ??= import("../viewer/viewer.js").then(({ Viewer }) => {
      this.#viewer = this.#make(Viewer);
      for (const name of ["show", "close"]) {
        this.#viewer.addEventListener(name, (event) => this.dispatchEvent(new CustomEvent(name, { detail: event.detail })));
      }
      return this.#viewer;
    });
    // What failed for the moment is tried again at the next photo.
    this.#coming.catch(() => { this.#coming = null; });
    return this.#coming;
  }
}
