// Links for people without an account: makes one to an album or to photos, lists those there are, and takes them back.
import { api } from "../api.js";
import { fileSize } from "../file-size.js";
import { dateText, listed, say } from "../language.js";
import { showDialog } from "./dialogs.js";
import { announce, button, make } from "./dom.js";
import { icon } from "./icons.js";

const day = 86400;
/** @type {[string, number | null][]} */
const spans = [[say("share.week"), 7 * day], [say("share.month"), 30 * day], [say("share.year"), 365 * day], [say("share.forever"), null]];

/** A line with a box to tick. */
function choice(label, note = null) {
  const box = make("input", { type: "checkbox" });
  return { box, line: make("label", { class: "tick" }, box, make("span", {}, label, note ? make("span", { class: "quiet" }, note) : null)) };
}

/** Asks how, and shows the link. `what` is `{ album }` or `{ assets }`. */
export async function share(what, { title, toasts }) {
  const span = make("select", { class: "field", id: "share-span" }, ...spans.map(([words, seconds]) => make("option", { value: String(seconds ?? "") }, words)));
  span.value = String(30 * day);
  const password = make("input", { type: "text", class: "field", id: "share-password", autocomplete: "off", spellcheck: "false", autocapitalize: "none", maxlength: "200" });
  const downloads = choice(say("share.downloads"));
  const places = choice(say("share.places"), say("share.places.how"));
  const sending = choice(say("share.uploads"), say("share.uploads.how"));
  sending.box.addEventListener("change", () => {
    for (const { box } of [downloads, places]) box.disabled = sending.box.checked;
  });
  const content = make("div", { class: "sharing" },
    make("p", { class: "quiet" }, say(what.album ? "share.album.how" : "share.photos.how", { count: what.assets?.length ?? 0 })),
    make("label", { for: "share-span" }, say("share.lasting")), span,
    make("label", { for: "share-password" }, say("share.passwordIfAny")), password,
    downloads.line, places.line, what.album ? sending.line : null);
  const wish = await showDialog({
    title: say("share.titled", { title }), content,
    actions: [
      { label: say("share.all"), value: "list" }, { label: say("cancel"), value: null },
      {
        label: say("share.make"), kind: "default",
        value: () => ({
          ...what, lasting: span.value === "" ? null : Number(span.value), password: password.value === "" ? null : password.value,
          ...(sending.box.checked ? { uploads: {} } : { downloads: downloads.box.checked, places: places.box.checked }),
        }),
      },
    ],
  });
  if (wish === null) return;
  if (wish === "list") {
    await showLinks({ toasts });
    return;
  }
  try {
    const made = await api.addShare(wish);
    await showLink(made.url, toasts);
  } catch (error) {
    toasts.problem(error);
  }
}

/** The address is told once: nobody knows it afterwards but those who have it. */
async function showLink(url, toasts) {
  const field = make("input", { class: "field", readonly: true, "aria-label": say("share.link") });
  field.value = url;
  field.addEventListener("focus", () => field.select());
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      toasts.say(say("share.copied"));
    } catch {
      // Without TLS a browser lets no page write there; what is selected can be copied by hand.
      announce(say("share.copyByHand"));
    }
  };
  await showDialog({
    title: say("share.made"), content: make("div", { class: "sharing" }, field, make("p", { class: "quiet" }, say("share.made.how"))),
    actions: [{ label: say("share.copy"), value: () => { copy(); return undefined; }, kind: "default" }, { label: say("close"), value: true }],
    prepare: () => queueMicrotask(() => field.focus()),
  });
}

function describe(link) {
  const until = link.expires === null ? say("share.untilRevoked") : say(link.isOver ? "share.ended" : "share.until", { date: dateText("shortDay", new Date(link.expires)) });
  const { uploads } = link;
  const what = uploads === null ? say("items", { count: link.count })
    : say("share.takes", { sent: fileSize(uploads.sentBytes), all: fileSize(uploads.bytes), count: uploads.sentFiles });
  return listed([what, until, link.hasPassword ? say("share.hasPassword") : "", link.downloads ? say("share.mayDownload") : "",
    link.places ? say("share.hasPlaces") : ""]);
}

/** All links, each with a button that takes it back. */
export async function showLinks({ toasts }) {
  let links;
  try {
    ({ shares: links } = await api.shares());
  } catch (error) {
    toasts.problem(error);
    return;
  }
  const list = make("ul", { class: "links" });
  const none = make("p", { class: "quiet", hidden: links.length > 0 }, say("share.none"));
  for (const link of links) {
    const title = link.title ?? say("share.photos");
    const line = make("li", {}, icon(link.album === null ? "image" : "album"), make("div", {}, make("p", {}, title), make("p", { class: "quiet" }, describe(link))));
    const revoke = button(say("share.revoke"), async () => {
      revoke.disabled = true;
      try {
        await api.revokeShare(link.id);
        const next = line.nextElementSibling ?? line.previousElementSibling;
        line.remove();
        none.hidden = list.children.length > 0;
        announce(say("share.revoked"));
        (next?.querySelector("button") ?? list.closest("dialog")?.querySelector(".actions button"))?.focus();
      } catch (error) {
        revoke.disabled = false;
        toasts.problem(error);
      }
    }, { class: "push-button", name: say("share.revokeTitled", { title }) });
    line.append(revoke);
    list.append(line);
  }
  await showDialog({ title: say("share.all"), content: make("div", { class: "sharing" }, none, list), actions: [{ label: say("close"), value: null, kind: "default" }] });
}
