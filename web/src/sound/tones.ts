/** The middle for the ear: each colour has a voice of its own, and the higher a card, the higher its tone. */
import type { Colour } from "../model/cards";
import { grown, type Table } from "../model/table";
import type { Curve, Recipe, Voice } from "./recipes";

/** Semitones of the numbers 1 to 10 over the lowest tone: a major scale, so that one step up is heard as one. */
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12, 14, 16] as const;
const LOWEST = 262;
const LASTS = 0.2;

const plucked: Curve = [
  [0, 0],
  [0.006, 1],
  [0.06, 0.4],
  [LASTS, 0],
];

const voice = (source: Voice["source"], pitch: number, part: number, more: Partial<Voice> = {}): Voice => ({
  source,
  at: 0,
  lasts: LASTS,
  pitch,
  level: plucked.map(([at, level]) => [at, level * part] as const),
  ...more,
});

/** What each colour is played on: reed, flute, bells, strings. */
const VOICES: Readonly<Record<Colour, (pitch: number) => Voice[]>> = {
  r: (pitch) => [voice("square", pitch / 2, 0.3, { sieves: [{ type: "lowpass", frequency: 1400 }] })],
  b: (pitch) => [voice("sine", pitch, 0.8)],
  y: (pitch) => [voice("sine", 2 * pitch, 0.4), voice("sine", 5.4 * pitch, 0.14)],
  g: (pitch) => [voice("sawtooth", pitch, 0.22, { detune: -7 }), voice("sawtooth", pitch, 0.22, { detune: 7 })],
};

/** The tone of a card that came to lie in the middle. */
export function toneOf(colour: Colour, number: number): Recipe {
  const pitch = LOWEST * 2 ** (SCALE[number - 1]! / 12);
  return { group: "table", gain: 0.7, voices: VOICES[colour](pitch) };
}

/** What came to lie in the middle by a change, from the pile that was started first. */
export function cameToLie(before: Table, after: Table): { readonly colour: Colour; readonly number: number }[] {
  return grown(before, after).map((pile) => ({ colour: after.piles[pile]!.colour, number: after.piles[pile]!.decks.length }));
}
