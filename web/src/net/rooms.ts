/** Rooms over HTTP, and the links that lead to them; the key travels in the fragment alone. */
import type { Options } from "../protocol";

export interface RoomLink {
  readonly code: string;
  readonly key: string | null;
  /** Whether the link shows the table only, on a big screen. */
  readonly screen: boolean;
  /** Whether a phone that opens it is a hand: the table is on the big screen. */
  readonly hand: boolean;
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
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  return { code: code.toUpperCase(), key: said.get("k"), screen: kind === "tv", hand: said.has("hand") };
}

export const writeLink = (origin: string, code: string, key: string | null, kind = "r"): string =>
  `${origin}/${kind}/${code}${key ? `#k=${key}` : ""}`;

/** The same link, for a phone that is to be a hand. */
export const writeHandLink = (origin: string, code: string, key: string | null): string =>
  `${writeLink(origin, code, key)}${key ? "&" : "#"}hand`;

export const createRoom = (room: NewRoom): Promise<CreatedRoom> => post<CreatedRoom>("/api/rooms", room);

/** A code that moves a seat, good once and for so many seconds. */
export interface Move {
  readonly code: string;
  readonly seconds: number;
}

/** What another device needs to go on in a seat. */
export interface MovedSeat {
  readonly room: string;
  readonly key: string | null;
  readonly token: string;
}

/** The code of a move that a text means, however it is grouped, or null. */
export function readMove(text: string): string | null {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return /^[A-HJ-NP-Z2-9]{8}$/.test(code) ? code : null;
}

export const offerMove = (code: string, token: string, key: string | null): Promise<Move> => post<Move>(`/api/rooms/${code}/moves`, { key }, token);

export const takeMove = (code: string): Promise<MovedSeat> => post<MovedSeat>("/api/moves", { code });

/** Asks the server to do something; RoomsError where it does not. */
export async function post<Answer>(address: string, body: unknown, secret?: string): Promise<Answer> {
  return answerOf(
    await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...(secret !== undefined && { Authorization: `Bearer ${secret}` }) },
      body: JSON.stringify(body),
    }),
  );
}

/** What the server answered; RoomsError where it is a complaint. */
export async function answerOf<Answer>(answer: Response): Promise<Answer> {
  if (answer.ok) return (await answer.json()) as Answer;
  throw new RoomsError(answer.status, await complaint(answer));
}

async function complaint(answer: Response): Promise<string> {
  try {
    return ((await answer.json()) as { error: { message: string } }).error.message;
  } catch {
    return answer.statusText;
  }
}
