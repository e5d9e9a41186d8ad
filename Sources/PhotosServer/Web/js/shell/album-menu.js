// What can be done with an album or a folder, by its menu and by its keys.
import { chooseFolder } from "./albums.js";
import { askForName, confirm } from "./dialogs.js";
import { announce, quantity } from "./dom.js";
import { showMenu } from "./menu.js";
import { contentOf, isInside, siblingsOf } from "./rows.js";

export class AlbumMenu {
  #parts;

  constructor(parts) {
    this.#parts = parts;
  }

  showNew(beside) {
    showMenu([
      { label: "New album", picture: "album", run: () => this.newAlbum() },
      { label: "New folder", picture: "folder", run: () => this.newFolder() },
    ], { beside, name: "New" });
  }

  show(one, { beside = null, point = null }) {
    const can = (right) => one.can.includes(right);
    const { collections } = this.#parts.sidebar;
    const siblings = siblingsOf(collections, one.parent);
    const at = siblings.findIndex((other) => other.id === one.key);
    const items = [];
    if (one.kind === "folder") {
      items.push({ label: "New album here", picture: "album", run: () => this.newAlbum(one.key) },
        { label: "New folder here", picture: "folder", run: () => this.newFolder(one.key) }, null);
    }
    if (can("rename")) items.push({ label: "Rename", picture: "edit", run: () => this.rename(one) });
    if (can("arrange")) {
      items.push({ label: "Move up", picture: "up", isOff: at <= 0, run: () => this.step(one, -1) },
        { label: "Move down", picture: "down", isOff: at === siblings.length - 1, run: () => this.step(one, 1) });
      const folders = collections.filter((other) =>
        other.kind === "folder" && other.id !== one.parent && !isInside(collections, other.id, one.key));
      if (folders.length > 0 || one.parent !== null) {
        items.push({ label: "Move to…", picture: "folder", run: () => this.#chooseFolder(one, folders) });
      }
    }
    if (can("delete")) items.push(null, { label: "Delete", picture: "trash", isDanger: true, run: () => this.delete(one) });
    showMenu(items, { beside, point, name: one.title });
  }

  async newAlbum(parent = null) {
    const title = await askForName({ title: "New album", label: "Name", action: "Make" });
    if (title !== null) await this.#made(await this.#parts.acts.createAlbum(title, { parent }));
  }

  async newFolder(parent = null) {
    const title = await askForName({ title: "New folder", label: "Name", action: "Make" });
    if (title !== null) await this.#made(await this.#parts.acts.createFolder(title, parent));
  }

  async rename(one) {
    if (!one.can.includes("rename")) return;
    const kind = one.kind === "folder" ? "folder" : "album";
    const title = await askForName({ title: `Rename the ${kind}`, label: "Name", value: one.title, action: "Rename" });
    if (title !== null && title !== one.title) await this.#parts.acts.rename(one.key, title);
  }

  async delete(one) {
    if (!one.can.includes("delete")) return;
    const { acts, sidebar } = this.#parts;
    const content = one.kind === "folder" ? contentOf(sidebar.collections, one.key) : [];
    // Undo brings everything back, so only a folder that takes others with it is worth a question.
    if (content.length > 0) {
      const folders = content.filter((inside) => inside.kind === "folder").length, albums = content.length - folders;
      const what = [[albums, "album"], [folders, "folder"]].filter(([count]) => count > 0).map(([count, word]) => quantity(count, word)).join(" and ");
      const isSure = await confirm({
        title: `Delete “${one.title}”?`, action: "Delete",
        text: `${what} in it ${content.length === 1 ? "goes" : "go"} with it. The photos stay in the library.`,
      });
      if (!isSure) return;
    }
    await acts.deleteCollection(one.key);
  }

  /** One place up or down among its siblings. */
  async step(one, by) {
    if (!one.can.includes("arrange")) return;
    const { acts, sidebar } = this.#parts;
    const siblings = siblingsOf(sidebar.collections, one.parent);
    const at = siblings.findIndex((other) => other.id === one.key);
    const to = at + by;
    if (at < 0 || to < 0 || to >= siblings.length) return;
    const before = by < 0 ? siblings[to].id : siblings[to + 1]?.id ?? null;
    const answer = await acts.moveCollection(one.key, { parent: one.parent, before });
    if (answer) announce(`${one.title}: place ${to + 1} of ${siblings.length}`);
  }

  async #chooseFolder(one, folders) {
    const { sidebar } = this.#parts;
    const choice = await chooseFolder({
      collections: sidebar.collections, folders, title: `Move “${one.title}” to a folder`, isInside: one.parent !== null,
    });
    if (choice !== null) await this.#parts.acts.moveCollection(one.key, { parent: choice.id, before: null });
  }

  async #made(answer) {
    if (!answer?.created) return;
    const { sidebar } = this.#parts;
    await sidebar.refresh();
    sidebar.reveal(answer.created);
  }
}
