/** What every sound is made of, as data: voices of a wave or of hiss, their pitch, loudness and sieves. */

import type { Noise } from "../model/machine";

/** A value, or values by seconds from the voice's start, joined by straight lines. */
export type Curve = number | readonly (readonly [seconds: number, value: number])[];

export interface Sieve {
  readonly type: "lowpass" | "highpass" | "bandpass" | "peaking";
  readonly frequency: Curve;
  readonly q?: number;
  readonly gain?: number;
}

/** A swing of pitch (depth in cents) or of loudness (depth from 0 to 1). */
export interface Swing {
  readonly rate: number;
  readonly depth: number;
  readonly wave?: "sine" | "square" | "sawtooth";
}

export interface Voice {
  readonly source: "sine" | "triangle" | "square" | "sawtooth" | "hiss";
  readonly at: number;
  readonly lasts: number;
  readonly level: Curve;
  readonly pitch?: Curve;
  readonly detune?: number;
  readonly vibrato?: Swing;
  readonly tremolo?: Swing;
  readonly sieves?: readonly Sieve[];
}

export interface Recipe {
  readonly group: "noises" | "table" | "ui";
  readonly gain: number;
  readonly voices: readonly Voice[];
}

export type SoundId = Noise | "tick" | "tock" | "flip" | "place" | "nope" | "stop";

export const lastsOf = (recipe: Recipe): number => Math.max(...recipe.voices.map((voice) => voice.at + voice.lasts));

/** Struck once and dying away. */
const dying = (level: number, lasts: number): Curve => [
  [0, 0],
  [0.003, level],
  [lasts * 0.12, level * 0.62],
  [lasts * 0.3, level * 0.3],
  [lasts * 0.6, level * 0.09],
  [lasts, 0],
];

/** Swelling, held, and let go. */
const held = (level: number, lasts: number, attack: number, release: number): Curve => [
  [0, 0],
  [attack, level],
  [lasts - release, level * 0.9],
  [lasts, 0],
];

/** Metal: partials that are no multiples of one another, the high ones gone first. */
const struck = (at: number, prime: number, partials: readonly (readonly [ratio: number, level: number, lasts: number])[]): Voice[] =>
  partials.map(([ratio, level, lasts]) => ({ source: "sine", at, lasts, pitch: prime * ratio, level: dying(level, lasts) }));

const SHIP = [98, 98.9, 146.8, 147.9, 196].map(
  (pitch, i): Voice => ({
    source: "sawtooth",
    at: 0,
    lasts: 1.5,
    pitch: [
      [0, pitch * 0.94],
      [0.14, pitch],
      [1.25, pitch],
      [1.5, pitch * 0.95],
    ],
    level: held(i === 4 ? 0.12 : 0.3, 1.5, 0.11, 0.25),
    sieves: [{ type: "lowpass", frequency: [[0, 350], [0.2, 1050], [1.2, 950], [1.5, 350]], q: 0.8 }],
  }),
);

/** A brass note: two waves, the sieve opening with the breath. */
const blown = (at: number, pitch: number, lasts: number): Voice[] =>
  [-5, 5].map((detune) => ({
    source: "sawtooth",
    at,
    lasts,
    pitch: [[0, pitch * 0.97], [0.03, pitch]],
    detune,
    level: held(0.26, lasts, 0.022, 0.05),
    ...(lasts > 0.3 ? { vibrato: { rate: 5.5, depth: 14 } } : {}),
    sieves: [{ type: "lowpass", frequency: [[0, 700], [0.05, 3400], [lasts, 1900]], q: 1.2 }],
  }));

const CALL = [
  [0, 392, 0.11],
  [0.14, 392, 0.11],
  [0.28, 392, 0.11],
  [0.42, 523.25, 0.27],
  [0.72, 392, 0.12],
  [0.86, 523.25, 0.64],
] as const;

const CHURCH = [
  [0.5, 0.34, 1.7],
  [1, 0.5, 1.4],
  [1.19, 0.4, 1.2],
  [1.5, 0.2, 0.9],
  [2, 0.42, 0.9],
  [2.52, 0.16, 0.6],
  [3.01, 0.14, 0.45],
  [4.17, 0.08, 0.3],
] as const;

/** One syllable of a crow: a reedy wave through the two openings of a throat. */
const crowed = (at: number, lasts: number, pitch: Curve, level = 0.9): Voice[] =>
  [
    { frequency: 1150, q: 4, part: 1 },
    { frequency: 2250, q: 7, part: 0.4 },
  ].map(({ frequency, q, part }) => ({
    source: "sawtooth",
    at,
    lasts,
    pitch,
    level: held(level * part, lasts, 0.03, Math.min(0.12, lasts / 2)),
    vibrato: { rate: 41, depth: 70, wave: "sawtooth" },
    sieves: [{ type: "bandpass", frequency, q }, { type: "lowpass", frequency: 3200 }],
  }));

/** One pipe of the clock's bellows. */
const piped = (at: number, pitch: number, lasts: number): Voice[] => [
  { source: "sine", at, lasts, pitch: [[0, pitch * 1.03], [0.05, pitch]], level: held(0.6, lasts, 0.03, 0.12) },
  { source: "triangle", at, lasts, pitch: pitch * 2, level: held(0.05, lasts, 0.03, 0.1) },
  { source: "hiss", at, lasts, level: held(0.12, lasts, 0.02, 0.1), sieves: [{ type: "bandpass", frequency: pitch * 2, q: 2.5 }] },
];

