/** Laying out a round. */
import { type Dice, shuffled } from "./chance";
import { COLOURS, type Card, SEATS, type Seat, seatIndex } from "./cards";
import { NOTHING_BESIDE, type Noise, fullMachine, share } from "./machine";
import { type Rules, rowSize } from "./rules";
import { type Area, EMPTY_RUN, type Run, type Table } from "./table";

export const deckOf = (deck: Seat): Card[] =>
  COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, at): Card => ({ colour, number: at + 1, deck })));

/**
 * A freshly dealt table for the seats that are dealt in; `noises` are those that each of them owns,
 * where noises are played for.
 */
export function deal(rules: Rules, seats: readonly Seat[], noises: readonly (readonly Noise[])[], dice: Dice): Table {
  const quiet = rules.speed === "quiet" || share(seats.length) === 0;
  const silent = quiet || rules.speed === "off";
  const width = rowSize(rules, seats.length);
  const last = Math.max(...seats.map(seatIndex));
  const areas = SEATS.slice(0, last + 1).map((seat) => {
    const at = seats.indexOf(seat);
    if (at < 0) return null;
    const beside = { ...NOTHING_BESIDE, noises: silent ? [] : (noises[at] ?? []) };
    return { ...laidOut(rules, seat, width, dice), beside };
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
