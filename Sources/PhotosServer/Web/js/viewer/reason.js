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
    return { title: `This browser can’t show the ${what}`, detail: "The file may be fine: download it and open it with another program." };
  }
  try {
    const problem = await response.json();
    return { title: problem.title || `The ${what} can’t be shown`, detail: problem.detail || "" };
  } catch {
    return { title: `The ${what} can’t be shown`, detail: `The server answered ${response.status}.` };
  }
}
