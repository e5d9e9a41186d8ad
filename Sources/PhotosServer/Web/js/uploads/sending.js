// One file's bytes on their way, by tus 1.0.0: from an offset to the file's end in one request, which tells how far it is.
import { Problem, secondsOf, titleOf } from "../api.js";
import { say } from "../language.js";

/** Milliseconds without any byte after which a line counts as lost. */
const patience = 45_000;
const version = "1.0.0";

/**
 * Sends a file from its offset on to its address.
 * @returns {{ done: Promise<void>, abort: () => void }} `done` fails with a `Problem`, which has `offset` where the server goes on elsewhere, or with an AbortError
 */
export function send(one, address, onProgress) {
  const request = new XMLHttpRequest();
  let timer = null;
  let isAborted = false;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => request.abort(), patience);
  };
  const done = new Promise((resolve, reject) => {
    const lost = () => {
      clearTimeout(timer);
      reject(isAborted ? new DOMException("", "AbortError") : new Problem({ title: say("unreachable"), detail: say("unreachable.page") }));
    };
    request.open("PATCH", address);
    request.setRequestHeader("Tus-Resumable", version);
    request.setRequestHeader("Upload-Offset", String(one.offset));
    request.setRequestHeader("Content-Type", "application/offset+octet-stream");
    const start = one.offset;
    request.upload.addEventListener("progress", (event) => {
      wait();
      onProgress(start + event.loaded);
    });
    request.addEventListener("load", () => {
      clearTimeout(timer);
      if (request.status === 204) resolve();
      else reject(problem(request));
    });
    for (const name of ["error", "abort", "timeout"]) request.addEventListener(name, lost);
    wait();
    request.send(one.file.slice(start));
  });
  return {
    done,
    abort() {
      isAborted = true;
      request.abort();
    },
  };
}

function problem(request) {
  let body = {};
  try {
    body = JSON.parse(request.responseText);
  } catch {
    // Not a problem document: the status alone speaks.
  }
  const found = new Problem({
    title: titleOf(body) || say("answered", { status: String(request.status) }), detail: body.detail, status: request.status, type: body.type,
    after: secondsOf(request.getResponseHeader("Retry-After")),
  });
  const offset = request.getResponseHeader("Upload-Offset");
  return Object.assign(found, { offset: offset === null ? null : Number(offset) });
}

/** Where the server goes on with a file; null where it knows nothing of it any more. */
export async function offset(address) {
  let response;
  try {
    response = await fetch(address, { method: "HEAD", headers: { "Tus-Resumable": version }, credentials: "same-origin" });
  } catch {
    throw new Problem({ title: say("unreachable"), detail: say("unreachable.page") });
  }
  if (response.status === 404) return null;
  if (!response.ok) {
    throw new Problem({
      title: say("answered", { status: String(response.status) }), detail: "", status: response.status,
      after: secondsOf(response.headers.get("Retry-After")),
    });
  }
  return Number(response.headers.get("Upload-Offset"));
}
