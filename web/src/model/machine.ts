/** The Speed Machine: its noises and action cards, and what it throws. */
import type { Card } from "./cards";

export const NOISES = ["horn", "fanfare", "bell", "cock", "cuckoo", "phone", "elephant", "drum"] as const;
export type Noise = (typeof NOISES)[number];

export const KINDS = ["joker", "remove", "voila", "second", "extra"] as const;
export type ActionKind = (typeof KINDS)[number];

export const isNoise = (text: string): text is Noise => NOISES.includes(text as Noise);

export const isKind = (text: string): text is ActionKind => KINDS.includes(text as ActionKind);

/** How many of each kind the machine throws. */
export const COPIES: Readonly<Record<ActionKind, number>> = {
  joker: 8,
  remove: 4,
  voila: 4,
  second: 4,
  extra: 4,
};

export const ACTION_CARDS = 24;
/** How often each noise sounds in a whole round. */
export const ROUNDS_OF_NOISES = 3;

/** A thrown action card: its number from 1, its kind, and its noise; null in a quiet throw. */
export interface Throw {
  readonly number: number;
  readonly kind: ActionKind;
  readonly noise: Noise | null;
}

/** What is to come, in no order, and what lies there to be grabbed. */
export interface Machine {
  readonly quiet: boolean;
  readonly toCome: readonly ActionKind[];
  readonly noises: readonly Noise[];
  readonly lying: readonly Throw[];
}

/**
 * What lies beside a seat's stack: its own noises, cards that were taken and wait to be used
 * (jokers parked on the stack among them), cards that were used, and row cards that are out.
 */
export interface Beside {
  readonly noises: readonly Noise[];
  readonly held: readonly ActionKind[];
  readonly used: readonly ActionKind[];
  readonly removed: readonly Card[];
}

export const NOTHING_BESIDE: Beside = { noises: [], held: [], used: [], removed: [] };

/** How many noises each of so many players owns; from nine on there are not enough of them. */
export const share = (players: number): number => Math.floor(NOISES.length / players);

/** A machine with all its cards to come. */
export const fullMachine = (quiet: boolean): Machine => ({
  quiet,
  toCome: KINDS.flatMap((kind) => Array<ActionKind>(COPIES[kind]).fill(kind)),
  noises: NOISES.flatMap((noise) => Array<Noise>(ROUNDS_OF_NOISES).fill(noise)),
  lying: [],
});

/** How many cards it has thrown: the number of the last one. */
export const thrown = (machine: Machine): number => ACTION_CARDS - machine.toCome.length;

/** The machine as it was before its last card, for whoever has not heard that yet. */
export function unheard(machine: Machine): Machine {
  const last = machine.lying.at(-1);
  if (last === undefined || last.number < thrown(machine)) return machine;
  const noises = last.noise === null ? machine.noises : [...machine.noises, last.noise];
  return { ...machine, toCome: [...machine.toCome, last.kind], noises, lying: machine.lying.slice(0, -1) };
}

/** Jokers parked on a stack. */
export const jokers = ({ held }: Beside): number => held.filter((kind) => kind === "joker").length;

/** The items less one that is equal. */
export function less<T>(items: readonly T[], item: T): readonly T[] {
  const at = items.indexOf(item);
  return at < 0 ? items : items.filter((_, index) => index !== at);
}
