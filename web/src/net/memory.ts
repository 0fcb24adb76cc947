/** What a browser remembers of rooms: secrets for this browser, commands under way for this tab. */
import type { Do } from "../protocol";
import type { Store } from "./world";

/** A room one was in; the token is one's seat, so it is shown to nobody. */
export interface KnownRoom {
  readonly code: string;
  readonly token?: string | null;
  readonly key?: string | null;
  readonly host?: string | null;
  readonly name?: string;
  /** This device is a hand there: the table is on a big screen. */
  readonly hand?: boolean;
}

/** Commands without an answer, and the number of the next one. */
export interface UnderWay {
  readonly next: number;
  readonly pending: readonly Do[];
}

const ROOMS = "pellmell.rooms";
const MOST_ROOMS = 20;
const NOTHING: UnderWay = { next: 1, pending: [] };

/** The rooms this browser was in, the latest first. */
export const knownRooms = (store: Store): readonly KnownRoom[] => {
  const rooms = read(store, ROOMS);
  return Array.isArray(rooms) ? rooms.filter(isRoom) : [];
};

/** Whether a stored value is a room; an older or another page may have put anything there. */
function isRoom(value: unknown): value is KnownRoom {
  if (typeof value !== "object" || value === null) return false;
  const { code, ...rest } = value as Record<string, unknown>;
  return typeof code === "string" && ["token", "key", "host", "name"].every((name) => rest[name] == null || typeof rest[name] === "string");
}

export const knownRoom = (store: Store, code: string): KnownRoom | undefined =>
  knownRooms(store).find((room) => room.code === code);

/** Remembers a room as the latest; what is not named stays as it was. */
export function remember(store: Store, room: KnownRoom): void {
  const others = knownRooms(store).filter(({ code }) => code !== room.code);
  const merged = { ...knownRoom(store, room.code), ...room };
  store.setItem(ROOMS, JSON.stringify([merged, ...others].slice(0, MOST_ROOMS)));
}

/** The same store for a second person at this device, under names of their own. */
export const besideStore = (store: Store): Store => ({
  getItem: (name) => store.getItem(`${name}.beside`),
  setItem: (name, value) => store.setItem(`${name}.beside`, value),
  removeItem: (name) => store.removeItem(`${name}.beside`),
});

export function underWay(tab: Store, code: string): UnderWay {
  const kept = read(tab, tabKey(code)) as Partial<UnderWay> | null;
  const { next, pending } = kept ?? {};
  return isNumber(next) && Array.isArray(pending) && pending.every(isDo) ? { next, pending } : NOTHING;
}

const isNumber = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const isDo = (value: Partial<Do> | null): value is Do => value?.t === "do" && isNumber(value.n) && typeof value.a === "string";

export const keepUnderWay = (tab: Store, code: string, state: UnderWay): void =>
  tab.setItem(tabKey(code), JSON.stringify(state));

const tabKey = (code: string): string => `pellmell.tab.${code}`;

/** A stored value, null where there is none or somebody else's text stands there. */
function read(store: Store, key: string): unknown {
  try {
    return JSON.parse(store.getItem(key) ?? "null");
  } catch {
    return null;
  }
}
