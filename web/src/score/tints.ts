/** The colour of each player: those of the seats, in their order. */

import { SEATS } from "../model/cards";
import { TINTS } from "../table/seats";

export const tintOf = (player: number): string => TINTS[SEATS[player]!];
