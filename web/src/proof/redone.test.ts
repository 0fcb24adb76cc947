import { expect, test } from "vitest";

import { readRecord } from "../replay/record";
import { seededDice } from "./dice";
import { type Fault, redone } from "./redone";

const RECORDS = import.meta.glob<string>("../../../conformance/records/*.txt", { eager: true, query: "?raw", import: "default" });
const SEALED = Object.entries(RECORDS).filter(([, text]) => /\[Seed "[0-9a-f]{64}"\]/.test(text));
const record = (part: string): string => SEALED.find(([name]) => name.includes(part))![1];

const verdict = (text: string): ReturnType<typeof redone> => redone(readRecord(text));
const fault = (text: string): Fault["why"] | "none" => {
  const found = verdict(text);
  return "why" in found ? found.why : "none";
};

/** A record with its first match put otherwise. */
function changed(text: string, pattern: RegExp, to: string): string {
  const other = text.replace(pattern, to);
  expect(other).not.toBe(text);
  return other;
}

test("rounds that the Python engine recorded are dealt and shuffled again here, card for card", () => {
  expect(SEALED.length).toBeGreaterThanOrEqual(10);
  for (const [name, text] of SEALED) expect(fault(text), name).toBe("none");
  expect(SEALED.flatMap(([, text]) => text.match(/ (turn|throw|shuffle) /g) ?? []).length).toBeGreaterThan(100);
});

test("a seed's numbers are those of the server, also where some are passed over", () => {
  const few = seededDice(new TextEncoder().encode("pellmell"));
  expect([6, 40, 1000, 2 ** 32, 3].map((bound) => few(bound))).toEqual([5, 9, 13, 1073204996, 1]);
  const half = seededDice(new TextEncoder().encode("pellmell"));
  expect(Array.from({ length: 6 }, () => half(2 ** 31 + 1))).toEqual([1765624913, 1073204996, 917302590, 152781038, 1433940162, 1196598122]);
});

test("a record without a seed, or with one or a share that is none, proves nothing", () => {
  const text = record("21-");
  expect(fault(changed(text, /\[Seed "\w+"\]\n/, ""))).toBe("unsealed");
  expect(fault(changed(text, /(\[Seed "\w+)\w"/, '$1"'))).toBe("unsealed");
  expect(fault(changed(text, /(\[Share A "\w+)\w"/, '$1x"'))).toBe("unsealed");
});

test("another seed than the one that was sealed is told", () => {
  expect(fault(changed(record("21-"), /\[Seed "7/, '[Seed "8'))).toBe("seed");
  expect(fault(changed(record("21-"), /\[Commit "6/, '[Commit "7'))).toBe("seed");
});

test("a deal is not proved with another share, without one, or with two cards of it changed over", () => {
  const text = record("21-");
  expect(fault(changed(text, /\[Share A "7/, '[Share A "8'))).toBe("deal");
  expect(fault(changed(text, /\[Share A "\w+"\]\n/, ""))).toBe("deal");
  expect(fault(changed(text, /\[Share A/, "[Share B"))).toBe("deal");
  expect(fault(changed(text, /g3 b5 y4/, "b5 g3 y4"))).toBe("deal");
});

test("a waste that somebody put in another order is told, with the line that was right", () => {
  const found = verdict(changed(record("21-"), /A turn = y3 y5 /, "A turn = y5 y3 "));
  expect(found).toMatchObject({ why: "chance", line: 32, told: expect.stringMatching(/^A turn = y5 y3 /) as string, right: expect.stringMatching(/^A turn = y3 y5 /) as string });
});

test("a card that the machine did not throw, and a noise that it did not make, are told", () => {
  const upToThrow = (part: string): string => /^[^]*? throw = .*\n/.exec(record(part))![0];
  expect(fault(upToThrow("21-"))).toBe("none");
  expect(fault(changed(upToThrow("21-"), /throw = voila phone/, "throw = voila bell"))).toBe("chance");
  expect(fault(changed(upToThrow("21-"), /throw = voila phone/, "throw = joker phone"))).toBe("chance");
  const [quiet] = /throw = \w+/.exec(upToThrow("22-"))!;
  expect(fault(changed(upToThrow("22-"), /throw = \w+/, quiet === "throw = joker" ? "throw = extra" : "throw = joker"))).toBe("chance");
});

test("hands that were shuffled otherwise are told", () => {
  expect(fault(changed(record("30-"), /shuffle A = b5 y7 /, "shuffle A = y7 b5 "))).toBe("chance");
});

test("of two presses too close to call, the coin names one and not the other, and never one that was later", () => {
  const tossed = (race: string): string => `${record("21-").trimEnd()}\n99.000 - race c1 ${race}\n`;
  const of = ["A", "B"].map((side) => fault(tossed(`A 98.900 B 98.905 coin ${side}`)));
  expect(of.sort()).toEqual(["chance", "none"]);
  expect(fault(tossed("A 98.910 B 98.900 coin A"))).toBe("chance");
  expect(fault(tossed("A 98.910 B 98.900 coin B"))).toBe("none");
});
