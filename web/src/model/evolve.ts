/** Events, in the past tense, and how each makes the next table. */
import type { Card, Seat } from "./cards";
import { SEATS } from "./cards";
import type { Source } from "./commands";
import { type ActionKind, type Beside, type Machine, type Throw, less } from "./machine";
import {
  type Area,
  EMPTY_RUN,
  type Run,
  type Table,
  areaOf,
  count,
  faceDown,
  top,
  withArea,
} from "./table";

export type Event =
  | { kind: "laid"; seat: Seat; source: Source; pile: number; card: Card }
  | { kind: "stacked"; seat: Seat; source: Source; slot: number; card: Card }
  | { kind: "refilled"; seat: Seat; slot: number; card: Card }
  | { kind: "turned"; seat: Seat; number: number }
  /** The waste became the hand, in the order of `hand`; unknown where that is null. */
  | { kind: "recycled"; seat: Seat; hand: readonly Card[] | null }
  /** Hand and waste of every seat became a hand in a new order. */
  | { kind: "shuffled"; hands: Readonly<Partial<Record<Seat, readonly Card[]>>> }
  | { kind: "ended"; by: Seat | null; why: "stop" | "dead" | "vote" | "host" | "limit" }
  | MachineEvent;

/** What only the Speed Machine brings about. */
export type MachineEvent =
  | { kind: "threw"; throw: Throw }
  | { kind: "quieted"; on: boolean }
  | { kind: "grabbed"; seat: Seat; number: number }
  | { kind: "spent"; seat: Seat; action: ActionKind }
  | { kind: "capped"; seat: Seat; action: ActionKind; pile: number }
  | { kind: "removed"; seat: Seat; slot: number; card: Card }
  | { kind: "passed"; seat: Seat; to: Seat; card: Card }
  | { kind: "widened"; seat: Seat };

export function evolve(table: Table, event: Event): Table {
  switch (event.kind) {
    case "laid":
      return laid(change(table, event.seat, (area) => without(area, event.source)), event);
    case "stacked":
      return change(table, event.seat, (area) =>
        onSlot(without(area, event.source), event.slot, event.card),
      );
    case "refilled":
      return change(table, event.seat, (area) =>
        onSlot(without(area, { zone: "stack" }), event.slot, event.card),
      );
    case "turned":
      return change(table, event.seat, (area) => turned(area, event.number));
    case "recycled":
      return change(table, event.seat, (area) => ({
        ...area,
        waste: EMPTY_RUN,
        hand: event.hand === null ? faceDown(area.waste) : known(event.hand),
      }));
    case "shuffled":
      return SEATS.reduce(
        (all, seat) => change(all, seat, (area) => shuffled(area, event.hands[seat])),
        table,
      );
    case "ended":
      return table;
    default:
      return byMachine(table, event);
  }
}

function byMachine(table: Table, event: MachineEvent): Table {
  switch (event.kind) {
    case "threw":
      return machined(table, (machine) => threw(machine, event.throw));
    case "quieted":
      return machined(table, (machine) => ({ ...machine, quiet: event.on }));
    case "grabbed":
      return grabbed(table, event.seat, event.number);
    case "spent":
      return beside(table, event.seat, ({ held, used, ...rest }) => ({
        ...rest,
        held: less(held, event.action),
        used: [...used, event.action],
      }));
    case "capped":
      return capped(beside(table, event.seat, (own) => ({ ...own, held: less(own.held, event.action) })), event.pile);
    case "removed":
      return beside(
        change(table, event.seat, (area) => without(area, { zone: "row", slot: event.slot })),
        event.seat,
        (own) => ({ ...own, removed: [...own.removed, event.card] }),
      );
    case "passed":
      return change(
        change(table, event.seat, (area) => without(area, { zone: "stack" })),
        event.to,
        (area) => ({ ...area, stack: { ...area.stack, cards: [...area.stack.cards, event.card] } }),
      );
    case "widened":
      return change(table, event.seat, (area) => ({ ...area, row: [...area.row, []] }));
    default:
      return event satisfies never;
  }
}

export const replay = (table: Table, events: readonly Event[]): Table => events.reduce(evolve, table);

function change(table: Table, seat: Seat, next: (area: Area) => Area): Table {
  const area = areaOf(table, seat);
  return area === null ? table : withArea(table, seat, next(area));
}

function laid(table: Table, { pile, card }: Extract<Event, { kind: "laid" }>): Table {
  const piles = [...table.piles];
  const below = piles[pile]?.decks ?? [];
  piles[pile] = { colour: card.colour, decks: [...below, card.deck] };
  return { ...table, piles };
}

const machined = (table: Table, next: (machine: Machine) => Machine): Table =>
  table.machine === null ? table : { ...table, machine: next(table.machine) };

const beside = (table: Table, seat: Seat, next: (beside: Beside) => Beside): Table =>
  change(table, seat, (area) => ({ ...area, beside: next(area.beside) }));

const threw = ({ quiet, toCome, noises, lying }: Machine, one: Throw): Machine => ({
  quiet,
  toCome: less(toCome, one.kind),
  noises: one.noise === null ? noises : less(noises, one.noise),
  lying: [...lying, one],
});

function grabbed(table: Table, seat: Seat, number: number): Table {
  const taken = table.machine?.lying.find((one) => one.number === number);
  if (taken === undefined) return table;
  const left = machined(table, (machine) => ({ ...machine, lying: less(machine.lying, taken) }));
  return beside(left, seat, (own) => ({ ...own, held: [...own.held, taken.kind] }));
}

/** A joker on a pile, as its next card. */
function capped(table: Table, at: number): Table {
  const piles = table.piles.map((pile, index) =>
    index === at ? { ...pile, decks: [...pile.decks, null] } : pile,
  );
  return { ...table, piles };
}

/** The area once the source's top card has left it. */
function without(area: Area, source: Source): Area {
  if (source.zone !== "row") return { ...area, [source.zone]: lessTop(area[source.zone]) };
  const row = area.row.map((slot, at) => (at === source.slot ? slot.slice(0, -1) : slot));
  return { ...area, row };
}

const lessTop = (run: Run): Run =>
  top(run) === undefined
    ? { hidden: Math.max(0, run.hidden - 1), cards: [] }
    : { hidden: run.hidden, cards: run.cards.slice(0, -1) };

const onSlot = (area: Area, slot: number, card: Card): Area => ({
  ...area,
  row: area.row.map((cards, at) => (at === slot ? [...cards, card] : cards)),
});

const known = (cards: readonly Card[]): Run => ({ hidden: 0, cards });

function turned(area: Area, number: number): Area {
  const { hand, waste } = area;
  if (hand.hidden > 0) {
    const covered = { hidden: count(waste) + number, cards: [] };
    return { ...area, hand: { hidden: count(hand) - number, cards: [] }, waste: covered };
  }
  return {
    ...area,
    hand: known(hand.cards.slice(number)),
    waste: { hidden: waste.hidden, cards: [...waste.cards, ...hand.cards.slice(0, number)] },
  };
}

function shuffled(area: Area, order: readonly Card[] | undefined): Area {
  const hidden = { hidden: count(area.hand) + count(area.waste), cards: [] };
  return { ...area, waste: EMPTY_RUN, hand: order === undefined ? hidden : known(order) };
}
