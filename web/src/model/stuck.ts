/** Whether a round is dead: no seat, on its own, can ever again lay a card or lessen its stack. */
import { turnSize } from "./actions";
import { SEATS, type Card, type Seat } from "./cards";
import { isKeptBack, isWanted, stacks } from "./decide";
import { mayGrab } from "./grabs";
import type { Rules } from "./rules";
import { type Area, FULL_PILE, type Table, areaOf, top } from "./table";

/** `soft`: dead as the cards lie, but not if all hands were shuffled. */
export type Stuck = "no" | "soft" | "hard";

/** Situations that are looked at for one seat before it is taken for alive. */
const EFFORT = 10_000;

/** Of a table seen whole; seats in `frozen` play no more and do not count. */
export function stuck(table: Table, rules: Rules, frozen: readonly Seat[] = []): Stuck {
  const playing = SEATS.filter((seat) => areaOf(table, seat) !== null && !frozen.includes(seat));
  if (machineHelps(table, playing)) return "no";
  const outlooks = playing.map((seat) => new Outlook(table, areaOf(table, seat)!, rules));
  const hopeful = outlooks.filter((seat) => seat.aliveShuffled());
  if (hopeful.length === 0) return "hard";
  if (rules.recycle === "shuffle") return "no";
  return hopeful.some((seat) => seat.aliveKept()) ? "no" : "soft";
}

/** Whether the Speed Machine still has something for a seat that plays. */
function machineHelps(table: Table, playing: readonly Seat[]): boolean {
  const { machine, piles } = table;
  if (machine === null) return false;
  const held = playing.flatMap((seat) => areaOf(table, seat)?.beside.held ?? []);
  const jokerGoes = piles.some(({ decks }) => decks.length < FULL_PILE);
  const pending = held.some((kind) => kind !== "joker" || jokerGoes);
  const grabs = machine.lying.some((lying) => playing.some((seat) => mayGrab(table, lying, seat)));
  return pending || grabs || machine.toCome.length > 0;
}

/** What one seat could come to, the centre as it is. */
class Outlook {
  /** Waste and hand, in the order in which a whole pass would turn them. */
  readonly #cards: readonly Card[];
  readonly #tops: readonly Card[];
  readonly #stack: Card | undefined;
  readonly #turn: number;

  constructor(
    private readonly table: Table,
    private readonly area: Area,
    private readonly rules: Rules,
  ) {
    this.#cards = [...area.waste.cards, ...area.hand.cards];
    this.#tops = area.row.flatMap((slot) => slot.slice(-1));
    this.#stack = top(area.stack);
    this.#turn = turnSize(area, rules);
  }

  /** Whether it can go on if every card of hand and waste can come up. */
  aliveShuffled(): boolean {
    return this.#open() || this.#cards.some((card) => this.#wanted(card)) || this.#stairs();
  }

  /** Whether it can go on if they come up in the order in which they lie. */
  aliveKept(): boolean {
    const places = showing(this.#cards.length, this.area.waste.cards.length, this.#turn);
    const shown = places.map((place) => this.#cards[place - 1]!);
    return this.#open() || shown.some((card) => this.#wanted(card)) || this.#laying();
  }

  #wanted(card: Card): boolean {
    return isWanted(this.table.piles, card);
  }

  /** Whether it can lay a card or lessen its stack without hand and waste. */
  #open(): boolean {
    if (this.#tops.some((card) => this.#wanted(card))) return true;
    const stack = this.#stack;
    if (stack === undefined) return false;
    const banned = isKeptBack({ zone: "stack" }, stack, this.rules);
    const free = this.#tops.length < this.area.row.length;
    return free || (this.#wanted(stack) && !banned) || this.#carried(this.#tops);
  }

  /** Whether the stack's top could be put down on one of these (Profi). */
  #carried(tops: readonly Card[]): boolean {
    const stack = this.#stack;
    return stack !== undefined && tops.some((below) => this.#goesOn(stack, below));
  }

  #goesOn(card: Card, below: Card): boolean {
    return this.rules.profi === "on" && stacks(card, below, this.rules);
  }

  /** Whether hand and waste could be laid down until the stack's top goes on them. */
  #stairs(): boolean {
    const tops = [...this.#tops];
    for (const card of [...this.#cards].sort((one, other) => other.number - one.number)) {
      if (tops.some((below) => this.#goesOn(card, below))) tops.push(card);
    }
    return this.#carried(tops);
  }

  /** Whether some order of Profi's moves from the waste frees something, or too many to look at. */
  #laying(): boolean {
    if (this.rules.profi === "off") return false;
    const first: Situation = { left: this.#cards, tops: this.#tops, waste: this.area.waste.cards.length };
    const seen = new Set([keyOf(first)]);
    for (const ahead = [first]; ahead.length > 0; ) {
      for (const next of this.#after(ahead.pop()!)) {
        if (next === "free" || seen.size >= EFFORT) return true;
        const key = keyOf(next);
        if (!seen.has(key)) ahead.push(next);
        seen.add(key);
      }
    }
    return false;
  }

  *#after({ left, tops, waste }: Situation): Generator<Situation | "free"> {
    for (const shown of showing(left.length, waste, this.#turn)) {
      const card = left[shown - 1]!;
      if (this.#wanted(card)) yield "free";
      for (const below of tops) {
        if (!this.#goesOn(card, below)) continue;
        if (this.#carried([card])) yield "free";
        const ownPhase = (shown - 1) % this.#turn > 0 && shown < left.length;
        yield {
          left: left.filter((one) => one !== card),
          tops: tops.map((one) => (one === below ? card : one)),
          waste: ownPhase ? shown - 1 : 0,
        };
      }
    }
  }
}

/** Cards left in waste and hand, the tops of the row, and how many of the cards lie in the waste. */
interface Situation {
  readonly left: readonly Card[];
  readonly tops: readonly Card[];
  readonly waste: number;
}

const keyOf = ({ left, tops, waste }: Situation): string =>
  [left, tops].map((cards) => cards.map(({ colour, number }) => colour + number).join()).join("|") +
  waste;

/** How many cards lie in the waste each time that one shows, in this pass and in whole ones. */
function showing(cards: number, waste: number, turn: number): number[] {
  const places: number[] = cards > 0 ? [cards] : [];
  for (const start of [waste, 0]) {
    for (let place = start || turn; place < cards; place += turn) places.push(place);
  }
  return places;
}
