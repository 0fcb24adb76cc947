import { expect, test } from "vitest";

import { COLOURS } from "../model/cards";
import { parsePosition } from "../model/notation";
import { cameToLie, toneOf } from "./tones";

const pitchOf = (colour: (typeof COLOURS)[number], number: number): number => toneOf(colour, number).voices[0]!.pitch as number;

test("the higher a card, the higher its tone, and every number has one of its own", () => {
  for (const colour of COLOURS) {
    const pitches = Array.from({ length: 10 }, (_, at) => pitchOf(colour, at + 1));
    expect(pitches).toEqual([...new Set(pitches)].sort((a, b) => a - b));
    expect(pitches).toHaveLength(10);
  }
});

test("the colours do not sound alike", () => {
  const voices = COLOURS.map((colour) => JSON.stringify(toneOf(colour, 5).voices.map(({ source, pitch, sieves, detune }) => [source, pitch, sieves, detune])));
  expect(new Set(voices).size).toBe(4);
});

test("what came to lie is told, whoever laid it, and nothing else", () => {
  const before = parsePosition("r:AB / r3 g9 | b2 | - | y5 / r4 g8 | b9 | y8 | g4");
  const after = parsePosition("r:ABA g:B / b2 g9 | - | - | y5 / r4 | b9 | y8 | g4");
  expect(cameToLie(before, after)).toEqual([{ colour: "r", number: 3 }, { colour: "g", number: 1 }]);
  expect(cameToLie(after, after)).toEqual([]);
  expect(cameToLie(after, before)).toEqual([]);
});
