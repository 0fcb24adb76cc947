import { expect, test } from "vitest";

import { MOST, REACTION_NAMES, type Said, withReaction } from "./reactions";

const SHOWN: readonly Said[] = [
  { id: 1, seat: "A", reaction: "clap" },
  { id: 2, seat: "B", reaction: "wow" },
];

test("a reaction takes the place of the same person's older one, and comes last", () => {
  expect(withReaction(SHOWN, "A", "oops", 3)).toEqual([SHOWN[1], { id: 3, seat: "A", reaction: "oops" }]);
});

test("a table of twelve does not fill the screen", () => {
  let shown: readonly Said[] = [];
  for (const [place, seat] of [..."ABCDEFGHIJKL"].entries()) shown = withReaction(shown, seat as "A", "clap", place);
  expect(shown.map(({ seat }) => seat)).toEqual([..."ABCDEFGHIJKL"].slice(-MOST));
});

test("what a newer server knows and this page does not is passed over", () => {
  for (const emoji of ["rocket", "", "toString", "__proto__"]) expect(withReaction(SHOWN, "C", emoji, 3)).toBe(SHOWN);
  for (const name of REACTION_NAMES) expect(withReaction(SHOWN, "C", name, 3)).toHaveLength(3);
});
