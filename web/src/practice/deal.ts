/** Shuffling, and laying out a round. */
import { COLOURS, type Card, SEATS, type Seat, seatIndex } from "../model/cards";
import { NOISES, NOTHING_BESIDE, type Noise, fullMachine } from "../model/machine";
import { type Rules, rowSize } from "../model/rules";
import { type Area, EMPTY_RUN, type Run, type Table } from "../model/table";
import type { Dice } from "./bots/chance";

/** The items in an order that chance decides, every order as likely (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], dice: Dice): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = dice(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

export const deckOf = (deck: Seat): Card[] =>
  COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, at): Card => ({ colour, number: at + 1, deck })));

/** How many noises each of so many players owns. */
export const share = (players: number): number => Math.floor(NOISES.length / players);

/** The noises of so many seats: as many for each, at random, and the rest set aside. */
export function dealNoises(seats: number, dice: Dice): readonly (readonly Noise[])[] {
  const order = shuffled(NOISES, dice);
  const each = share(seats);
  return Array.from({ length: seats }, (_, seat) => order.slice(seat * each, (seat + 1) * each));
}

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
