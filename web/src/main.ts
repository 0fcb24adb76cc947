import { mount } from "svelte";

import App from "./App.svelte";
import { dress } from "./components/dress";
import { settings } from "./components/settings.svelte";
import { firstLanguage, speak } from "./messages/words.svelte";
import "./styles/ground.css";
import "./styles/page.css";
import { sprite } from "./table/sprite";

/**
 * Not awaited at the top of the module: where the shell waits there, WebKit hands out parts that are
 * imported twice at once before they are ready.
 */
async function start(): Promise<void> {
  // Before anything is waited for, so that nothing is seen in other colours first.
  dress(settings());
  const target = document.getElementById("app");
  if (target === null) throw new Error("index.html has no #app");
  await speak(firstLanguage()).catch(() => speak("en"));
  document.body.prepend(sprite());
  mount(App, { target });
  const { keepUp } = await import("./worker/renewal");
  keepUp();
}

void start();
