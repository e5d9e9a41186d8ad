// Puts a picker's page together: what a program asks for, the photos to choose from, and what was chosen.
import { api } from "../api.js";
import { say } from "../language.js";
import { Connection } from "../shell/connection.js";
import { SearchBox } from "../shell/search.js";
import { Toasts } from "../shell/toasts.js";
import { Timeline } from "../timeline/timeline.js";
import { Albums } from "./albums.js";
import { Bar } from "./bar.js";
import { Choice } from "./choice.js";
import { Emptiness } from "./emptiness.js";
import { End } from "./end.js";
import { PickerNavigation } from "./navigation.js";
import { Preview } from "./preview.js";
import { mostOf } from "./rules.js";
import { Tray } from "./tray.js";
import { Updates } from "./updates.js";

const element = (id) => document.getElementById(id);

async function begin() {
  const toasts = new Toasts(element("toasts"));
  const end = new End(element("end"), element("content"));
  const picker = location.pathname.split("/").at(-1);
  let asked;
  try {
    asked = await api.choice(picker);
  } catch (error) {
    end.problem(error);
    return;
  }
  // The library's owner lets a program see more or less, or somebody hands photos to one: in words of the page, unless the program has its own.
  asked.title ??= say(asked.purpose === "access" ? "picker.accessTitle" : "picker.title");
  document.title = asked.title;
  if (asked.state === "confirmed" || asked.state === "cancelled") {
    end.show(asked.state);
    return;
  }
  const search = new SearchBox(element("understood"));
  const timeline = new Timeline(element("timeline"), { api: search.observing(api), picking: { most: mostOf(asked.limit), isOrdered: asked.ordered } });
  const navigation = new PickerNavigation({ timeline, filter: asked.filter ?? "" });
  const choice = new Choice(asked, { api, timeline, toasts, end });
  const preview = new Preview(element("preview"), { timeline, choice, content: element("content"), toasts });
  const albums = new Albums(element("albums"), { api, navigation, timeline });
  const bar = new Bar(element("toolbar"), { asked, albums, choice, navigation, search, timeline });
  const tray = new Tray(element("tray"), { asked, choice, preview, timeline });
  const empty = new Emptiness(element("empty"), { albums, navigation, timeline });
  const still = { position: null, refresh() {}, refreshSoon() { albums.refreshSoon(); } };
  const updates = new Updates(asked);
  const connection = new Connection(element("notice"), { api: updates.hearing(api), navigation, sidebar: still, timeline, viewer: still });
  element("skip").addEventListener("click", (event) => {
    event.preventDefault();
    timeline.focusIndex(timeline.focused ?? 0);
  });
  timeline.addEventListener("notice", (event) => toasts.say(event.detail.text));
  timeline.addEventListener("problem", (event) => {
    const { error } = event.detail;
    // What was still on its way when the picker was answered is refused, and nobody misses it.
    if (!error.isLost && error.type !== "/problems/picker-over") toasts.problem(error);
  });
  end.onOver = () => {
    updates.rest();
    preview.close();
  };
  updates.start({ choice, end, navigation, timeline });
  search.start({ navigation, timeline });
  for (const part of [bar, tray, empty, connection, preview]) part.start();
  timeline.selection.select(asked.preselected.map((tile) => [null, tile]));
  if (asked.gone > 0) toasts.say(say("picker.gone", { count: asked.gone }));
  navigation.start();
}

begin();
