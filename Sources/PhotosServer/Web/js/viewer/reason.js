// Why an address gave no picture: image and video elements don't say, so the server is asked once more, in words.
import { titleOf } from "../api.js";
import { say } from "../language.js";

/**
 * What can't be shown.
 * @type {Record<string, import('../language.js').Key>}
 */
const fails = { picture: "reason.pictureFails", video: "reason.videoFails", live: "reason.liveFails" };

/** `{title, detail}` for a person: of a "picture", a "video", or the video of a "live" photo. Never throws. */
export async function reason(url, { what, signal }) {
  let response;
  try {
    response = await fetch(url, { headers: { Range: "bytes=0-0" }, credentials: "same-origin", signal });
  } catch {
    return { title: say("unreachable"), detail: say("unreachable.again") };
  }
  if (response.ok) {
    response.body?.cancel().catch(() => {});
    if (what !== "picture") return unplayable(what);
    return { title: say("reason.picture"), detail: say("reason.file") };
  }
  try {
    const problem = await response.json();
    return { title: titleOf(problem) || say(fails[what]), detail: problem.detail || "" };
  } catch {
    return { title: say(fails[what]), detail: say("reason.answered", { status: String(response.status) }) };
  }
}

/** Whether a video whose facts are known has a sound and no picture: of two tracks a browser plays the one that it knows, and says nothing of the other. */
export const isWithoutPicture = (video) => video.videoWidth === 0;

/** `{title, detail}` of a video that came and can't be played. Which format it is in no browser says; whether this one knows HEVC, it does. */
export function unplayable(what) {
  const knowsHEVC = document.createElement("video").canPlayType('video/mp4; codecs="hvc1.1.6.L93.B0"') !== "";
  return {
    title: say(what === "live" ? "reason.live" : "reason.video"),
    detail: knowsHEVC ? say("reason.file") : say("reason.hevc"),
  };
}
