/** A match from the records of its rounds: what each seat did in all of them, and one against another. */
import { SEATS, type Seat, seatIndex } from "../model/cards";
import { figures, median, minutesOf } from "../replay/figures";
import type { Replayed } from "../replay/record";
import { bestOf } from "../score/game";

export interface Sums {
  readonly seat: Seat;
  readonly rounds: number;
  readonly points: number;
  /** Rounds in which nobody had more points. */
  readonly won: number;
  readonly laid: number;
  readonly perMinute: number;
  /** Milliseconds from when a card could be laid to when it was; null of none. */
  readonly reaction: number | null;
  /** Races for a place in the middle that were won, and lost. */
  readonly faster: number;
  readonly beaten: number;
}

const scoreOf = (round: Replayed, seat: Seat): number | null => round.scores[seatIndex(seat)] ?? null;

/** How often one seat was faster than another to a place that both wanted. */
const races = (round: Replayed, winner: Seat, loser: Seat | null): number =>
  round.moments.filter(({ seat, refused }) => refused?.word === "beaten" && refused.by === winner && (loser === null || seat === loser)).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** What everybody who was dealt in did in all rounds, the most points first. */
export function sums(rounds: readonly Replayed[]): Sums[] {
  const told = rounds.map((round) => ({ round, figures: figures(round) }));
  return SEATS.flatMap((seat): Sums[] => {
    const own = told.filter(({ round }) => scoreOf(round, seat) !== null);
    if (own.length === 0) return [];
    const done = own.flatMap((one) => one.figures.filter((figure) => figure.seat === seat));
    const laid = sum(done.map((figure) => figure.laid));
    const minutes = sum(own.map(({ round }) => minutesOf(round)));
    return [
      {
        seat,
        rounds: own.length,
        points: sum(own.map(({ round }) => scoreOf(round, seat)!)),
        won: own.filter(({ round }) => bestOf(round.scores).includes(seatIndex(seat))).length,
        laid,
        perMinute: minutes === 0 ? 0 : laid / minutes,
        reaction: median(done.flatMap(({ waits }) => waits)),
        faster: sum(own.map(({ round }) => races(round, seat, null))),
        beaten: sum(done.map((figure) => figure.beaten)),
      },
    ];
  }).sort((one, other) => other.points - one.points);
}

/** Two seats against each other, over the rounds in which both were dealt in. */
export interface Versus {
  readonly together: number;
  /** Rounds with more points than the other, points, and races for a place that the other wanted too. */
  readonly ahead: readonly [number, number];
  readonly points: readonly [number, number];
  readonly faster: readonly [number, number];
}

export function versus(rounds: readonly Replayed[], one: Seat, other: Seat): Versus {
  const both = rounds.filter((round) => scoreOf(round, one) !== null && scoreOf(round, other) !== null);
  const pair = (count: (round: Replayed, seat: Seat, rival: Seat) => number): [number, number] => [
    sum(both.map((round) => count(round, one, other))),
    sum(both.map((round) => count(round, other, one))),
  ];
  return {
    together: both.length,
    ahead: pair((round, seat, rival) => (scoreOf(round, seat)! > scoreOf(round, rival)! ? 1 : 0)),
    points: pair((round, seat) => scoreOf(round, seat)!),
    faster: pair((round, seat, rival) => races(round, seat, rival)),
  };
}
