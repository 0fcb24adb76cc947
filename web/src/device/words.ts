/** What the machine says, in all languages of the client. */

import type en from "../messages/machine.en.json";
import { part } from "../messages/part";
import type { Noise } from "../model/machine";
import { aside, type Setup } from "./machine";

export const t = part<keyof typeof en>("machine");

/** A player's name, or a number for a name. */
export const nameOf = (setup: Setup, player: number): string => setup.names[player]?.trim() || t("machine.player", { n: player + 1 });

/** Noise cards that lie together, and what is said of whose they are. */
export interface CardGroup {
  readonly title: string;
  readonly noises: readonly Noise[];
}

/** The noise cards owner by owner, and last those that nobody owns; two owners may have one name. */
export function cardGroups(setup: Setup): CardGroup[] {
  const owned = setup.noises.map((noises, player) => ({ title: t("machine.showing", { name: nameOf(setup, player) }), noises }));
  return [...owned, { title: t("machine.showingAside"), noises: aside(setup) }].filter(({ noises }) => noises.length > 0);
}
