/** What is legal: a command becomes events, or the word of its refusal. */
import { type Card, type Seat, sameCard, seatIndex } from "./cards";
import { ACTIONS, refill, turnSize } from "./actions";
import type { Command, Play, Source, Target, Use } from "./commands";
import { type Event, evolve, replay } from "./evolve";
import { mayGrab } from "./grabs";
import { NOTHING_BESIDE, thrown } from "./machine";
import type { Rules } from "./rules";
import { type Area, EMPTY_RUN, FULL_PILE, type Pile, type Table, areaOf, count, isCleared, top } from "./table";
import type { RefusalWord } from "./words";

/** What a command may come with. */
export interface Circumstances {
  /** The card that is meant: another that lies there by now is not played. */
  readonly card?: Card | null;
  /** The order that chance gives a waste which is taken up; else it keeps its own. */
  readonly shuffle?: (waste: readonly Card[]) => readonly Card[];
}

/** The area of a seat that was not dealt in. */
const NOTHING: Area = {
  row: [],
  stack: EMPTY_RUN,
  waste: EMPTY_RUN,
  hand: EMPTY_RUN,
  beside: NOTHING_BESIDE,
};

export const fits = (card: Card, pile: Pile): boolean =>
  pile.colour === card.colour &&
  pile.decks.length === card.number - 1 &&
  pile.decks.length < FULL_PILE;

/** Whether the centre has a place for a card: a 1 starts a pile whenever it comes. */
export const isWanted = (piles: readonly Pile[], card: Card): boolean => card.number === 1 || piles.some((pile) => fits(card, pile));

/** Whether a card may not go to the centre from where it lies: a 1 on the stack, under some rules. */
export const isKeptBack = ({ zone }: Source, card: Card, rules: Rules): boolean =>
  zone === "stack" && card.number === 1 && rules.ligretto_to_centre === "no_ones";

/** Whether `card` may be laid down on `below` in a row (Profi). */
export function stacks(card: Card, below: Card, rules: Rules): boolean {
  if (card.colour === below.colour) return false;
  return rules.profi_step === "one"
    ? card.number === below.number - 1
    : card.number < below.number;
}

/** The card a source would give, or undefined where it is empty or not known. */
export function topOf(area: Area, source: Source): Card | undefined {
  return source.zone === "row" ? area.row[source.slot]?.at(-1) : top(area[source.zone]);
}

export const sourcesOf = (area: Area): Source[] => [
  ...area.row.map((_, slot): Source => ({ zone: "row", slot })),
  { zone: "stack" },
  { zone: "waste" },
];

/** Under `stop=auto` a round with a cleared stack is over. */
export const isOver = (table: Table, rules: Rules): boolean =>
  rules.stop === "auto" && table.areas.some((area) => area !== null && isCleared(area));

/** Every place where the source's top card could go, piles first in the order of their start. */
export function targets(table: Table, seat: Seat, source: Source, rules: Rules): Target[] {
  const row = areaOf(table, seat)?.row ?? [];
  const places: Target[] = [
    ...Array.from({ length: table.piles.length + 1 }, (_, pile): Target => ({ zone: "centre", pile })),
    ...row.map((_, slot): Target => ({ zone: "row", slot })),
  ];
  return places.filter((target) => {
    const command: Command = { kind: "play", source, target };
    return typeof decide(table, seat, command, rules) !== "string";
  });
}

/** Every legal command of a seat, plays naming their pile. */
export function legal(table: Table, seat: Seat, rules: Rules): Command[] {
  const area = areaOf(table, seat);
  if (area === null) return [];
  const plays = sourcesOf(area).flatMap((source) =>
    targets(table, seat, source, rules).map((target): Command => ({ kind: "play", source, target })),
  );
  const others = (["turn", "stop"] as const)
    .map((kind): Command => ({ kind }))
    .filter((command) => typeof decide(table, seat, command, rules) !== "string");
  return [...plays, ...others, ...legalByMachine(table, seat, rules)];
}

function legalByMachine(table: Table, seat: Seat, rules: Rules): Command[] {
  const grabs = (table.machine?.lying ?? []).map(({ number }): Command => ({ kind: "grab", number }));
  const held = new Set(areaOf(table, seat)?.beside.held);
  const uses = [...held].flatMap((action) =>
    (ACTIONS[action].places?.(table, seat) ?? []).map((place): Command => ({ kind: "use", action, place })),
  );
  return [...grabs, ...uses].filter((command) => typeof decide(table, seat, command, rules) !== "string");
}

/** What the command does to the table, or why it is refused. */
export function decide(
  table: Table,
  seat: Seat,
  command: Command,
  rules: Rules,
  { card = null, shuffle = (waste) => waste }: Circumstances = {},
): Event[] | RefusalWord {
  if (isOver(table, rules)) return "round-over";
  if (seatIndex(seat) >= table.areas.length) return "no-such-place";
  const area = areaOf(table, seat) ?? NOTHING;
  switch (command.kind) {
    case "turn":
      return turn(area, seat, rules, shuffle);
    case "stop":
      return area !== NOTHING && isCleared(area)
        ? [{ kind: "ended", by: seat, why: "stop" }]
        : "not-yet";
    case "play":
      return withEnd(table, seat, play(table, area, seat, command, card, rules), rules);
    case "grab":
      return withEnd(table, seat, grab(table, seat, command.number, rules), rules);
    case "use":
      return withEnd(table, seat, use(table, area, seat, command, card, rules), rules);
    default:
      return command satisfies never;
  }
}

