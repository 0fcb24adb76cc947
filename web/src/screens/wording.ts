/** The table's words in the chosen language. */

import { type Key, t } from "../messages/words.svelte";
import type { Card, Colour, Seat } from "../model/cards";
import type { Refusal } from "../state/snapshot";
import type { Words } from "../table/words";

export const cardWords = ({ colour, number }: Pick<Card, "colour" | "number">): string => t("card.name", { colour, number });

/** Words that mean something else of an action card than of a card that is laid. */
const OF_MACHINE: readonly Key[] = ["refusal.grab.not-yet", "refusal.grab.empty", "refusal.use.empty", "refusal.use.does-not-fit"];

/** What is said of a refusal. */
export function refusalKey({ word, command }: Pick<Refusal, "word" | "command">): Key {
  return OF_MACHINE.find((key) => key === `refusal.${command?.kind}.${word}`) ?? `refusal.${word}`;
}

/** Read afresh for every label, so that a change of language reaches the table. */
export function tableWords(nameOf: (seat: Seat) => string): Words {
  return {
    colour: (colour) => t(`colour.${colour}`),
    pile: (colour, number, deck, rests) => {
      const card = cardWords({ colour, number });
      const pile = deck === null ? card : t("card.pile", { card, name: nameOf(deck) });
      return rests ? t("card.resting", { pile }) : pile;
    },
    piles: pilesWords,
    own: (zone, slot, card, n) => own(zone, slot + 1, card, n),
    hand: (left, waste, turn) =>
      left > 0 ? t("table.turn", { turn: Math.min(turn, left), n: left }) : waste > 0 ? t("table.takeUp", { n: waste }) : t("table.handEmpty"),
    stop: () => t("table.stop"),
    stopLabel: () => t("table.stopLabel"),
    seat: (name, n, here, bot) =>
      n === null
        ? t("table.seatWaits", { name, who: bot ? "bot" : here ? "person" : "away" })
        : t(bot ? "table.seatBot" : here ? "table.seat" : "table.seatAway", { name, n }),
  };
}

/** Top numbers of a colour, from low to high; like ones are told together. */
export function topsWords(colour: Colour, tops: readonly number[]): string {
  const numbers = [...new Set(tops)].map((number) => {
    const n = tops.filter((top) => top === number).length;
    return n === 1 ? String(number) : t("say.several", { n, number });
  });
  return t("say.colour", { colour, numbers: numbers.join(", ") });
}

function pilesWords(colour: Colour, tops: readonly number[], finished: number): string {
  const open = tops.length === 0 ? t("say.none", { colour }) : topsWords(colour, tops);
  return finished === 0 ? open : `${open}; ${t("say.finished", { n: finished })}`;
}

function own(zone: "row" | "stack" | "waste", slot: number, card: Card | null, n: number): string {
  if (card === null) return t(`table.${zone}Empty`, { slot });
  return t(`table.${zone}`, { slot, card: cardWords(card), n });
}
