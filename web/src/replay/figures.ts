/** Figures of a round for each seat: how many cards a minute, how quick, how many races lost. */
import { SEATS, type Seat } from "../model/cards";
import { type Chance, chances } from "./chances";
import type { Replayed } from "./record";

export interface Figures {
  readonly seat: Seat;
  readonly laid: number;
  readonly perMinute: number;
  /** Milliseconds from when a card could be laid to when it was, for each that was. */
  readonly waits: readonly number[];
  /** The middle of them; null of none. */
  readonly reaction: number | null;
  readonly turns: number;
  readonly beaten: number;
  readonly misplays: number;
}

/** How long a round was played. */
export const minutesOf = ({ moments }: Replayed): number => (moments.at(-1)?.at ?? 0) / 60_000;

/** The figures of everybody who was dealt in; `all` are the chances of the round. */
export function figures(round: Replayed, all: readonly Chance[] = chances(round)): Figures[] {
  const minutes = minutesOf(round);
  return round.deal.areas.flatMap((area, index) => {
    if (area === null) return [];
    const seat = SEATS[index]!;
    const own = round.moments.filter((moment) => moment.seat === seat);
    const done = own.filter(({ refused }) => refused === null);
    const laid = done.filter(({ command }) => command?.kind === "play" && command.target.zone === "centre").length;
    const waits = all.filter((chance) => chance.seat === seat && chance.outcome === "played").map(({ from, until }) => until - from);
    return [
      {
        seat,
        laid,
        perMinute: minutes === 0 ? 0 : laid / minutes,
        waits,
        reaction: median(waits),
        turns: done.filter(({ command }) => command?.kind === "turn").length,
        beaten: own.filter(({ refused }) => refused?.word === "beaten").length,
        misplays: own.filter(({ refused }) => refused?.word === "does-not-fit").length,
      },
    ];
  });
}

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2;
}
