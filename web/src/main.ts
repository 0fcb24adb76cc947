import { mount } from "svelte";

import App from "./App.svelte";
import { firstLanguage, speak } from "./messages/words.svelte";
import "./styles/ground.css";
import "./styles/page.css";
import { sprite } from "./table/sprite";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");

await speak(firstLanguage()).catch(() => speak("en"));
document.body.prepend(sprite());
mount(App, { target });
void import("./worker/renewal").then(({ keepUp }) => keepUp());
