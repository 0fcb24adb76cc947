/** Positions of the table notation, written. */
import { type Card, type Seat, SEATS } from "./cards";
import { type Machine, NOTHING_BESIDE } from "./machine";
import { MACHINE, besideWords } from "./machine-notation";
import { writeCard } from "./notation";
import type { Area, Table } from "./table";

export function writePosition(table: Table): string {
  const piles = table.piles.map(({ colour, decks }) => `${colour}:${decks.map((deck) => deck ?? "*").join("")}`);
  const { machine } = table;
  const areas = table.areas.map((own, index) => {
    const seat = SEATS[index]!;
    const four = own === null ? "- | - | - | -" : writeArea(own, seat);
    if (machine === null) return four;
    const fifth = besideWords(own?.beside ?? NOTHING_BESIDE, (card) => writeCard(card, seat));
    return `${four} | ${fifth.join(" ") || "-"}`;
  });
  const last = machine === null ? [] : [writeMachine(machine)];
  return [piles.join(" ") || "-", ...areas, ...last].join(" / ");
}

function writeArea({ row, stack, waste, hand }: Area, seat: Seat): string {
  const cards = (list: readonly Card[], between: string): string =>
    list.map((one) => writeCard(one, seat)).join(between);
  const runs = [stack, waste, hand].map((run) =>
    [run.hidden ? `?${run.hidden}` : "", cards(run.cards, " ")].filter(Boolean).join(" "),
  );
  const slots = row.map((slot) => cards(slot, ">") || "-").join(" ");
  return [slots, ...runs].map((field) => field || "-").join(" | ");
}

/** The last section of a position; nothing of it is hidden, since nothing has an order. */
export function writeMachine({ quiet, toCome, noises, lying }: Machine): string {
  const throws = lying.map(({ number, kind, noise }) => `${number}:${kind}${noise === null ? "" : `@${noise}`}`);
  const fields = [counts(toCome), counts(noises), throws.join(" ")];
  return `${MACHINE} ${quiet ? "quiet" : "noises"} | ${fields.map((field) => field || "-").join(" | ")}`;
}

const counts = (items: readonly string[]): string =>
  [...new Set(items)].map((item) => `${item}:${items.filter((one) => one === item).length}`).join(" ");
