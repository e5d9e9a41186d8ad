// What can be done to the asset that is shown, by the same acts as everywhere on the page.
import { edit } from "../editor/editor.js";
import { say } from "../language.js";
import { chooseAlbum } from "../shell/albums.js";
import { confirm } from "../shell/dialogs.js";

export class ViewerActs {
  #api;
  #acts;
  #toasts;

  /** The asset that an act takes from the list: nobody needs to be told where it went. */
  leaving = null;

  constructor({ api, acts, toasts }) {
    this.#api = api;
    this.#acts = acts;
    this.#toasts = toasts;
  }

  favorite(tile) { return this.#acts.favorite([tile], !tile.isFavorite); }

  /** Opens the editor; ends when it is closed. */
  edit(tile) { return edit(tile, { api: this.#api, acts: this.#acts, toasts: this.#toasts }); }

  restore(tile) {
    this.leaving = tile.id;
    return this.#acts.restore([tile]);
  }

  async remove(tile, { isTrash }) {
    if (isTrash && !await confirm({
      title: say("purge.this"), text: say("purge.files", { count: 1 }), action: say("deleteForGood"),
    })) return;
    this.leaving = tile.id;
    await (isTrash ? this.#acts.purge([tile]) : this.#acts.delete([tile]));
  }

  removeFrom(album, tile) {
    this.leaving = tile.id;
    return this.#acts.removeFrom(album, [tile]);
  }

  async add(tile) {
    const { collections } = await this.#api.collections();
    const choice = await chooseAlbum({ collections, count: 1 });
    if (choice === null) return;
    if (choice.title) await this.#acts.createAlbum(choice.title, { assets: [tile] });
    else await this.#acts.addTo(choice.id, [tile]);
  }
}
