/** What a seat could do, as far as everyone can see, and what each of it is good for. */
import { type Card, SEATS, type Seat } from "../../model/cards";
import type { Command, Place, Source } from "../../model/commands";
import { isKeptBack, isWanted, sourcesOf, stacks, topOf } from "../../model/decide";
import { mayGrab } from "../../model/grabs";
import { writeCommand } from "../../model/notation";
import type { Rules } from "../../model/rules";
import { type Area, FULL_PILE, type Table, areaOf, count, isCleared, top } from "../../model/table";

/** What a command is good for, the most useful first. */
export const USES = [
  "stop",
  "grab",
  "action",
  "stack to centre",
  "row to centre",
  "fill",
  "stack to row",
  "waste to centre",
  /** A waste card laid on the row, on which the stack's top could be laid next. */
  "freeing",
  /** A waste card laid on the row for what may lie beneath. */
  "biding",
] as const;
export type Use = (typeof USES)[number];

/** A command that looks legal; `card` is what is moved, `slot` where to if onto the row. */
export interface Choice {
  readonly use: Use;
  readonly command: Command;
  readonly card: Card | null;
  readonly slot: number | null;
}

/** What there is to notice; it stays the same when a card comes from the stack to the row. */
export function chanceOf({ use, command, card, slot }: Choice): string {
  if (use === "grab" || use === "action") return writeCommand(command);
  return card === null ? use : `${card.colour}${card.number}${card.deck} ${slot ?? "centre"}`;
}

/** Whether it leaps to the eye or ear: an empty stack does, a noise, and a 1. */
export const isSalient = ({ card, slot }: Choice): boolean => card === null || (slot === null && card.number === 1);

const choice = (use: Use, command: Command, card: Card | null = null, slot: number | null = null): Choice => ({ use, command, card, slot });

/** Everything but turning that a seat could do with a legal command. */
export function choices(table: Table, seat: Seat, rules: Rules): Choice[] {
  const area = areaOf(table, seat);
  if (area === null) return [];
  const stops = isCleared(area) ? [choice("stop", { kind: "stop" })] : [];
  return [
    ...stops,
    ...grabs(table, seat),
    ...actions(table, seat, area),
    ...toCentre(table, area, rules),
    ...ontoRow(area, rules),
  ];
}

function toCentre(table: Table, area: Area, rules: Rules): Choice[] {
  return tops(area)
    .filter(([source, card]) => isWanted(table.piles, card) && !isKeptBack(source, card, rules))
    .map(([source, card]) => choice(useInCentre(source), toAnyPile(source), card));
}

const toAnyPile = (source: Source): Command => ({ kind: "play", source, target: { zone: "centre", pile: null } });

function useInCentre({ zone }: Source): Use {
  if (zone === "stack") return "stack to centre";
  return zone === "waste" ? "waste to centre" : "row to centre";
}

function ontoRow(area: Area, rules: Rules): Choice[] {
  const [stack, waste] = [top(area.stack), top(area.waste)];
  return area.row.flatMap((cards, slot) => {
    const below = cards.at(-1);
    const goes = (card: Card | undefined): card is Card => card !== undefined && below !== undefined && rules.profi === "on" && stacks(card, below, rules);
    const to = (zone: "stack" | "waste"): Command => ({ kind: "play", source: { zone }, target: { zone: "row", slot } });
    const found: Choice[] = [];
    if (stack !== undefined && below === undefined) found.push(choice("fill", to("stack"), stack, slot));
    if (goes(stack)) found.push(choice("stack to row", to("stack"), stack, slot));
    if (goes(waste)) found.push(choice(stack !== undefined && stacks(stack, waste, rules) ? "freeing" : "biding", to("waste"), waste, slot));
    return found;
  });
}

function grabs(table: Table, seat: Seat): Choice[] {
  const lying = table.machine?.lying ?? [];
  return lying.filter((one) => mayGrab(table, one, seat)).map(({ number }) => choice("grab", { kind: "grab", number }));
}

/** The held action cards that are worth using now. */
function actions(table: Table, seat: Seat, area: Area): Choice[] {
  const { held } = area.beside;
  const use = (action: "joker" | "remove" | "voila", place: Place): Choice => choice("action", { kind: "use", action, place });
  const found: Choice[] = [];
  if (held.includes("joker")) found.push(...pilesForJoker(table, area).map((pile) => use("joker", { on: "pile", pile })));
  if (count(area.stack) === 0) return found;
  const stuck = held.includes("remove") ? stuckSlot(table, area) : null;
  if (stuck !== null) found.push(use("remove", { on: "slot", slot: stuck }));
  const other = held.includes("voila") ? nearestToEnd(table, seat) : null;
  if (other !== null) found.push(use("voila", { on: "seat", seat: other }));
  return found;
}

/** The piles on which a joker lets an own card follow; any, when only jokers are left. */
function pilesForJoker(table: Table, area: Area): number[] {
  const own = tops(area).map(([, card]) => card);
  return table.piles.flatMap(({ colour, decks }, pile) => {
    const opens = own.some((card) => card.colour === colour && card.number === decks.length + 2);
    return decks.length < FULL_PILE && (opens || count(area.stack) === 0) ? [pile] : [];
  });
}

/** The slot whose card will be wanted last of those that fit nowhere now. */
function stuckSlot(table: Table, area: Area): number | null {
  const stuck = area.row.flatMap((cards, slot) => {
    const card = cards.at(-1);
    return card === undefined || isWanted(table.piles, card) ? [] : [{ number: card.number, slot }];
  });
  stuck.sort((one, other) => other.number - one.number || other.slot - one.slot);
  return stuck[0]?.slot ?? null;
}

function nearestToEnd(table: Table, seat: Seat): Seat | null {
  const left = (one: Seat): number => count(areaOf(table, one)!.stack);
  const others = SEATS.filter((one) => one !== seat && areaOf(table, one) !== null);
  return others.sort((one, other) => left(one) - left(other))[0] ?? null;
}

/** The plays of own cards that fit nowhere. */
export function misfits(table: Table, seat: Seat): Command[] {
  const area = areaOf(table, seat);
  return area === null ? [] : tops(area).filter(([, card]) => !isWanted(table.piles, card)).map(([source]) => toAnyPile(source));
}

function tops(area: Area): [Source, Card][] {
  return sourcesOf(area).flatMap((source): [Source, Card][] => {
    const card = topOf(area, source);
    return card === undefined ? [] : [[source, card]];
  });
}
