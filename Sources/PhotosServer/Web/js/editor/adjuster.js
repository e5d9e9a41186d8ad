// The editor of photos. The page draws a reduced picture at once, the worker draws what is saved.
import { say } from "../language.js";
import { iconButton } from "../viewer/elements.js";
import { compact, complete, isSame } from "./adjustments.js";
import { EditorDialog } from "./dialog.js";
import { History } from "./history.js";
import { KeyFrames } from "./live-tools.js";
import { Panels } from "./panels.js";
import { save, version } from "./versions.js";
import { EditorView } from "./view.js";

/** Pixels of the longest side of the picture that the page draws from. */
const side = 1440;

/** Opens the editor of a photo; ends when it is closed. */
export async function adjust(tile, { api, acts }) {
  const bases = [];
  const load = async () => {
    const [state, base] = await Promise.all([api.edit(tile.id), api.picture(api.adjustedURL(tile.id, null, side))]);
    bases.push(base);
    return { state, base };
  };
  try {
    await show(tile, await load(), load, { api, acts });
  } finally {
    for (const base of bases) base.bitmap.close();
  }
}

/** `load` gives what somebody else saved meanwhile. */
function show(tile, { state, base }, load, { api, acts }) {
  const history = new History(complete(state.adjustments), isSame);
  const view = new EditorView(history, base, (adjustments, longest) => api.adjustedURL(tile.id, adjustments, longest));
  const panels = new Panels(history, view, state.movie);
  const plain = complete(null);
  const asset = { id: tile.id, acts, send: (adjustments, revision) => api.saveEdit(tile.id, { adjustments, revision }) };
  let saved = version(state, state.adjustments);
  const frames = new KeyFrames(base, (keyFrame) => api.picture(api.adjustedURL(tile.id, compact({ ...plain, keyFrame }), side)), (picture) => view.use(picture));
  // A hand's press is seen to by the view: it lasts as long as the hand stays.
  const compare = iconButton(say("editor.compare"), "original", (event) => { if (event.detail === 0) view.toggleComparison(); },
    { key: "O", class: "editor-tool", "aria-pressed": "false" });
  view.comparesWhilePressed(compare);
  view.addEventListener("compare", () => compare.setAttribute("aria-pressed", String(view.isComparing)));
  const dialog = new EditorDialog({
    title: say("editor.title"), history, isEdited: state.edited, tools: [compare], parts: [view.element, panels.element],
    save: (edit) => save(asset, saved, edit && compact(edit)),
    renew: async () => {
      const now = await load();
      saved = version(now.state, now.state.adjustments);
      // What another program made is what is built upon, and so what is to be seen below the person's own values.
      frames.renew(now.base);
      return { edit: complete(now.state.adjustments), isEdited: now.state.edited };
    },
    key: (event) => (event.key.toLowerCase() !== "o" ? null : () => { if (!event.repeat) view.press(event.timeStamp); }),
    end: () => {
      frames.close();
      view.close();
    },
  });
  view.element.closest("dialog").addEventListener("keyup", (event) => { if (event.key.toLowerCase() === "o") view.release(event.timeStamp); });
  const changed = () => {
    dialog.update();
    panels.show();
    view.changed();
    frames.show(history.now.keyFrame);
  };
  history.addEventListener("change", changed);
  const closed = dialog.open();
  panels.choose("light", true);
  changed();
  return closed;
}