/** What taking a lying card does, or why it cannot be taken. */
function grab(table: Table, seat: Seat, number: number | null, rules: Rules): Event[] | RefusalWord {
  const { machine } = table;
  if (machine === null || areaOf(table, seat) === null) return "not-allowed";
  if (number !== null && (number < 1 || number > thrown(machine))) return "no-such-place";
  const wanted = machine.lying.filter((one) => number === null || one.number === number);
  if (wanted.length === 0) return "empty";
  const mine = wanted.filter((one) => mayGrab(table, one, seat)).at(-1);
  if (mine === undefined) return "not-yet";
  const grabbed: Event = { kind: "grabbed", seat, number: mine.number };
  return [grabbed, ...(ACTIONS[mine.kind].atOnce?.(evolve(table, grabbed), seat, rules) ?? [])];
}

function use(
  table: Table,
  area: Area,
  seat: Seat,
  { action, place }: Use,
  card: Card | null,
  rules: Rules,
): Event[] | RefusalWord {
  if (table.machine === null) return "not-allowed";
  const decided = ACTIONS[action].use?.({ table, area, seat, rules, card }, place) ?? "empty";
  if (decided !== "no-such-place" && !area.beside.held.includes(action)) return "empty";
  return decided;
}

function turn(area: Area, seat: Seat, rules: Rules, shuffle: NonNullable<Circumstances["shuffle"]>): Event[] | RefusalWord {
  const { hand, waste } = area;
  if (count(hand) > 0) {
    return [{ kind: "turned", seat, number: Math.min(turnSize(area, rules), count(hand)) }];
  }
  if (count(waste) === 0) return "empty";
  return [{ kind: "recycled", seat, hand: waste.hidden > 0 ? null : shuffle(waste.cards) }];
}

/** The events of a play, and under `stop=auto` the end that an emptied stack brings. */
function withEnd(
  table: Table,
  seat: Seat,
  events: Event[] | RefusalWord,
  rules: Rules,
): Event[] | RefusalWord {
  if (typeof events === "string" || rules.stop !== "auto") return events;
  if (!isOver(replay(table, events), rules)) return events;
  return [...events, { kind: "ended", by: seat, why: "stop" }];
}

function play(
  table: Table,
  area: Area,
  seat: Seat,
  { source, target }: Play,
  meant: Card | null,
  rules: Rules,
): Event[] | RefusalWord {
  if (!isPlace(table, area, source, target)) return "no-such-place";
  const card = topOf(area, source);
  if (card === undefined) return isEmpty(area, source) ? "empty" : "moved-on";
  if (meant !== null && !sameCard(meant, card)) return "moved-on";
  if (target.zone === "row") return ontoRow(area, seat, source, target.slot, card, rules);
  return toCentre(table, seat, source, target.pile, card, rules);
}

function isPlace(table: Table, area: Area, source: Source, target: Target): boolean {
  const isSlot = (slot: number) => area.row[slot] !== undefined;
  if (source.zone === "row" && !isSlot(source.slot)) return false;
  if (target.zone === "row") return isSlot(target.slot);
  return target.pile === null || (target.pile >= 0 && target.pile <= table.piles.length);
}

const isEmpty = (area: Area, source: Source): boolean =>
  source.zone === "row" || count(area[source.zone]) === 0;

function ontoRow(
  area: Area,
  seat: Seat,
  source: Source,
  slot: number,
  card: Card,
  rules: Rules,
): Event[] | RefusalWord {
  const below = area.row[slot]!.at(-1);
  if (source.zone === "row" || (source.zone === "waste" && rules.profi === "off")) return "not-allowed";
  if (below === undefined) {
    return source.zone === "stack" ? [{ kind: "refilled", seat, slot, card }] : "does-not-fit";
  }
  if (rules.profi === "off") return "slot-taken";
  return stacks(card, below, rules) ? [{ kind: "stacked", seat, source, slot, card }] : "does-not-fit";
}

function toCentre(
  table: Table,
  seat: Seat,
  source: Source,
  named: number | null,
  card: Card,
  rules: Rules,
): Event[] | RefusalWord {
  if (isKeptBack(source, card, rules)) return "not-from-stack";
  const pile = named ?? firstFitting(table.piles, card);
  if (!takes(table.piles, pile, card)) return "does-not-fit";
  const laid: Event = { kind: "laid", seat, source, pile, card };
  return [laid, ...refilled(evolve(table, laid), seat, source, rules)];
}

/** A 1 starts a pile, numbered one more than there are; −1 where nothing fits. */
const firstFitting = (piles: readonly Pile[], card: Card): number =>
  card.number === 1 ? piles.length : piles.findIndex((pile) => fits(card, pile));

function takes(piles: readonly Pile[], index: number, card: Card): boolean {
  const pile = piles[index];
  return pile === undefined ? card.number === 1 && index === piles.length : fits(card, pile);
}

/** The refill of a slot that a play freed. */
function refilled(table: Table, seat: Seat, source: Source, rules: Rules): Event[] {
  const area = areaOf(table, seat);
  const freed = area && source.zone === "row" && area.row[source.slot]!.length === 0;
  return freed ? refill(area, seat, source.slot, rules) : [];
}
