// Links for people without an account: makes one to an album or to photos, lists those there are, and takes them back.
import { api } from "../api.js";
import { boundSize, fileSize } from "../file-size.js";
import { dateText, listed, say } from "../language.js";
import { showDialog } from "./dialogs.js";
import { announce, button, make } from "./dom.js";
import { icon } from "./icons.js";

const day = 86400;
/** @type {[string, number | null][]} */
const spans = [[say("share.week"), 7 * day], [say("share.month"), 30 * day], [say("share.year"), 365 * day], [say("share.forever"), null]];

/** How much a link may take, and what is chosen beforehand: as much as `photos share add --uploads` has it take where nothing is said. */
const limits = { bytes: [1e9, 2e9, 1e10, 1e11, 1e12], files: [100, 1000, 10000, 100000] };
const standard = { bytes: 2e9, files: 1000 };

/** One of several, in a list with its label. `options` = [[words, value]]. */
function oneOf(id, label, options, chosen) {
  const field = make("select", { class: "field", id }, ...options.map(([words, value]) =>
    make("option", { value: value ?? "", selected: value === chosen }, words)));
  return { field, parts: [make("label", { for: id }, label), field] };
}

/** A line with a box to tick. */
function choice(id, label, note = null) {
  const box = make("input", { type: "checkbox", id });
  return { box, line: make("label", { class: "tick" }, box, make("span", {}, label, note ? make("span", { class: "quiet" }, note) : null)) };
}

/** Asks how, and shows the link. `what` is `{ album }` or `{ assets }`. */
export async function share(what, { title, toasts }) {
  const how = make("p", { class: "quiet" }, say(what.album ? "share.album.how" : "share.photos.how", { count: what.assets?.length ?? 0 }));
  const span = oneOf("share-span", say("share.lasting"), spans, 30 * day);
  const password = make("input", { type: "text", class: "field", id: "share-password", autocomplete: "off", spellcheck: "false", autocapitalize: "none", maxlength: "200" });
  const downloads = choice("share-downloads", say("share.downloads"));
  const places = choice("share-places", say("share.places"), say("share.places.how"));
  const sending = choice("share-uploads", say("share.uploads"), say("share.uploads.how"));
  const bytes = oneOf("share-bytes", say("share.limit.bytes"), limits.bytes.map((count) => [boundSize(count), count]), standard.bytes);
  const files = oneOf("share-files", say("share.limit.files"), limits.files.map((count) => [say("files", { count }), count]), standard.files);
  const limit = make("div", { class: "limit", hidden: true }, make("div", {}, ...bytes.parts), make("div", {}, ...files.parts));
  sending.box.addEventListener("change", () => {
    const isTaking = sending.box.checked;
    // A link either shows photos or takes them.
    for (const { box } of [downloads, places]) box.disabled = isTaking;
    how.textContent = say(isTaking ? "share.album.takes" : "share.album.how");
    limit.hidden = !isTaking;
    // The dialog may be longer than a phone's screen now.
    if (isTaking) limit.scrollIntoView({ block: "nearest" });
  });
  const content = make("div", { class: "sharing" },
    how, ...span.parts,
    make("label", { for: "share-password" }, say("share.passwordIfAny")), password,
    // What people send needs an album to come into, which photos that were chosen are not. A smart album is not shared at all.
    downloads.line, places.line, ...(what.album ? [sending.line, limit] : []));
  const wish = await showDialog({
    title: say("share.titled", { title }), content,
    actions: [
      { label: say("share.all"), value: "list" }, { label: say("cancel"), value: null },
      {
        label: say("share.make"), kind: "default",
        value: () => ({
          ...what, lasting: span.field.value === "" ? null : Number(span.field.value), password: password.value === "" ? null : password.value,
          ...(sending.box.checked ? { uploads: { bytes: Number(bytes.field.value), files: Number(files.field.value) } }
            : { downloads: downloads.box.checked, places: places.box.checked }),
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
  const what = link.uploads === null ? say("items", { count: link.count }) : say("share.takes");
  return listed([what, until, link.hasPassword ? say("share.hasPassword") : "", link.downloads ? say("share.mayDownload") : "",
    link.places ? say("share.hasPlaces") : ""]);
}

/** How much of its limit a link has taken, and how much is left. */
function describeLimit({ uploads: { bytes, files, sentBytes, sentFiles }, album, isOver }) {
  const used = say("share.used", { sent: fileSize(sentBytes), all: boundSize(bytes), files: sentFiles, count: files });
  // It takes nothing more, whatever is left.
  if (isOver || album === null) return used;
  const isFull = sentBytes >= bytes || sentFiles >= files;
  const left = isFull ? say("share.full") : say("share.free", { bytes: fileSize(bytes - sentBytes), count: files - sentFiles });
  return say("sentences", { one: used, other: left });
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
    const about = make("div", {}, make("p", {}, title), make("p", { class: "quiet" }, describe(link)),
      link.uploads === null ? null : make("p", { class: "quiet" }, describeLimit(link)));
    const line = make("li", {}, icon(link.album === null ? "image" : "album"), about);
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
