/** A newer client on the server: fetched behind the scenes, and shown at a quiet moment, never in a round. */

/** Screens that lose nothing when the page is loaded again; a seat is taken again by what the browser keeps. */
const QUIET: ReadonlySet<string> = new Set(["home", "practice", "stats", "learnt", "lobby", "over", "closed"]);
const LOOK_AROUND = 10_000;
const ASK_EVERY = 30 * 60_000;
/** Not more often than this is a page loaded again by itself, whatever is wrong. */
const ONCE_IN = 60_000;
const RELOADED = "pellmell.reloaded";

/** The worker's address, as pages with trusted types want it. */
function workerAddress(): string {
  const types = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(text: string): string }): { createScriptURL(text: string): string } } }).trustedTypes;
  const address = "/sw.js";
  return types?.createPolicy("pellmell-worker", { createScriptURL: (text) => text }).createScriptURL(address) ?? address;
}

/** Whether a reload would disturb nobody. */
export function isQuiet(page: Document, path: string): boolean {
  const screen = page.querySelector<HTMLElement>("[data-screen]")?.dataset["screen"] ?? "";
  // A match of practice lives in the page alone.
  const alone = path === "/practice" && screen !== "practice";
  const busy = page.querySelector("dialog[open]") !== null || page.activeElement instanceof HTMLInputElement;
  return QUIET.has(screen) && !alone && !busy;
}

function reload(): void {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < ONCE_IN) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}

class Renewal {
  /** What makes the newer client the one that is shown; null while there is none. */
  #renew: (() => void) | null = null;

  due(renew: () => void): void {
    this.#renew = renew;
    this.look();
  }

  /** Take the quiet moment, if this is one. */
  look(): void {
    const outdated = document.querySelector("[data-why=outdated]") !== null;
    if (outdated) return reload();
    if (this.#renew !== null && isQuiet(document, location.pathname)) this.#renew();
  }
}

/** Asks the server whether its client is newer; set once it is known how. */
let ask = (): void => undefined;

/** The server may have been upgraded just now: asks it at once. */
export const askAgain = (): void => ask();

/** With a worker: it fetches the newer client whole, and then waits to be told. */
async function byWorker(renewal: Renewal): Promise<void> {
  const { serviceWorker } = navigator;
  const known = serviceWorker.controller !== null;
  const registration = await serviceWorker.register(workerAddress());
  const wait = (): void => {
    const { waiting } = registration;
    if (waiting !== null && serviceWorker.controller !== null) renewal.due(() => waiting.postMessage("take over"));
  };
  wait();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", wait));
  let first = !known;
  serviceWorker.addEventListener("controllerchange", () => {
    // The first worker of all takes over a page that is as new as itself.
    if (!first) renewal.due(reload);
    first = false;
  });
  ask = () => void registration.update().catch(() => undefined);
  setInterval(ask, ASK_EVERY);
}

/** Whether the server's page refers to another client than this. A worker has `/` at hand, but not `/new`. */
async function isNewer(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src");
  const answer = await fetch("/new", { cache: "no-cache" }).catch(() => null);
  return own != null && answer?.ok === true && !(await answer.text()).includes(own);
}

/** Without a worker, as over plain http: by what the server's page refers to. */
function byPage(renewal: Renewal): void {
  ask = async () => {
    if (await isNewer()) renewal.due(reload);
  };
  setInterval(ask, ASK_EVERY);
}

export function keepUp(): void {
  const renewal = new Renewal();
  setInterval(() => renewal.look(), LOOK_AROUND);
  document.addEventListener("visibilitychange", () => renewal.look());
  // A part that is no longer on the server: only the newer client can go on. Where the line failed, or
  // somebody leaves while parts are fetched (Firefox tells of it), a reload would be in the way.
  addEventListener("vite:preloadError", async () => {
    if (await isNewer()) reload();
  });
  if (import.meta.env.PROD && "serviceWorker" in navigator) void byWorker(renewal).catch(() => byPage(renewal));
  else byPage(renewal);
}
