/** The drill of the eye: four piles, five cards, and exactly one of them fits. */
import { COLOURS, type Card, type Colour } from "../../model/cards";
import { type Dice, shuffled } from "../../model/chance";
import { isWanted } from "../../model/decide";
import type { Pile } from "../../model/table";

export interface Question {
  readonly piles: readonly Pile[];
  readonly cards: readonly Card[];
  /** Which of the cards fits. */
  readonly right: number;
}

const CARDS = 5;

const pileOf = (colour: Colour, top: number): Pile => ({ colour, decks: Array.from({ length: top }, () => "A" as const) });

export function ask(dice: Dice): Question {
  const piles = COLOURS.map((colour) => pileOf(colour, 1 + dice(9)));
  const all = COLOURS.flatMap((colour) => Array.from({ length: 9 }, (_, at): Card => ({ colour, number: at + 2, deck: "A" })));
  const mixed = shuffled(all, dice);
  const [fitting] = mixed.filter((card) => isWanted(piles, card));
  const others = mixed.filter((card) => !isWanted(piles, card)).slice(0, CARDS - 1);
  const cards = shuffled([fitting!, ...others], dice);
  return { piles, cards, right: cards.indexOf(fitting!) };
}
