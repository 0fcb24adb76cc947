import { beforeAll, expect, test } from "vitest";

import { arrived } from "../messages/words.svelte";
import { type Game, newGame } from "./game";
import { textOf } from "./telling";
import { marksOf, namesOf } from "./words";

beforeAll(() => arrived(import("./words")));

const game: Game = {
  ...newGame(1, 0, { names: ["Ada", "Ben", ""], goal: { kind: "points", target: 20 }, way: "points", jokers: false }),
  rounds: [[12, -4, null], [{ middle: 9, left: 0, jokers: 0 }, { middle: 3, left: 2, jokers: 1 }, 5]],
};

test("a game as text", () => {
  expect(textOf(game)).toBe(
    [
      "Pellmell · First to 20 points · 2 rounds",
      "Ada wins!",
      "",
      "1. Ada: 21",
      "2. Player 3: 5",
      "3. Ben: −7",
      "",
      "Ada: 12 · 9 = 21",
      "Ben: −4 · −3 = −7",
      "Player 3: – · 5 = 5",
    ].join("\n"),
  );
});

test("a game won by rounds names them", () => {
  const text = textOf({ ...game, goal: { kind: "wins", target: 3 } });
  expect(text).toContain("Ada leads");
  expect(text).toContain("1. Ada: 21 (2 rounds won)");
});

test("marks tell players with the same initial apart", () => {
  expect(marksOf({ names: ["Ada", "Ben", "anna", "", "Éva"] })).toEqual(["A1", "B", "A2", "4", "É"]);
  expect(namesOf(game, [0, 1])).toBe("Ada and Ben");
});
