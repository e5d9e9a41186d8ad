// What the program asks for while a person chooses: other rules, other photos to choose from, and what is chosen.
import { View } from "../api.js";
import { mostOf } from "./rules.js";

/** Whether nobody waits for an answer any more. */
const isOver = (state) => state !== "waiting" && state !== "open";

export class Updates {
  #asked;
  /** Of the last update whose commands were obeyed: those from before the page was there count as well. */
  #number = 0;
  #parts = null;
  #stream = null;
  #isOver = false;

  constructor(asked) {
    this.#asked = asked;
  }

  /** The API, of which who follows a list hears of the picker, too. */
  hearing(api) {
    return {
      ...api,
      follow: (view, handlers) => {
        if (this.#isOver) return { close() {} };
        this.#stream = api.follow(view, {
          ...handlers,
          // Whichever list is shown: what is chosen may be of any.
          onHello: (hello) => {
            handlers.onHello?.(hello);
            this.#parts.choice.lookSoon();
          },
          onChange: (change) => {
            handlers.onChange?.(change);
            this.#parts.choice.lookSoon();
          },
          onPicker: (change) => this.#hear(change),
          onLost: () => {
            handlers.onLost?.();
            void this.#ask(api);
          },
        }, { picker: this.#asked.id, after: this.#number });
        return this.#stream;
      },
    };
  }

  /** Hears nothing more: whose picker is over is told nothing of the library, and need not ask. */
  rest() {
    this.#isOver = true;
    this.#stream?.close();
  }

  /** Where a line broke that nobody answers any more: who was just on the way to another list did not hear that it is over. */
  async #ask(api) {
    let state;
    try {
      ({ state } = await api.choice(this.#asked.id));
    } catch (error) {
      if (error.status !== 404) return;
      state = "ended";
    }
    if (isOver(state)) this.#hear({ number: this.#number, state, filter: null, limit: 0, minimum: 0, commands: [] });
  }

  start(parts) { this.#parts = parts; }

  #hear({ number, state, filter, limit, minimum, commands }) {
    const { choice, end, navigation, timeline } = this.#parts;
    if (isOver(state)) {
      // What this page answered itself it says itself.
      if (!choice.isBusy && !choice.hasAnswered && !end.isShown) end.show(state === "ended" ? "ended" : "over");
      return;
    }
    if (number <= this.#number) return;
    const isFiltered = filter !== this.#asked.filter;
    Object.assign(this.#asked, { filter, limit, minimum });
    timeline.selection.most = mostOf(limit);
    // A browser that connects anew asks with the number of before.
    for (const command of commands) if (command.number > this.#number) this.#obey(command);
    this.#number = number;
    if (isFiltered) navigation.go(new View({ ...navigation.view, filter: filter ?? "" }));
    choice.showRules();
  }

  #obey({ deselect, move, after, search }) {
    const { choice, navigation } = this.#parts;
    if (deselect !== undefined) choice.removeAll(deselect);
    if (move !== undefined) choice.moveBehind(move, after ?? null);
    if (search !== undefined) navigation.go(navigation.view.searching(search));
  }
}
