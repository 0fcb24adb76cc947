/** The colour of each player: that of their seat, or those of the seats in their order. */

import { type Seat, SEATS } from "../model/cards";
import { TINTS } from "../table/seats";

export const tintOf = (player: number, seats: readonly Seat[] = SEATS): string => TINTS[seats[player]!];
