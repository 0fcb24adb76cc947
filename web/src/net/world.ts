/** What the client needs of the browser, handed in so that tests can play clock and line. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  opened(): void;
  received(text: string): void;
  closed(code: number): void;
}

export interface Store {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface World {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls `action` after so many milliseconds, unless the answer is called before. */
  after(ms: number, action: () => void): () => void;
  random(): number;
  /** Whether the server answers over plain HTTP and is ready for people. */
  reached(): Promise<boolean>;
  dial(events: LineEvents): Line;
  /** Whether somebody can see the page. */
  visible(): boolean;
  /** Calls `action` when the page may have slept: shown again, back online. */
  onWake(action: () => void): () => void;
  /** Kept for this browser, and for this tab. */
  readonly kept: Store;
  readonly tab: Store;
}

const SUBPROTOCOL = "pellmell.v1";

function dial(events: LineEvents): Line {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const socket = new WebSocket(`${scheme}://${location.host}/ws`, SUBPROTOCOL);
  socket.onopen = () => events.opened();
  socket.onmessage = ({ data }) => events.received(String(data));
  socket.onclose = ({ code }) => events.closed(code);
  return socket;
}

async function reached(): Promise<boolean> {
  try {
    return (await fetch("/readyz", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** A store of the browser, or one that forgets where the browser allows none. */
function storeOrNothing(open: () => Storage): Store {
  const memory = new Map<string, string>();
  const attempt = <T>(real: (store: Storage) => T, instead: () => T): T => {
    try {
      return real(open());
    } catch {
      return instead();
    }
  };
  return {
    getItem: (key) =>
      attempt((store) => store.getItem(key), () => memory.get(key) ?? null),
    setItem: (key, value) =>
      attempt((store) => store.setItem(key, value), () => void memory.set(key, value)),
    removeItem: (key) => attempt((store) => store.removeItem(key), () => void memory.delete(key)),
  };
}

function onWake(action: () => void): () => void {
  const wake = () => {
    if (!document.hidden) action();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  return () => {
    document.removeEventListener("visibilitychange", wake);
    removeEventListener("pageshow", wake);
    removeEventListener("online", wake);
  };
}

export const browserWorld = (): World => ({
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32,
  reached,
  dial,
  visible: () => !document.hidden,
  onWake,
  kept: storeOrNothing(() => localStorage),
  tab: storeOrNothing(() => sessionStorage),
});
