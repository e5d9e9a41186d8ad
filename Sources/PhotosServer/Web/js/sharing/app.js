// Puts a link's page together: asks what it allows, for the password where there is one, and shows its photos, or takes some.
import { dateText, say } from "../language.js";
import { announce, button, make } from "../shell/dom.js";
import { Grid } from "./grid.js";
import { Sender } from "./sender.js";
import { server } from "./server.js";
import { Viewing } from "./viewing.js";

const element = (id) => document.getElementById(id);
const head = element("head");
const photos = element("photos");
const state = element("state");
const grid = new Grid(photos);
const viewing = new Viewing(grid);

/** Of a link that takes files. */
let sender = null;

/** What stands there now, so that nothing is drawn anew that is as it was. */
let shown = null;

/** Shows something else than photos. */
function stand(title, ...content) {
  shown = null;
  viewing.close();
  grid.clear();
  head.hidden = true;
  photos.hidden = true;
  element("sending").hidden = true;
  state.hidden = false;
  state.replaceChildren(make("h1", { id: "state-title", tabindex: "-1" }, title), ...content);
  announce(title);
}

function fail(problem) {
  if (problem.isOver) stand(say("share.over"), make("p", {}, say("refusal.link")));
  else stand(problem.title, make("p", {}, problem.status === 0 ? say("share.unreachable.page") : ""), button(say("tryAgain"), () => look(), { class: "push-button default" }));
}

function askForPassword() {
  const warning = make("p", { class: "warning", role: "alert" });
  const field = make("input", { id: "password", class: "field", type: "password", autocomplete: "current-password", required: true });
  const form = make("form", {}, make("label", { for: "password" }, say("share.password")), field, warning,
    make("button", { type: "submit", class: "push-button default" }, say("share.unlock")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    warning.textContent = "";
    try {
      await server.unlock(field.value);
      await look();
    } catch (problem) {
      if (problem.isOver) return fail(problem);
      warning.textContent = problem.title;
      field.select();
    }
    return undefined;
  });
  stand(say("share.locked"), make("p", {}, say("share.locked.how")), form);
  field.focus();
}

async function download(control) {
  control.disabled = true;
  element("tools").querySelector(".told")?.remove();
  try {
    const { url } = await server.archive();
    location.assign(url);
  } catch (problem) {
    if (problem.isOver) fail(problem);
    else element("tools").prepend(make("p", { class: "told", role: "alert" }, problem.title));
  } finally {
    control.disabled = false;
  }
}

async function show(share) {
  const key = JSON.stringify(share);
  const title = share.title ?? say("share.page");
  if (share.takes) sender ??= new Sender({ onDone: () => look() });
  document.title = title;
  element("title").textContent = title;
  const facts = share.takes ? sender.facts(share.takes) : say("items", { count: share.count });
  element("facts").textContent = [facts, share.expires ? say("share.until", { date: dateText("day", new Date(share.expires)) }) : ""].filter(Boolean).join(" · ");
  if (share.takes) {
    state.hidden = true;
    head.hidden = false;
    sender.show(share.takes);
    shown = key;
    return;
  }
  const control = button(say("share.downloadAll"), () => download(control), { class: "push-button", icon: "download" });
  element("tools").replaceChildren(...(share.mayDownload && share.count > 0 ? [control] : []));
  viewing.mayDownload = share.mayDownload;
  if (share.count === 0) {
    stand(title, make("p", {}, say("share.empty")));
  } else {
    state.hidden = true;
    head.hidden = false;
    photos.hidden = false;
    await grid.start(share.count);
  }
  shown = key;
}

/** Asks anew, at the beginning and when somebody comes back to the page. */
async function look() {
  try {
    const share = await server.share();
    if (share.isLocked) askForPassword();
    else if (JSON.stringify(share) !== shown) await show(share);
  } catch (problem) {
    fail(problem);
  }
}

grid.addEventListener("problem", (event) => fail(event.detail.problem));
document.addEventListener("visibilitychange", () => { if (!document.hidden && shown !== null) look(); });
look();
