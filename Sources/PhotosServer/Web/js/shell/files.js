// Files dropped onto the page would replace it: the browser opens them. They are told where photos come in instead.

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
    toasts.say("Photos come in by the command “photos import FOLDER”. This page shows them at once.", { seconds: 10 });
  });
}