/** Two small steel bells and the clapper that runs between them. */
const rung = (at: number): Voice[] =>
  [
    [1890, 0.34],
    [2270, 0.34],
    [4720, 0.2],
    [5680, 0.2],
    [8100, 0.1],
  ].map(([pitch, level], i) => ({
    source: "sine",
    at,
    lasts: 0.62,
    pitch: pitch!,
    level: [[0, 0], [0.01, level!], [0.5, level!], [0.62, 0]],
    tremolo: { rate: i % 2 === 0 ? 21 : 21.4, depth: 0.85, wave: i % 2 === 0 ? "sawtooth" : "square" },
  }));

const TRUNK: Curve = [[0, 300], [0.16, 560], [0.34, 640], [0.75, 600], [1.05, 470], [1.25, 300]];

const ELEPHANT: Voice[] = [
  ...[0, 19].map(
    (detune): Voice => ({
      source: "sawtooth",
      at: 0,
      lasts: 1.25,
      pitch: TRUNK,
      detune,
      level: [[0, 0], [0.08, 0.32], [0.3, 0.42], [0.9, 0.38], [1.25, 0]],
      vibrato: { rate: 63, depth: 160, wave: "square" },
      tremolo: { rate: 31, depth: 0.35 },
      sieves: [{ type: "highpass", frequency: 900, q: 1.4 }, { type: "peaking", frequency: 1900, q: 1.2, gain: 11 }, { type: "lowpass", frequency: [[0, 1500], [0.3, 5200], [1.25, 2000]] }],
    }),
  ),
  { source: "hiss", at: 0, lasts: 1.2, level: [[0, 0], [0.1, 0.3], [0.9, 0.45], [1.2, 0]], sieves: [{ type: "bandpass", frequency: [[0, 1500], [0.3, 3400], [1.2, 1800]], q: 0.9 }] },
];

/** One stroke of a stick: the skin, and the wires below it. */
const beaten = (at: number, force: number, lasts = 0.11): Voice[] => [
  { source: "hiss", at, lasts, level: dying(0.75 * force, lasts), sieves: [{ type: "highpass", frequency: 1500 }] },
  { source: "triangle", at, lasts: lasts * 0.9, pitch: [[0, 250], [0.04, 185]], level: dying(0.5 * force, lasts * 0.9) },
];

const ROLL = Array.from({ length: 22 }, (_, i) => beaten(i * 0.052, 0.3 + 0.5 * (i / 21) + (i % 2) * 0.08));

/** A click of wood on wood. */
const clicked = (pitch: number): Voice[] => [
  { source: "sine", at: 0, lasts: 0.06, pitch: [[0, pitch * 1.3], [0.012, pitch]], level: dying(0.8, 0.06) },
  { source: "hiss", at: 0, lasts: 0.018, level: dying(0.5, 0.018), sieves: [{ type: "bandpass", frequency: pitch * 1.6, q: 1.5 }] },
];

const NOISY: Readonly<Record<Noise, Recipe>> = {
  horn: { group: "noises", gain: 0.95, voices: SHIP },
  fanfare: { group: "noises", gain: 0.9, voices: CALL.flatMap(([at, pitch, lasts]) => [0.5, 1, 1.26].flatMap((part) => blown(at, pitch * part, lasts))) },
  bell: { group: "noises", gain: 1, voices: [...struck(0, 415, CHURCH), ...struck(0.75, 415, CHURCH)] },
  cock: {
    group: "noises",
    gain: 1.4,
    voices: [
      ...crowed(0, 0.17, [[0, 480], [0.08, 640], [0.17, 560]]),
      ...crowed(0.22, 0.12, [[0, 600], [0.12, 680]]),
      ...crowed(0.38, 0.15, [[0, 640], [0.08, 780], [0.15, 700]]),
      ...crowed(0.56, 0.85, [[0, 700], [0.14, 900], [0.4, 860], [0.65, 690], [0.85, 430]]),
    ],
  },
  cuckoo: { group: "noises", gain: 0.75, voices: [0, 0.85].flatMap((at) => [...piped(at, 784, 0.24), ...piped(at + 0.32, 622.3, 0.36)]) },
  phone: { group: "noises", gain: 1, voices: [...rung(0), ...rung(0.85)] },
  elephant: { group: "noises", gain: 1, voices: ELEPHANT },
  drum: { group: "noises", gain: 1, voices: [...ROLL.flat(), ...beaten(1.2, 1.3, 0.28)] },
};

export const RECIPES: Readonly<Record<SoundId, Recipe>> = {
  ...NOISY,
  tick: { group: "table", gain: 2.2, voices: clicked(2100) },
  tock: { group: "table", gain: 2.2, voices: clicked(1450) },
  flip: { group: "table", gain: 2.2, voices: [{ source: "hiss", at: 0, lasts: 0.09, level: [[0, 0], [0.02, 0.5], [0.05, 0.2], [0.09, 0]], sieves: [{ type: "bandpass", frequency: [[0, 1800], [0.09, 5200]], q: 0.9 }] }] },
  place: {
    group: "table",
    gain: 2,
    voices: [
      { source: "hiss", at: 0, lasts: 0.05, level: dying(0.5, 0.05), sieves: [{ type: "lowpass", frequency: 2600 }] },
      { source: "sine", at: 0, lasts: 0.08, pitch: [[0, 240], [0.05, 130]], level: dying(0.8, 0.08) },
    ],
  },
  nope: {
    group: "ui",
    gain: 1,
    voices: [0, 0.11].map((at) => ({ source: "square", at, lasts: 0.1, pitch: at === 0 ? 185 : 147, level: held(0.3, 0.1, 0.008, 0.05), sieves: [{ type: "lowpass", frequency: 900 }] })),
  },
  stop: { group: "table", gain: 2, voices: [...struck(0, 1046, [[1, 0.5, 0.9], [2.76, 0.3, 0.5], [5.4, 0.12, 0.25]]), ...struck(0.16, 1046, [[1, 0.5, 1.1], [2.76, 0.3, 0.6]])] },
};
