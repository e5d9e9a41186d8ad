// What a link's page asks the server: by addresses that begin with its own.
import { isEnglish, say, sayIfKnown } from "../language.js";

/** Why there is no answer. */
export class Refusal extends Error {
  constructor({ status = 0, type = "", title = "", detail = "" }) {
    super(detail || title);
    this.status = status;
    this.title = (isEnglish ? title : sayIfKnown(`problem.${type.replace("/problems/", "")}`) ?? title) || say("answered", { status: String(status) });
    this.detail = detail;
  }

  /** The link opens nothing any more. */
  get isOver() { return this.status === 410; }
}

async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", ...options });
  } catch {
    throw new Refusal({ title: say("share.unreachable"), type: "" });
  }
  if (response.ok) return response.json();
  let problem = {};
  try {
    problem = await response.json();
  } catch {
    // Not a problem document: the status alone speaks.
  }
  throw new Refusal({ ...problem, status: response.status });
}

const post = (path, body) => call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const server = {
  share: () => call("api/share"),
  items: (offset) => call(`api/items?offset=${offset}`),
  unlock: (password) => post("api/unlock", { password }),
  archive: () => post("api/archive", {}),
  image: (item, size) => `image/${item.id}/${size}?${item.revision}`,
  video: (item) => `video/${item.id}?${item.revision}`,
  live: (item) => `live/${item.id}?${item.revision}`,
  file: (item) => `file/${item.id}`,
};
