import { expect, test } from "vitest";

import { readSettings, USUAL } from "./settings";

test("what was kept counts, and the rest is as usual", () => {
  expect(readSettings('{"large":true,"left":false}')).toEqual({ ...USUAL, large: true });
  expect(readSettings(null)).toEqual(USUAL);
});

test("what makes no sense is passed over", () => {
  for (const text of ["", "null", "[", "7", '"large"', '{"large":"yes"}']) expect(readSettings(text)).toEqual(USUAL);
  expect(readSettings('{"colour":true,"calm":true}')).toEqual({ ...USUAL, calm: true });
});
