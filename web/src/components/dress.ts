/** What the whole page takes from the settings: its theme, the size of its text, and whether anything moves. */

import { GROUNDS } from "./grounds";
import type { Settings } from "./settings";

const LIGHT = matchMedia("(prefers-color-scheme: light)");

export function dress({ theme, text, animation }: Settings): void {
  const root = document.documentElement;
  const shown = theme === "system" ? (LIGHT.matches ? "light" : "dark") : theme;
  root.dataset["theme"] = shown;
  root.style.fontSize = text === "100" ? "" : `${text}%`;
  root.classList.toggle("calm", animation === "none");
  for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")) meta.content = GROUNDS[shown];
}

/** Call it whenever the system changes its own theme. */
export function onSystemTheme(changed: () => void): () => void {
  LIGHT.addEventListener("change", changed);
  return () => LIGHT.removeEventListener("change", changed);
}
