/** What was played on one device, as a book: sums for good, the latest matches, and whom one met. */

import type { Sheet } from "../components/presets";

export type Where = "table" | "practice";

/** What came of rounds and matches of one kind. */
export interface Sums {
  /** Matches that were played to their end, and those that were won. */
  readonly matches: number;
  readonly won: number;
  readonly rounds: number;
  /** The most points of a round; null before the first. */
  readonly best: number | null;
  /** Cards laid in the middle. */
  readonly laid: number;
  /** Those of rounds that were seen whole, and how long these took. */
  readonly timed: number;
  readonly ms: number;
  readonly racesWon: number;
  readonly racesLost: number;
  /** Cards that were played a moment too late. */
  readonly beaten: number;
  /** Rounds that one stopped. */
  readonly stops: number;
}

export interface Kind {
  readonly where: Where;
  readonly sheet: Sheet;
}

export interface Line extends Kind, Sums {}

/** What says which match it is. */
export interface Head extends Kind {
  readonly id: string;
  /** When it was played, as `Date.now()` says it. */
  readonly at: number;
  /** How many played. */
  readonly seats: number;
}

export interface Match extends Head {
  /** The number of the last round that was entered; numbers only rise. */
  readonly last: number;
  readonly rounds: number;
  readonly points: number;
  /** null as long as it has no end. */
  readonly place: number | null;
  readonly won: boolean;
}

/** Somebody of that name, in matches that came to their end. */
export interface Met {
  readonly name: string;
  readonly met: number;
  /** How often one came out ahead of them. */
  readonly ahead: number;
}

export interface Book {
  readonly lines: readonly Line[];
  /** The latest first. */
  readonly matches: readonly Match[];
  readonly met: readonly Met[];
}

export interface RoundPlayed extends Pick<Sums, "racesWon" | "racesLost" | "beaten"> {
  readonly number: number;
  readonly points: number;
  readonly laid: number;
  /** How long it took; null where one was not there from its beginning. */
  readonly ms: number | null;
  readonly stopped: boolean;
}

export interface Opponent {
  readonly name: string;
  /** Whether one came out ahead of them. */
  readonly ahead: boolean;
}

export interface End {
  readonly points: number;
  readonly place: number;
  readonly won: boolean;
  readonly opponents: readonly Opponent[];
}

export const MOST_MATCHES = 50;
export const MOST_MET = 200;

export const EMPTY: Book = { lines: [], matches: [], met: [] };

export const NOTHING: Sums = { matches: 0, won: 0, rounds: 0, best: null, laid: 0, timed: 0, ms: 0, racesWon: 0, racesLost: 0, beaten: 0, stops: 0 };

/** The book with a round of a match in it; one that is in it already changes nothing. */
export function withRound(book: Book, head: Head, round: RoundPlayed): Book {
  const known = book.matches.find(({ id }) => id === head.id);
  if (known !== undefined && (known.last >= round.number || known.place !== null)) return book;
  const before = known ?? { ...head, rounds: 0, points: 0, place: null, won: false };
  const match = { ...before, last: round.number, rounds: before.rounds + 1, points: before.points + round.points };
  return { ...book, lines: added(book.lines, head, sumsOf(round)), matches: latest(book.matches, match) };
}

function sumsOf({ points, laid, ms, stopped, racesWon, racesLost, beaten }: RoundPlayed): Sums {
  const seen = ms === null ? { timed: 0, ms: 0 } : { timed: laid, ms };
  return { ...NOTHING, rounds: 1, best: points, laid, ...seen, racesWon, racesLost, beaten, stops: stopped ? 1 : 0 };
}

/** The book with the end of a match that one has played in; a second end changes nothing. */
export function withEnd(book: Book, id: string, { points, place, won, opponents }: End): Book {
  const match = book.matches.find((one) => one.id === id);
  if (match === undefined || match.place !== null) return book;
  const lines = added(book.lines, match, { ...NOTHING, matches: 1, won: won ? 1 : 0 });
  return { lines, matches: latest(book.matches, { ...match, points, place, won }), met: opponents.reduce(withMet, book.met) };
}

function withMet(all: readonly Met[], { name, ahead }: Opponent): readonly Met[] {
  const before = all.find((one) => one.name === name) ?? { name, met: 0, ahead: 0 };
  const now = { ...before, met: before.met + 1, ahead: before.ahead + (ahead ? 1 : 0) };
  return [now, ...all.filter((one) => one.name !== name)].slice(0, MOST_MET);
}

const latest = (matches: readonly Match[], match: Match): readonly Match[] => [match, ...matches.filter(({ id }) => id !== match.id)].slice(0, MOST_MATCHES);

const isOf = (one: Kind, other: Kind): boolean => one.where === other.where && one.sheet === other.sheet;

function added(lines: readonly Line[], kind: Kind, more: Sums): readonly Line[] {
  const { where, sheet } = kind;
  const before = lines.find((line) => isOf(line, kind)) ?? NOTHING;
  return [...lines.filter((line) => !isOf(line, kind)), { where, sheet, ...sum([before, more]) }];
}

/** All of these together. */
export function sum(all: readonly Sums[]): Sums {
  const total = (name: Exclude<keyof Sums, "best">): number => all.reduce((so, one) => so + one[name], 0);
  const bests = all.flatMap(({ best }) => best ?? []);
  return {
    matches: total("matches"),
    won: total("won"),
    rounds: total("rounds"),
    best: bests.length === 0 ? null : Math.max(...bests),
    laid: total("laid"),
    timed: total("timed"),
    ms: total("ms"),
    racesWon: total("racesWon"),
    racesLost: total("racesLost"),
    beaten: total("beaten"),
    stops: total("stops"),
  };
}

/** Matches won of those that were played, from 0 to 1; null before the first. */
export const winRate = ({ matches, won }: Sums): number | null => (matches === 0 ? null : won / matches);

/** Cards laid in a minute; null where nothing was timed. */
export const perMinute = ({ timed, ms }: Sums): number | null => (ms === 0 ? null : (timed * 60_000) / ms);
