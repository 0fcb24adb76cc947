/** Laying out a round. */
import { type Dice, shuffled } from "../model/chance";
import { COLOURS, type Card, SEATS, type Seat, seatIndex } from "../model/cards";
import { NOTHING_BESIDE, type Noise, fullMachine, share } from "../model/machine";
import { type Rules, rowSize } from "../model/rules";
import { type Area, EMPTY_RUN, type Run, type Table } from "../model/table";

export const deckOf = (deck: Seat): Card[] =>
  COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, at): Card => ({ colour, number: at + 1, deck })));

/** A freshly dealt table; `noises` are those that each seat owns, where noises are played for. */
export function deal(rules: Rules, seats: number, noises: readonly (readonly Noise[])[], dice: Dice): Table {
  const quiet = rules.speed === "quiet" || share(seats) === 0;
  const areas = SEATS.slice(0, seats).map((seat) => {
    const beside = { ...NOTHING_BESIDE, noises: quiet || rules.speed === "off" ? [] : (noises[seatIndex(seat)] ?? []) };
    return { ...laidOut(rules, seat, rowSize(rules, seats), dice), beside };
  });
  return { piles: [], areas, machine: rules.speed === "off" ? null : fullMachine(quiet) };
}

function laidOut(rules: Rules, seat: Seat, width: number, dice: Dice): Area {
  const cards = shuffled(deckOf(seat), dice);
  const height = rules.stack_sizes[seat] ?? rules.stack_size;
  const row = cards.slice(height, height + width).map((card) => [card]);
  return { row, stack: known(cards.slice(0, height)), waste: EMPTY_RUN, hand: known(cards.slice(height + width)), beside: NOTHING_BESIDE };
}

const known = (cards: readonly Card[]): Run => ({ hidden: 0, cards });
