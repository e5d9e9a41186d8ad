// Why an address gave no picture: image and video elements don't say, so the server is asked once more, in words.

/** `{title, detail}` for a person. Never throws. */
export async function reason(url, { what, signal }) {
  let response;
  try {
    response = await fetch(url, { headers: { Range: "bytes=0-0" }, credentials: "same-origin", signal });
  } catch {
    return { title: "The gallery can’t be reached", detail: "Is “photos serve” still running? Try again when it is." };
  }
  if (response.ok) {
    response.body?.cancel().catch(() => {});
    if (what === "video") return unplayable(what);
    return { title: `This browser can’t show the ${what}`, detail: "The file may be fine: download it and open it with another program." };
  }
  try {
    const problem = await response.json();
    return { title: problem.title || `The ${what} can’t be shown`, detail: problem.detail || "" };
  } catch {
    return { title: `The ${what} can’t be shown`, detail: `The server answered ${response.status}.` };
  }
}

/** Whether a video whose facts are known has a sound and no picture: of two tracks a browser plays the one that it knows, and says nothing of the other. */
export const isWithoutPicture = (video) => video.videoWidth === 0;

/** `{title, detail}` of a video that came and can't be played. Which format it is in no browser says; whether this one knows HEVC, it does. */
export function unplayable(what) {
  const knowsHEVC = document.createElement("video").canPlayType('video/mp4; codecs="hvc1.1.6.L93.B0"') !== "";
  return {
    title: `This browser can’t play this ${what}`,
    detail: knowsHEVC ? "The file may be fine: download it and open it with another program."
      : "It is most likely in HEVC, in which phones record, and which this browser doesn’t know. Download it and open it with another program.",
  };
}
