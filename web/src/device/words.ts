/** What the machine says, in all languages of the client. */

import type en from "../messages/machine.en.json";
import { part } from "../messages/part";
import type { Setup } from "./machine";

export const t = part<keyof typeof en>("machine");

/** A player's name, or a number for a name. */
export const nameOf = (setup: Setup, player: number): string => setup.names[player]?.trim() || t("machine.player", { n: player + 1 });
