// The theme: the system's, light or dark; kept for the next visit.
import { say } from "../language.js";
const themes = ["auto", "light", "dark"];

/** @param {any} theme */
export const themeName = (theme) => say(/** @type {any} */ (`theme.${theme}`));
export const themePictures = { auto: "theme", light: "sun", dark: "moon" };

export function currentTheme() {
  return document.documentElement.dataset.theme ?? "auto";
}

export function nextTheme() {
  const theme = themes[(themes.indexOf(currentTheme()) + 1) % themes.length];
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === "auto") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Without storage the choice holds for this visit.
  }
  return theme;
}
