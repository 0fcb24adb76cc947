/** Whoever plays: their rounds and matches go into the book of this device as they end. */

import { sheetLike } from "../components/presets";
import { type Seat, seatIndex } from "../model/cards";
import { parseCommand } from "../model/notation";
import { counted } from "../model/score";
import { count, type Table } from "../model/table";
import type { Store } from "../net/world";
import type { Did, Ended, PublicEvent } from "../protocol";
import { playersOf, ranks } from "../screens/tally";
import type { Snapshot } from "../state/snapshot";
import { type End, type Head, withEnd, withRound, type Where } from "./book";
import { enter } from "./kept";
import { raced } from "./races";

/** What is looked at of a room. */
export type Seen = Pick<Snapshot, "me" | "phase" | "round" | "rules" | "seats" | "scores" | "table" | "ended" | "match" | "lastRefusal">;

export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** The date, in milliseconds. */
  today(): number;
}

/** A room as the screens have it. */
export interface Watched extends Seen {
  now(): number;
  onChange(listener: (seen: Seen) => void): () => void;
  onEvent(listener: (event: PublicEvent) => void): () => void;
}

/** What is counted while a round is played; `whole` where one was there from its beginning. */
interface Counts {
  readonly whole: boolean;
  readonly racesWon: number;
  readonly racesLost: number;
  readonly beaten: number;
}

const UNSEEN: Counts = { whole: false, racesWon: 0, racesLost: 0, beaten: 0 };

export class Keeper {
  #seen: Seen | null = null;
  #counts = UNSEEN;
  /** How long the round was played before, and since when it is now. */
  #ms = 0;
  #since: number | null = null;

  constructor(
    private readonly store: Store,
    private readonly where: Where,
    /** What tells the room from all others. */
    private readonly room: string,
    private readonly clock: Clock,
  ) {}

  /** Called with every change of the room, before its event is told. */
  look(seen: Seen): void {
    const before = this.#seen;
    this.#seen = seen;
    if (seen.round !== before?.round) this.#begin(seen);
    this.#beat(seen);
    if (seen.lastRefusal?.id !== before?.lastRefusal?.id && seen.lastRefusal?.word === "beaten") this.#count("beaten");
    if (seen.ended !== null && seen.ended !== before?.ended) this.#round(seen, seen.ended);
    if (seen.match !== null && seen.match !== before?.match) this.#match(seen, seen.match);
  }

  happened(event: PublicEvent): void {
    if (event.k === "did") this.#did(event);
  }

  /** Another round: one may have been told of its deal, or be welcomed into it later. */
  #begin({ phase, table }: Seen): void {
    const whole = phase !== "round" && phase !== "paused" && table !== null && isUntouched(table);
    this.#counts = { ...UNSEEN, whole };
    this.#ms = 0;
    this.#since = null;
  }

  /** The clock of the round runs while it is played. */
  #beat({ phase }: Seen): void {
    const runs = phase === "round";
    if (runs && this.#since === null) this.#since = this.clock.now();
    if (!runs && this.#since !== null) {
      this.#ms += this.clock.now() - this.#since;
      this.#since = null;
    }
  }

  #count(name: "racesWon" | "racesLost" | "beaten"): void {
    this.#counts = { ...this.#counts, [name]: this.#counts[name] + 1 };
  }

  #did({ s, a }: Did): void {
    const { table = null, me = null } = this.#seen ?? {};
    const command = parseCommand(a);
    if (table === null || me === null || command.kind !== "play" || command.target.zone !== "centre" || command.target.pile === null) return;
    const race = raced(table, s, command.target.pile, me);
    if (race !== null) this.#count(race === "won" ? "racesWon" : "racesLost");
  }

  #round(seen: Seen, { by, why, scores }: Ended): void {
    const { me, round, table } = seen;
    const points = me === null ? null : (scores[seatIndex(me)] ?? null);
    if (me === null || points === null) return;
    const { whole, ...races } = this.#counts;
    const laid = table === null ? 0 : (counted(table, me)?.centre ?? 0);
    const ms = whole ? this.#ms + (this.#since === null ? 0 : this.clock.now() - this.#since) : null;
    const played = { number: round, points, laid, ms: ms === null ? null : Math.round(ms), stopped: why === "stop" && by === me, ...races };
    enter(this.store, (book) => withRound(book, this.#head(seen, scores), played));
  }

  #match(seen: Seen, { winners, totals }: NonNullable<Seen["match"]>): void {
    const { me } = seen;
    if (me === null) return;
    const end = endOf(seen, me, winners, totals);
    enter(this.store, (book) => withEnd(book, this.#id(seen), end));
  }

  #head(seen: Seen, scores: Ended["scores"]): Head {
    return { id: this.#id(seen), where: this.where, sheet: sheetLike(seen.rules), at: this.clock.today(), seats: scores.filter((score) => score !== null).length };
  }

  /** Rounds are counted on through a room's matches: the first one names the match. */
  #id = ({ round, scores }: Seen): string => `${this.room}.${round - scores.length + 1}`;
}

/** Whether nobody has laid or turned a card since the deal. */
const isUntouched = ({ piles, areas }: Table): boolean => piles.length === 0 && areas.every((area) => area === null || count(area.waste) === 0);

/** How a match ended for one seat, among those that were dealt in. */
function endOf({ seats, scores }: Seen, me: Seat, winners: readonly Seat[], totals: readonly number[]): End {
  const played = playersOf(scores);
  const totalOf = (seat: Seat): number => totals[seatIndex(seat)] ?? 0;
  const place = ranks(played.map(totalOf))[played.indexOf(me)] ?? 1;
  const won = winners.includes(me);
  // Rounds won may weigh more than points: then the winner is first, and nobody else.
  const isAhead = (other: Seat): boolean => (Number(won) - Number(winners.includes(other)) || totalOf(me) - totalOf(other)) > 0;
  const people = seats.filter(({ seat, kind }) => seat !== me && kind === "person" && played.includes(seat));
  return { points: totalOf(me), place: won ? 1 : Math.max(2, place), won, opponents: people.map(({ seat, name }) => ({ name, ahead: isAhead(seat) })) };
}

/** Keeps the book of whoever plays in a room, for as long as it is open. */
export function keepBook(room: Watched, where: Where, name: string, store: Store): void {
  const keeper = new Keeper(store, where, name, { now: () => room.now(), today: () => Date.now() });
  room.onChange((seen) => keeper.look(seen));
  room.onEvent((event) => keeper.happened(event));
  const { me, phase, round, rules, seats, scores, table, ended, match, lastRefusal } = room;
  keeper.look({ me, phase, round, rules, seats, scores, table, ended, match, lastRefusal });
}
