// What the rules of client.yml must find, and what they must let pass.

// ruleid: nothing-is-built-from-markup
element.innerHTML = name;
// ruleid: nothing-is-built-from-markup
element.insertAdjacentHTML("beforeend", name);
// ruleid: nothing-is-built-from-markup
const page = "{@html name}";
// ok: nothing-is-built-from-markup
element.textContent = name;

// ruleid: no-text-becomes-code
eval(name);
// ruleid: no-text-becomes-code
setTimeout("go()", 10);
// ok: no-text-becomes-code
setTimeout(() => go(), 10);

// ruleid: chance-of-the-browser-is-the-good-one
const id = Math.random().toString(36);
// ok: chance-of-the-browser-is-the-good-one
const bytes = crypto.getRandomValues(new Uint8Array(16));

// ruleid: no-secret-in-an-address
const link = `/r/${code}?key=${key}`;
// ruleid: no-secret-in-an-address
url.searchParams.set("token", token);
// ok: no-secret-in-an-address
const shared = `/r/${code}#k=${key}`;

// ruleid: the-page-asks-its-own-server-only
fetch("https://cdn.example/cards.js");
// ruleid: the-page-asks-its-own-server-only
new WebSocket("wss://elsewhere.example/ws");
// ok: the-page-asks-its-own-server-only
fetch("/api/rooms");
// ok: the-page-asks-its-own-server-only
const example = "https://cards.example.org";

// ruleid: no-cookies
document.cookie = "seat=A";
// ok: no-cookies
store.setItem("seat", "A");
