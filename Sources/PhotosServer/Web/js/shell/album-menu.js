// What can be done with an album or a folder, by its menu and by its keys.
import { View } from "../api.js";
import { say } from "../language.js";
import { chooseFolder } from "./albums.js";
import { askForName, confirm } from "./dialogs.js";
import { announce } from "./dom.js";
import { showMenu } from "./menu.js";
import { contentOf, isInside, siblingsOf } from "./rows.js";
import { share } from "./share.js";

export class AlbumMenu {
  #parts;

  constructor(parts) {
    this.#parts = parts;
  }

  showNew(beside) {
    showMenu([
      { label: say("album.new"), picture: "album", run: () => this.newAlbum() },
      { label: say("album.newFolder"), picture: "folder", run: () => this.newFolder() },
    ], { beside, name: say("album.newMenu") });
  }

  show(one, { beside = null, point = null }) {
    const can = (right) => one.can.includes(right);
    const { collections } = this.#parts.sidebar;
    const siblings = siblingsOf(collections, one.parent);
    const at = siblings.findIndex((other) => other.id === one.key);
    const items = [];
    if (one.kind === "folder") {
      items.push({ label: say("album.newHere"), picture: "album", run: () => this.newAlbum(one.key) },
        { label: say("album.newFolderHere"), picture: "folder", run: () => this.newFolder(one.key) }, null);
    }
    if (can("rename")) items.push({ label: say("rename"), picture: "edit", run: () => this.rename(one) });
    if (can("arrange")) {
      items.push({ label: say("album.up"), picture: "up", isOff: at <= 0, run: () => this.step(one, -1) },
        { label: say("album.down"), picture: "down", isOff: at === siblings.length - 1, run: () => this.step(one, 1) });
      const folders = collections.filter((other) =>
        other.kind === "folder" && other.id !== one.parent && !isInside(collections, other.id, one.key));
      if (folders.length > 0 || one.parent !== null) {
        items.push({ label: say("album.moveTo"), picture: "folder", run: () => this.#chooseFolder(one, folders) });
      }
    }
    if (one.kind === "album") {
      const list = new View({ in: `album:${one.key}` });
      items.push({ label: say("share.do"), picture: "share", run: () => share({ album: one.key }, { title: one.title, toasts: this.#parts.toasts }) },
        { label: say("map.showList"), picture: "map", run: () => this.#parts.navigation.goToMap(list) });
    }
    if (can("delete")) items.push(null, { label: say("delete"), picture: "trash", isDanger: true, run: () => this.delete(one) });
    showMenu(items, { beside, point, name: one.title });
  }

  async newAlbum(parent = null) {
    const title = await askForName({ title: say("album.new"), label: say("name"), action: say("make") });
    if (title !== null) await this.#made(await this.#parts.acts.createAlbum(title, { parent }));
  }

  async newFolder(parent = null) {
    const title = await askForName({ title: say("album.newFolder"), label: say("name"), action: say("make") });
    if (title !== null) await this.#made(await this.#parts.acts.createFolder(title, parent));
  }

  async rename(one) {
    if (!one.can.includes("rename")) return;
    const question = say(one.kind === "folder" ? "album.renameFolder" : "album.rename");
    const title = await askForName({ title: question, label: say("name"), value: one.title, action: say("rename") });
    if (title !== null && title !== one.title) await this.#parts.acts.rename(one.key, title);
  }

  async delete(one) {
    if (!one.can.includes("delete")) return;
    const { acts, sidebar } = this.#parts;
    const content = one.kind === "folder" ? contentOf(sidebar.collections, one.key) : [];
    // Undo brings everything back, so only a folder that takes others with it is worth a question.
    if (content.length > 0) {
      const folders = content.filter((inside) => inside.kind === "folder").length, albums = content.length - folders;
      const [first, other] = [albums > 0 ? say("albums", { count: albums }) : null, folders > 0 ? say("folders", { count: folders }) : null];
      const what = first && other ? say("and", { one: first, other }) : first ?? other;
      const isSure = await confirm({
        title: say("album.deleteTitled", { title: one.title }), action: say("delete"),
        text: say("album.goesToo", { what, count: content.length }),
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
    if (answer) announce(say("album.place", { title: one.title, place: to + 1, count: siblings.length }));
  }

  async #chooseFolder(one, folders) {
    const { sidebar } = this.#parts;
    const choice = await chooseFolder({
      collections: sidebar.collections, folders, title: say("album.toFolder", { title: one.title }), isInside: one.parent !== null,
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
