import { mount } from "svelte";

import App from "./App.svelte";
import { keptLanguage, speak, speakFirst } from "./messages/words.svelte";
import "./styles/base.css";
import "./styles/page.css";
import "./styles/table.css";
import { sprite } from "./table/sprite";

const target = document.getElementById("app");
if (target === null) throw new Error("index.html has no #app");

speak(speakFirst(navigator.languages, keptLanguage()));
document.body.prepend(sprite());
mount(App, { target });
