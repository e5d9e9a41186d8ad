// Files dropped onto the page would replace it: the browser opens them. They are told where photos come in instead.
import { say } from "../language.js";

export function refuseFiles(toasts) {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
  });
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    toasts.say(say("files.how"), { seconds: 10 });
  });
}
