/** The machine of one round as data: what is still in it, what it threw, and who took that. */

import { type Dice, dealNoises } from "../model/chance";
import { type ActionKind, type Noise, NOISES } from "../model/machine";
import { type Draw, draws, type Pace } from "./chance";

export const FEWEST = 2;
export const MOST = 12;

export const PACES = {
  slow: { least: 9, most: 18 },
  easy: { least: 5, most: 12 },
  usual: { least: 3, most: 8 },
  quick: { least: 2, most: 5 },
} as const satisfies Record<string, Pace>;
export type PaceName = keyof typeof PACES;

export interface Setup {
  /** One for each player, empty where nobody wrote one. */
  readonly names: readonly string[];
  /** The noises of each player. */
  readonly noises: readonly (readonly Noise[])[];
  readonly pace: PaceName;
  readonly quiet: boolean;
}

export interface Thrown {
  readonly action: ActionKind;
  /** Null where the machine was quiet. */
  readonly noise: Noise | null;
  /** The player whose noise it is. */
  readonly owner: number | null;
  readonly taker: number | null;
}

export interface Run {
  /** `emptied` has thrown everything and is played on; `stopped` is the end of the round. */
  readonly phase: "running" | "paused" | "emptied" | "stopped";
  readonly coming: readonly Draw[];
  readonly thrown: readonly Thrown[];
}

export const setupFor = (names: readonly string[], dice: Dice, rest?: Pick<Setup, "pace" | "quiet">): Setup => ({
  names,
  noises: dealNoises(names.length, dice),
  pace: rest?.pace ?? "usual",
  quiet: rest?.quiet ?? false,
});

/** Whether noises belong to anybody; nine players and more play quietly. */
export const hasNoises = (setup: Setup): boolean => setup.noises.some((own) => own.length > 0);

export const isQuiet = (setup: Setup): boolean => setup.quiet || !hasNoises(setup);

export function ownerOf(setup: Setup, noise: Noise): number | null {
  const owner = setup.noises.findIndex((own) => own.includes(noise));
  return owner < 0 ? null : owner;
}

/** The noises that nobody owns. */
export const aside = (setup: Setup): Noise[] => (hasNoises(setup) ? NOISES.filter((noise) => ownerOf(setup, noise) === null) : []);

export const begin = (dice: Dice): Run => ({ phase: "running", coming: draws(dice), thrown: [] });

export function throwNext(run: Run, setup: Setup): Run {
  const [next, ...coming] = run.coming;
  if (run.phase !== "running" || next === undefined) return run;
  const quiet = isQuiet(setup);
  const thrown: Thrown = {
    action: next.action,
    noise: quiet ? null : next.noise,
    owner: quiet ? null : ownerOf(setup, next.noise),
    taker: null,
  };
  return { phase: coming.length === 0 ? "emptied" : "running", coming, thrown: [...run.thrown, thrown] };
}

/** Whether a player may take a thrown card: its owner until the next throw, then everybody. */
export function mayTake(run: Run, at: number, player: number): boolean {
  const card = run.thrown[at];
  if (card === undefined || card.taker !== null) return false;
  return card.owner === null || card.owner === player || at < run.thrown.length - 1;
}

export const take = (run: Run, at: number, player: number): Run => (mayTake(run, at, player) ? withTaker(run, at, player) : run);

/** A card given back: it was the wrong player who was tapped. */
export const giveBack = (run: Run, at: number): Run => withTaker(run, at, null);

const withTaker = (run: Run, at: number, taker: number | null): Run => ({
  ...run,
  thrown: run.thrown.map((card, i) => (i === at ? { ...card, taker } : card)),
});

/** The cards before the last one that nobody has taken: free to all. */
export const stillOpen = (run: Run): number[] => run.thrown.flatMap((card, i) => (card.taker === null && i < run.thrown.length - 1 ? [i] : []));

export const takenBy = (run: Run, player: number): ActionKind[] => run.thrown.filter((card) => card.taker === player).map((card) => card.action);

/** Whether a taken card does nothing: only the first "every second card" of a player counts. */
export function isIdle(run: Run, at: number): boolean {
  const card = run.thrown[at];
  if (card === undefined || card.action !== "second" || card.taker === null) return false;
  return run.thrown.some((other, i) => i < at && other.action === "second" && other.taker === card.taker);
}

export const paused = (run: Run): Run => (run.phase === "running" ? { ...run, phase: "paused" } : run);
export const resumed = (run: Run): Run => (run.phase === "paused" ? { ...run, phase: "running" } : run);
export const stopped = (run: Run): Run => ({ ...run, phase: "stopped" });
