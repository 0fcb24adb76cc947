/** What a server would answer to the tests that ask for messages: the files themselves. */

const FILES = import.meta.glob<string>("./*.json", { query: "?raw", import: "default", eager: true });
const { fetch: elsewhere } = globalThis;

globalThis.fetch = async (what, how) => {
  const text = typeof what === "string" ? FILES[what.replace("/src/messages/", "./")] : undefined;
  return text === undefined ? elsewhere(what, how) : new Response(text);
};
