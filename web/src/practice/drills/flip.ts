/** The drill of the hand: turn three, play what fits, and turn past nothing that does. */
import { COLOURS, type Card } from "../../model/cards";
import { type Dice, shuffled } from "../../model/chance";
import { decide, isWanted } from "../../model/decide";
import { replay } from "../../model/evolve";
import { NOTHING_BESIDE } from "../../model/machine";
import { type Rules, STANDARD } from "../../model/rules";
import { EMPTY_RUN, type Table, count, top } from "../../model/table";
import { deckOf } from "../../model/deal";

const RULES: Rules = STANDARD;

/** A deck in the hand and nothing else, over piles that have begun. */
export function begin(dice: Dice): Table {
  const tops = COLOURS.map((colour) => ({ colour, top: 1 + dice(4) }));
  const piles = tops.map(({ colour, top }) => ({ colour, decks: Array.from({ length: top }, () => "A" as const) }));
  const cards = deckOf("A").filter(({ colour, number }) => number > tops.find((one) => one.colour === colour)!.top);
  const hand = { hidden: 0, cards: shuffled(cards, dice) };
  return { piles, areas: [{ row: [], stack: EMPTY_RUN, waste: EMPTY_RUN, hand, beside: NOTHING_BESIDE }], machine: null };
}

export const shown = (table: Table): Card | undefined => top(table.areas[0]!.waste);

/** Whether the card that shows can be played. */
export function isOpen(table: Table): boolean {
  const card = shown(table);
  return card !== undefined && isWanted(table.piles, card);
}

export function turn(table: Table, dice: Dice): Table {
  const events = decide(table, "A", { kind: "turn" }, RULES, { shuffle: (waste) => shuffled(waste, dice) });
  return typeof events === "string" ? begin(dice) : replay(table, events);
}

/** The table once the card that shows was played; null where it does not fit. */
export function play(table: Table): Table | null {
  const events = decide(table, "A", { kind: "play", source: { zone: "waste" }, target: { zone: "centre", pile: null } }, RULES);
  return typeof events === "string" ? null : replay(table, events);
}

/** Cards that the next turn brings; none where the waste is taken up. */
export const toTurn = (table: Table): number => Math.min(RULES.turn, count(table.areas[0]!.hand));

export const isDone = (table: Table): boolean => count(table.areas[0]!.hand) + count(table.areas[0]!.waste) === 0;
