/** What a server is asked about strangers: who waits, where to go, and what it keeps. */

import { answerOf, post } from "../net/rooms";
import type { PublicRooms, Waiting } from "./listing";

export interface QuickRoom {
  readonly room: string;
  readonly url: string;
  /** The creator's secret, where the table is a new one. */
  readonly host: string | null;
}

export interface Standing {
  readonly name: string;
  readonly matches: number;
  readonly won: number;
  readonly points: number;
}

export interface Leaderboard {
  readonly kept: boolean;
  readonly days: number;
  readonly names: readonly Standing[];
}

export const publicRooms = async (): Promise<PublicRooms> => answerOf(await fetch("/api/rooms"));

export const quickRoom = (): Promise<QuickRoom> => post("/api/quick", {});

export const leaderboard = async (): Promise<Leaderboard> => answerOf(await fetch("/api/leaderboard"));

/** Without a line there is nobody to ask, and nothing is said about it. */
const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer | null> => (navigator.onLine ? ask().catch(() => null) : null);

/** Who waits; null where this server does not bring strangers together, or cannot be asked now. */
export async function waiting(): Promise<readonly Waiting[] | null> {
  const answer = await asked(publicRooms);
  return answer?.listed ? answer.rooms : null;
}

/** The leaderboard; null where none is kept, or none can be had now. */
export async function ranking(): Promise<Leaderboard | null> {
  const board = await asked(leaderboard);
  return board?.kept ? board : null;
}
