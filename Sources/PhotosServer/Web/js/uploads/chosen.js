// What somebody dropped or chose: files, each with the folder that it was in below what was chosen.

/** @typedef {{ file: File | null, folder: string, name?: string }} Chosen what the browser can't read has no file, and its name */

const isHidden = (name) => name.startsWith(".");

/** The files of a chooser; those of a chosen folder know their paths. */
export const chosenBy = (input) => [...input.files].map((file) => ({ file, folder: file.webkitRelativePath.split("/").slice(0, -1).join("/") }))
  .filter(({ file, folder }) => !isHidden(file.name) && !folder.split("/").some(isHidden));

/**
 * The files of a drop, folders with all that is in them, of what was taken from it while its event lasted.
 * @returns {Promise<Chosen[]>}
 */
export async function dropped({ entries, files }) {
  if (entries.some((entry) => entry === null)) return files.map((file) => ({ file, folder: "" }));
  const found = [];
  for (const entry of entries) await walk(entry, "", found);
  return found;
}

async function walk(entry, folder, found) {
  if (isHidden(entry.name)) return;
  try {
    if (entry.isFile) {
      found.push({ file: await new Promise((resolve, reject) => entry.file(resolve, reject)), folder });
      return;
    }
    const reader = entry.createReader();
    const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
    while (true) {
      // A hundred at a time; none are the end.
      const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const one of some) await walk(one, inside, found);
    }
  } catch {
    // One that can't be read is told, and the others come.
    found.push({ file: null, folder, name: entry.name });
  }
}

/** The name without its ending: files with the same one may be one picture's. */
const stem = (name) => name.toLowerCase().replace(/\.[^.]*$/, "");

/** In the order of their folders and names, in pieces that keep together what may be one picture's. */
export function pieces(files, most) {
  const sorted = files.map((one) => ({ one, key: `${one.folder}/${stem(one.name)}` })).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const result = [];
  let piece = [];
  sorted.forEach(({ one, key }, index) => {
    if (piece.length >= most && sorted[index - 1].key !== key) {
      result.push(piece);
      piece = [];
    }
    piece.push(one);
  });
  if (piece.length > 0) result.push(piece);
  return result;
}

/** Larger files are sent without being read before. */
const largest = 64 << 20;

/** SHA-256 of a file's content in 64 digits, so that what the library has is not sent; null where that costs too much, or the page may not. */
export async function digest(file) {
  if (!globalThis.crypto?.subtle || file.size === 0 || file.size > largest) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
