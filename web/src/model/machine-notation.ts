/** What the Speed Machine adds to a position: a seat's fifth field, and the last section. */
import type { Card } from "./cards";
import {
  ACTION_CARDS,
  type ActionKind,
  type Beside,
  COPIES,
  KINDS,
  type Machine,
  NOISES,
  type Noise,
  ROUNDS_OF_NOISES,
  type Throw,
  isKind,
  isNoise,
} from "./machine";

/** What starts the last section. */
export const MACHINE = "machine";

/** What a word of a field must be to be taken; it calls `refuse` where it is not. */
type Word<T> = T & { readonly text: string };
type Refuse<T> = (token: Word<T>, wanted: string) => never;

/** The words of a seat's fifth field. */
export const besideWords = ({ noises, held, used, removed }: Beside, write: (card: Card) => string): string[] => [
  ...noises,
  ...held.map((kind) => `+${kind}`),
  ...used.map((kind) => `=${kind}`),
  ...removed.map((card) => `x${write(card)}`),
];

/** What the words of a fifth field name; `read` reads the card behind an `x`. */
export function readBeside<T>(
  words: readonly Word<T>[],
  read: (word: Word<T>, card: string) => Card,
  write: (card: Card) => string,
  refuse: Refuse<T>,
): Beside {
  const noises: Noise[] = [];
  const held: ActionKind[] = [];
  const used: ActionKind[] = [];
  const removed: Card[] = [];
  for (const word of words) {
    const [mark, rest] = [word.text[0], word.text.slice(1)];
    if (isNoise(word.text)) noises.push(word.text);
    else if (mark === "+" && isKind(rest)) held.push(rest);
    else if (mark === "=" && isKind(rest)) used.push(rest);
    else if (mark === "x") removed.push(read(word, rest));
    else refuse(word, "bell, +joker, =extra or xr7");
  }
  const beside = { noises, held, used, removed };
  const written = besideWords(beside, write);
  const astray = words.find(({ text }, at) => written[at] !== text);
  if (astray) refuse(astray, "noises, then +, = and x");
  return beside;
}

/** The machine that a mode and the words of three fields name. */
export function readMachine<T>(
  mode: "noises" | "quiet",
  [coming = [], sounds = [], throws = []]: readonly (readonly Word<T>[])[],
  refuse: Refuse<T>,
): Machine {
  const toCome = readCounts(coming, KINDS, (kind) => COPIES[kind], refuse);
  const noises = readCounts(sounds, NOISES, () => ROUNDS_OF_NOISES, refuse);
  const lying: Throw[] = [];
  for (const word of throws) {
    const one = readThrow(word.text);
    const fits = one && one.number > (lying.at(-1)?.number ?? 0) && one.number <= ACTION_CARDS - toCome.length;
    lying.push(fits ? one : refuse(word, "a throw is like 5:joker@bell"));
  }
  return { quiet: mode === "quiet", toCome, noises, lying };
}

/** As many of each name as its word says, in the order in which the names are listed. */
function readCounts<T, N extends string>(
  words: readonly Word<T>[],
  names: readonly N[],
  most: (name: N) => number,
  refuse: Refuse<T>,
): N[] {
  let last = -1;
  return words.flatMap((word) => {
    const [, name, count] = /^([a-z]+):([1-9])$/.exec(word.text) ?? [];
    const at = names.indexOf(name as N);
    if (at <= last || Number(count) > most(names[at]!)) refuse(word, "counts are like joker:7, in order");
    last = at;
    return Array<N>(Number(count)).fill(names[at]!);
  });
}

function readThrow(text: string): Throw | null {
  const [, number, kind = "", noise] = /^([1-9]\d?):([a-z]+)(?:@([a-z]+))?$/.exec(text) ?? [];
  if (!isKind(kind) || (noise !== undefined && !isNoise(noise))) return null;
  return { number: Number(number), kind, noise: noise ?? null };
}
