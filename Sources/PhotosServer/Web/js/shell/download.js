// Saving photos: one file as it is, more than one as one archive that the server makes while it is fetched.
import { grouped } from "../numbers.js";
import { api, originalURL } from "../api.js";
import { make, quantity } from "./dom.js";

const megabyte = 1e6;

/** “1.2 GB”, as file managers count. */
function size(bytes) {
  if (bytes >= 1000 * megabyte) return `${(bytes / (1000 * megabyte)).toFixed(1)} GB`;
  return `${grouped(Math.max(1, Math.round(bytes / megabyte)))} MB`;
}

function save(address) {
  const link = make("a", { href: address, download: "" });
  document.body.append(link);
  link.click();
  link.remove();
}

/** Whether an asset is one file. */
export const isOneFile = (tile) => !tile.subtypes.includes("photoLive");

/** `only` is the one photo's tile where it is known. */
export async function download(ids, toasts, only = null) {
  if (ids.length === 1 && only !== null && isOneFile(only)) return save(originalURL(only, { download: true }));
  const preparing = toasts.say(`Looking for the files of ${quantity(ids.length, "photo")}…`, { seconds: 600 });
  try {
    const { url, assets, files, bytes, leftOut } = await api.archive(ids);
    save(url);
    const what = `Downloading ${quantity(assets, "photo")} as one ZIP archive of ${quantity(files, "file")}, ${size(bytes)}.`;
    preparing.dismiss();
    if (leftOut.length === 0) return toasts.say(what);
    const most = leftOut.length >= 100 ? "100 files or more are" : leftOut.length === 1 ? "One file is" : `${leftOut.length} files are`;
    return toasts.say(`${what} ${most} left out, such as ${leftOut[0].filename}: ${leftOut[0].reason} The archive names them in “Left out.txt”.`, { isProblem: true });
  } catch (error) {
    preparing.dismiss();
    return toasts.problem(error);
  }
}
