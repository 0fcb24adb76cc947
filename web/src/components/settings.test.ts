import { expect, test } from "vitest";

import { CHOICES, readSettings, SWITCHES, USUAL } from "./settings";

test("what was kept counts, and the rest is as usual", () => {
  expect(readSettings('{"large":true,"left":false}')).toEqual({ ...USUAL, large: true });
  expect(readSettings('{"theme":"light","text":"150","noises":"off"}')).toEqual({ ...USUAL, theme: "light", text: "150", noises: "off" });
  expect(readSettings(null)).toEqual(USUAL);
});

test("what makes no sense is passed over", () => {
  for (const text of ["", "null", "[", "7", '"large"', '{"large":"yes"}', '{"text":150}', '{"theme":"toString"}', '{"ui":true}']) {
    expect(readSettings(text), text).toEqual(USUAL);
  }
  expect(readSettings('{"colour":true,"left":true}')).toEqual({ ...USUAL, left: true });
});

test("the switches of earlier versions are read as what they have become", () => {
  expect(readSettings('{"calm":true,"fast":true}')).toEqual({ ...USUAL, animation: "none" });
  expect(readSettings('{"calm":false,"fast":true}')).toEqual({ ...USUAL, animation: "fast" });
  expect(readSettings('{"calm":false,"fast":false,"sounds":true}')).toEqual(USUAL);
  // The noises of the machine had a switch of their own.
  expect(readSettings('{"sounds":false}')).toEqual({ ...USUAL, table: "off", ui: "off" });
});

test("what was chosen since then counts for more", () => {
  expect(readSettings('{"calm":true,"sounds":false,"animation":"fast","table":"quiet"}')).toEqual({ ...USUAL, animation: "fast", table: "quiet", ui: "off" });
});

test("every setting is a switch or a choice", () => {
  expect([...SWITCHES, ...Object.keys(CHOICES)]).toEqual(Object.keys(USUAL));
});
