// Puts the page together: the shell around the timeline and the viewer, the address of what is shown, and the library's changes.
import { api } from "./api.js";
import { say } from "./language.js";
import { About } from "./shell/about.js";
import { Acts } from "./shell/acts.js";
import { AlbumOrder } from "./shell/album-order.js";
import { AlbumsPage } from "./shell/albums-page.js";
import { Connection } from "./shell/connection.js";
import { DuplicatesPage } from "./shell/duplicates-page.js";
import { CopiedEdit } from "./shell/edits.js";
import { EmptyState } from "./shell/empty.js";
import { FileDrop } from "./shell/files.js";
import { Keys } from "./shell/keys.js";
import { LaterViewer } from "./shell/later.js";
import { LaterUploads } from "./shell/later-uploads.js";
import { MapPage } from "./shell/map-page.js";
import { Navigation } from "./shell/navigation.js";
import { PhotoMenu } from "./shell/photo-menu.js";
import { SearchBox } from "./shell/search.js";
import { SelectionBar } from "./shell/selection.js";
import { Sidebar } from "./shell/sidebar.js";
import { Splitter } from "./shell/splitter.js";
import { Toasts } from "./shell/toasts.js";
import { Toolbar } from "./shell/toolbar.js";
import { Transfers } from "./shell/transfers.js";
import { tellCutOffNames } from "./shell/tooltips.js";
import { Timeline } from "./timeline/timeline.js";

// A word that a style sheet writes.
document.documentElement.style.setProperty("--pick", JSON.stringify(say("burst.pick")));

const element = (id) => document.getElementById(id);

const toasts = new Toasts(element("toasts"));
const acts = new Acts(api, toasts);
const copied = new CopiedEdit({ acts, api, toasts });
const search = new SearchBox(element("understood"));
const timeline = new Timeline(element("timeline"), { api: search.observing(api) });
const viewer = new LaterViewer((Viewer) => new Viewer(element("viewer"), {
  api, source: timeline, acts, copied, toasts, collection: (id) => sidebar.collection(id),
}));
const navigation = new Navigation({ api, timeline, viewer, toasts });
const sidebar = new Sidebar(element("sidebar"), { api, acts, navigation, timeline, toasts, shade: element("shade") });
const selection = new SelectionBar(element("selection"), { acts, copied, navigation, sidebar, timeline, toasts });
const uploads = new LaterUploads(element("uploads"), { api, navigation, sidebar, toasts });
const transfers = new Transfers(element("transfers"), { api, toasts });
const toolbar = new Toolbar(element("toolbar"), { uploads, navigation, search, selection, sidebar, timeline, toasts });
const albums = new AlbumsPage(element("albums"), { api, navigation, sidebar });
const duplicates = new DuplicatesPage(element("duplicates"), { acts, api, navigation, sidebar, toasts });
const map = new MapPage(element("map"), { api, navigation, sidebar, toasts });
const empty = new EmptyState(element("empty"), { api, navigation, timeline, toasts, uploads });
const about = new About(element("about"), { acts, api, navigation, timeline, toasts });
const connection = new Connection(element("notice"), { api, navigation, sidebar, timeline, viewer });
const order = new AlbumOrder(element("timeline"), { acts, api, navigation, sidebar, timeline });
const menu = new PhotoMenu(element("timeline"), { navigation, selection, timeline, viewer });
const keys = new Keys({ acts, navigation, order, search, selection, sidebar, timeline, viewer });

element("skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (albums.isShown) albums.focus();
  else if (duplicates.isShown) duplicates.focus();
  else if (map.isShown) map.focus();
  else timeline.focusIndex(timeline.focused ?? 0);
});
timeline.addEventListener("notice", (event) => toasts.say(event.detail.text));
timeline.addEventListener("problem", (event) => {
  // A lost line has its own notice.
  if (!event.detail.error.isLost) toasts.problem(event.detail.error);
});

new FileDrop(element("drop"), { navigation, sidebar, uploads });
tellCutOffNames();
search.start({ navigation, timeline });
for (const part of [albums, duplicates, map, sidebar, toolbar, selection, empty, connection, order, menu, keys, about]) part.start();
new Splitter(element("sidebar"));
navigation.start();
timeline.addEventListener("count", () => {
  viewer.prepare();
  uploads.prepare();
  transfers.prepare();
}, { once: true });
