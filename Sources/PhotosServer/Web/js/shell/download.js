// Saving photos: one file as it is, more than one as one archive that the server makes while it is fetched.
import { api, originalURL } from "../api.js";
import { fileSize } from "../file-size.js";
import { say } from "../language.js";
import { make } from "./dom.js";

function save(address) {
  const link = make("a", { href: address, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether an asset is one file. */
export const isOneFile = (tile) => !tile.subtypes.includes("photoLive");

/** `only` is the one photo's tile where it is known; `bursts`: what stands for a burst brings its frames along, which nobody sees to choose them. */
export async function download(ids, toasts, only = null, { bursts = false } = {}) {
  if (ids.length === 1 && only !== null && isOneFile(only) && !(bursts && only.burst)) return save(originalURL(only, { download: true }));
  const preparing = toasts.say(say("download.looking", { count: ids.length }), { seconds: 600 });
  try {
    const { url, assets, files, bytes, leftOut } = await api.archive(ids, { bursts });
    save(url);
    const what = say("download.comes", { photos: say("photos", { count: assets }), files: say("files", { count: files }), size: fileSize(bytes) });
    preparing.dismiss();
    if (leftOut.length === 0) return toasts.say(what);
    const [{ filename: name, reason }] = leftOut;
    const missing = say(leftOut.length >= 100 ? "download.manyLeftOut" : "download.leftOut", { count: leftOut.length, name, reason });
    return toasts.say(`${what} ${missing}`, { isProblem: true });
  } catch (error) {
    preparing.dismiss();
    return toasts.problem(error);
  }
}
