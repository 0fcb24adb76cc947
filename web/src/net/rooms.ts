/** Rooms over HTTP, and the links that lead to them; the key travels in the fragment alone. */
import type { Options } from "../protocol";

export interface RoomLink {
  readonly code: string;
  readonly key: string | null;
  /** Whether the link shows the table only, on a big screen. */
  readonly screen: boolean;
}

export interface NewRoom {
  readonly rules: string;
  readonly public?: boolean;
  readonly options?: Partial<Options>;
}

export interface CreatedRoom {
  readonly room: string;
  readonly url: string;
  readonly key: string | null;
  readonly host: string;
}

/** What the server answered instead of a room; `status` 429 and 503 pass by themselves. */
export class RoomsError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** The room an address names, or null where it is no room's. */
export function readLink({ pathname, hash }: { pathname: string; hash: string }): RoomLink | null {
  const [, kind, code] = /^\/(r|tv)\/([A-Z0-9]{6})\/?$/i.exec(pathname) ?? [];
  if (code === undefined) return null;
  const key = new URLSearchParams(hash.replace(/^#/, "")).get("k");
  return { code: code.toUpperCase(), key, screen: kind === "tv" };
}

export const writeLink = (origin: string, code: string, key: string | null, kind = "r"): string =>
  `${origin}/${kind}/${code}${key ? `#k=${key}` : ""}`;

export async function createRoom(room: NewRoom): Promise<CreatedRoom> {
  const answer = await fetch("/api/rooms", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(room),
  });
  if (answer.ok) return (await answer.json()) as CreatedRoom;
  throw new RoomsError(answer.status, await complaint(answer));
}

export async function complaint(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { error: { message: string } }).error.message;
  } catch {
    return answer.statusText;
  }
}
