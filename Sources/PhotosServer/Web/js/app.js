// Puts the page together: the shell around the timeline and the viewer, the address of what is shown, and the library's changes.
import { api } from "./api.js";
import { Acts } from "./shell/acts.js";
import { Connection } from "./shell/connection.js";
import { EmptyState } from "./shell/empty.js";
import { Keys } from "./shell/keys.js";
import { Navigation } from "./shell/navigation.js";
import { SearchBox } from "./shell/search.js";
import { SelectionBar } from "./shell/selection.js";
import { Sidebar } from "./shell/sidebar.js";
import { Toasts } from "./shell/toasts.js";
import { Toolbar } from "./shell/toolbar.js";

const part = (path, name, other) => import(path).then((module) => module[name], () => other);
/** Stands in a place whose part isn't there. */
class Absent extends EventTarget {
  selection = new Set();
  count = 0;
  async show() {}
  async tileAt() { return null; }
  async open() {}
  close() {}
  focusIndex() {}
  applyChange() {}
  refresh() {}
  setSelecting() {}
}
const [Timeline, Viewer] = await Promise.all([
  part("./timeline/timeline.js", "Timeline", Absent), part("./viewer/viewer.js", "Viewer", Absent)]);

const element = (id) => document.getElementById(id);

const toasts = new Toasts(element("toasts"));
const acts = new Acts(api, toasts);
const timeline = new Timeline(element("timeline"), { api });
const viewer = new Viewer(element("viewer"), { api, source: timeline, acts });
const navigation = new Navigation({ api, timeline, viewer, toasts });
const sidebar = new Sidebar(element("sidebar"), { api, acts, navigation, timeline, toasts, shade: element("shade") });
const search = new SearchBox({ navigation, timeline });
const toolbar = new Toolbar(element("toolbar"), { navigation, search, sidebar, timeline });
const selection = new SelectionBar(element("selection"), { api, acts, navigation, sidebar, timeline });
const empty = new EmptyState(element("empty"), { api, navigation, timeline });
const connection = new Connection(element("notice"), { api, navigation, sidebar, timeline, viewer });
const keys = new Keys({ acts, navigation, search, selection, sidebar, timeline, viewer });

element("skip").addEventListener("click", (event) => {
  event.preventDefault();
  timeline.focusIndex(timeline.focused ?? 0);
});

for (const part of [sidebar, toolbar, selection, empty, connection, keys]) part.start();
navigation.start();
