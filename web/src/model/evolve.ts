/** Events, in the past tense, and how each makes the next table. */
import type { Card, Seat } from "./cards";
import { SEATS } from "./cards";
import type { Source } from "./commands";
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
  | { kind: "ended"; by: Seat | null; why: "stop" | "dead" | "vote" | "host" };

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
