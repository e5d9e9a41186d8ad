// What can be edited, and by which editor.
import { say } from "../language.js";
import { adjust } from "./adjuster.js";
import { trim } from "./trimmer.js";

/** @type {Record<string, (tile: any, tools: any) => Promise<void>>} */
const editors = { image: adjust, video: trim };

export const canEdit = (tile) => Object.hasOwn(editors, tile.kind);

/** Opens the editor of an asset; ends when it is closed. A problem is told. */
export async function edit(tile, { api, acts, toasts }) {
  try {
    await editors[tile.kind](tile, { api, acts });
  } catch (error) {
    toasts.problem(error.title ? error : Object.assign(error, { title: say("editor.failed"), detail: "" }));
  }
}
