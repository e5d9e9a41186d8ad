// Runs before the first paint and before any module: a chosen theme never flashes the other one, and the first answers are on
// their way while the modules come.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const width = Number(localStorage.getItem("sidebar-width"));
  if (width >= 180 && width <= 480) document.documentElement.style.setProperty("--sidebar", `${width}px`);
} catch {
  // Storage may be forbidden; the system's theme and the usual width stand then.
}

globalThis.earlyAnswers = new Map();
{
  // The same as api.js asks.
  const ask = (path) => {
    const answer = fetch(path, { credentials: "same-origin" });
    // Whoever asks for it hears of a failure.
    answer.catch(() => {});
    globalThis.earlyAnswers.set(path, answer);
    return answer;
  };
  const askForList = (filter) => {
    const view = new URLSearchParams({ in: "library", ...(filter ? { filter } : {}), order: "newest" });
    for (const path of [`/api/timeline?${view}&by=day`, `/api/assets?${view}&offset=0&limit=200`]) ask(path);
  };
  const picker = location.pathname.match(/^\/pick\/([^/]+)$/)?.[1];
  if (picker) {
    // Its page shows what its picker lets be chosen, which the first answer says.
    ask(`/api/picker/sessions/${picker}/choice`).then((answer) => (answer.ok ? answer.clone().json() : null)).then((asked) => {
      if (asked !== null && asked.state !== "confirmed" && asked.state !== "cancelled") askForList(asked.filter);
    }).catch(() => {});
  } else if (["", "#", "#/", "#/library"].includes(location.hash)) askForList("");
}
