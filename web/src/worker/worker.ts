/**
 * What keeps the client at hand where there is no line: it lays in every file of one build, and
 * answers with them. The build writes `FILES` and `VERSION` above it (vite.config.ts).
 */
declare const FILES: readonly string[];
declare const VERSION: string;

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "pellmell-";
const CACHE = PREFIX + VERSION;
/** A server that takes longer over a page than this is as good as none. */
const PATIENCE = 4_000;

async function layIn(): Promise<void> {
  const cache = await caches.open(CACHE);
  // What carries a hash in its name may come from the browser's own cache, all else is asked for anew.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: file.startsWith("/assets/") ? "default" : "no-cache" })));
}

/** The build before this one stays for pages that were opened with it and fetch a part only now. */
async function tidyUp(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The page: the server's where it answers, else the one that was laid in. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.open(CACHE).then((cache) => cache.match("/"));
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const answer = await (kept === undefined ? fetch(request) : fetch(request.url, { signal, credentials: "same-origin" }));
    // A browser takes no page from a worker that came by a detour: it is sent there itself.
    if (answer.redirected) return Response.redirect(answer.url);
    return answer.status >= 500 && kept !== undefined ? kept : answer;
  } catch (error) {
    if (kept === undefined) throw error;
    return kept;
  }
}

const file = async (request: Request): Promise<Response> => (await caches.match(request, { ignoreVary: true })) ?? fetch(request);

worker.addEventListener("install", (event) => event.waitUntil(layIn()));
worker.addEventListener("activate", (event) => event.waitUntil(tidyUp()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin || /^\/(api|ws)(\/|$)/.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/") || FILES.includes(pathname)) event.respondWith(file(request));
});
