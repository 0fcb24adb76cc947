import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { bestOf, corrected, courses, type Entry, type Game, type Goal, newGame, pointsOf, standing, toGo, totals, wins, withoutRound, withRound, withTerms } from "./game";
import { change, latest, type Pad, padOf, undo } from "./pad";

const POINTS: Goal = { kind: "points", target: 99 };

const game = (goal: Goal, ...rounds: Entry[][]): Game => ({
  ...newGame(1, 0, { names: ["Ada", "Ben", "Chloé"], goal, way: "points", jokers: false }),
  rounds,
});

const entry: fc.Arbitrary<Entry> = fc.oneof(
  fc.integer({ min: -40, max: 60 }),
  fc.record({ middle: fc.nat(40), left: fc.nat(12), jokers: fc.nat(8) }),
  fc.constant(null),
);
const entries = fc.array(entry, { minLength: 3, maxLength: 3 });
const goal = fc.record({ kind: fc.constantFrom("points", "rounds", "wins"), target: fc.integer({ min: 1, max: 120 }) });
const games = fc.record({ goal, rounds: fc.array(entries, { maxLength: 9 }) }).map(({ goal, rounds }) => game(goal as Goal, ...rounds));

/** Anything that can be done to a game. */
const deeds = fc.oneof(
  entries.map((round) => (game: Game) => withRound(game, round)),
  fc.tuple(fc.nat(8), entries).map(([at, round]) => (game: Game) => corrected(game, at, round)),
  fc.nat(8).map((at) => (game: Game) => withoutRound(game, at)),
  fc.record({ goal, name: fc.string() }).map(({ goal, name }) => (game: Game) => withTerms(game, { ...game, goal: goal as Goal, names: [...game.names, name].slice(0, 12) })),
);

describe("points", () => {
  test("cards in the middle are a point each, cards and jokers left are two less each", () => {
    expect(pointsOf({ middle: 12, left: 3, jokers: 0 })).toBe(6);
    expect(pointsOf({ middle: 1, left: 4, jokers: 2 })).toBe(-11);
    expect([pointsOf(7), pointsOf(-20), pointsOf(null)]).toEqual([7, -20, 0]);
  });

  test("totals are the sums of the rounds, and so the courses end", () => {
    fc.assert(
      fc.property(games, (game) => {
        const sums = game.names.map((_, player) => {
          let sum = 0;
          for (const round of game.rounds) sum += pointsOf(round[player]!);
          return sum;
        });
        expect(totals(game)).toEqual(sums);
        expect(courses(game).map((course) => course.at(-1))).toEqual(sums);
      }),
    );
  });

  test("a total may be negative", () => expect(totals(game(POINTS, [-4, 3, 10], [-6, -9, 2]))).toEqual([-10, -6, 12]));

  test("the best of a round share it; who was not there wins nothing", () => {
    expect(bestOf([7, 7, 3])).toEqual([0, 1]);
    expect(bestOf([null, -3, -5])).toEqual([1]);
    expect(wins(game(POINTS, [7, 7, 3], [1, 2, 3], [null, -1, -2]))).toEqual([1, 2, 1]);
  });
});

describe("the end", () => {
  const state = (goal: Goal, ...rounds: Entry[][]) => {
    const { state, leaders } = standing(game(goal, ...rounds));
    return [state, ...leaders];
  };

  test("nothing is won before the first round", () => expect(standing(game({ kind: "points", target: 0 })).state).toBe("open"));
  test("points: the highest total wins, also of several over the target", () => {
    expect(state(POINTS, [98, 10, 0])).toEqual(["open", 0]);
    expect(state(POINTS, [99, 10, 0])).toEqual(["won", 0]);
    expect(state(POINTS, [99, 104, 0])).toEqual(["won", 1]);
  });
  test("points: an exact tie needs an extra round, until it is broken", () => {
    expect(state(POINTS, [101, 101, 99])).toEqual(["extra", 0, 1]);
    expect(state(POINTS, [101, 101, 99], [5, 5, 0])).toEqual(["extra", 0, 1]);
    expect(state(POINTS, [101, 101, 99], [5, 4, 20])).toEqual(["won", 2]);
  });
  test("rounds: most points after so many", () => {
    const two: Goal = { kind: "rounds", target: 2 };
    expect(state(two, [1, 2, 3])).toEqual(["open", 2]);
    expect(state(two, [1, 2, 3], [4, 2, 1])).toEqual(["won", 0]);
    expect(state(two, [1, 2, 3], [4, 3, 1])).toEqual(["extra", 0, 1]);
  });
  test("wins: most wins, then points, then an extra round", () => {
    const two: Goal = { kind: "wins", target: 2 };
    expect(state(two, [9, 0, 30], [9, 0, -20])).toEqual(["open", 0]);
    expect(state(two, [9, 0, 3], [9, 0, 50], [9, 0, 3])).toEqual(["won", 0]);
    expect(state(two, [9, 9, 3], [9, 9, 0])).toEqual(["extra", 0, 1]);
    expect(state(two, [9, 9, 3], [9, 9, 0], [3, 1, 20])).toEqual(["won", 0]);
  });

  test("the order is by place, and those who are level share theirs", () => {
    fc.assert(
      fc.property(games, (game) => {
        const { lines, leaders } = standing(game);
        expect(lines.map(({ player }) => player).sort()).toEqual([0, 1, 2]);
        expect(lines[0]?.place).toBe(1);
        expect(leaders.length).toBeGreaterThan(0);
        lines.slice(1).forEach((line, i) => {
          const before = lines[i]!;
          const level = before.total === line.total && (game.goal.kind !== "wins" || before.wins === line.wins);
          expect(line.place).toBe(level ? before.place : i + 2);
        });
      }),
    );
  });

  test("what is still to go", () => {
    const first = (goal: Goal, ...rounds: Entry[][]) => toGo(game(goal, ...rounds), standing(game(goal, ...rounds)).lines[0]!);
    expect([first(POINTS, [64, 1, 2]), first({ kind: "rounds", target: 5 }, [1, 2, 3]), first({ kind: "wins", target: 3 }, [1, 2, 3])]).toEqual([35, 4, 2]);
    expect(first(POINTS, [120, 1, 2])).toBe(0);
  });
});

describe("doing and undoing", () => {
  test("to undo what was done is to have done nothing", () => {
    fc.assert(
      fc.property(games, fc.array(deeds, { maxLength: 12 }), deeds, (start, before, deed) => {
        const pad = before.reduce<Pad>((pad, deed) => change(pad, deed(pad.game)), padOf(start));
        expect(undo(change(pad, deed(pad.game)))).toEqual(pad);
      }),
    );
  });

  test("back to the start, and no further", () => {
    fc.assert(
      fc.property(games, fc.array(deeds, { maxLength: 12 }), (start, all) => {
        let pad = all.reduce<Pad>((pad, deed) => change(pad, deed(pad.game)), padOf(start));
        for (let i = 0; i <= all.length; i += 1) pad = undo(pad);
        expect(pad).toEqual(padOf(start));
      }),
    );
  });

  test("a correction changes its own round and no other", () => {
    const after = corrected(game(POINTS, [1, 2, 3], [4, 5, 6], [7, 8, 9]), 1, [0, 0, 0]);
    expect(after.rounds).toEqual([[1, 2, 3], [0, 0, 0], [7, 8, 9]]);
  });

  test("who joins late was not there before, and nobody is lost", () => {
    const start = game(POINTS, [1, 2, 3]);
    const after = withTerms(start, { ...start, names: ["Ada", "Ben", "Chloé", "Dov"] });
    expect(after.rounds).toEqual([[1, 2, 3, null]]);
    expect(withTerms(after, { ...after, names: ["Eve"] }).names).toEqual(["Eve", "Ben", "Chloé", "Dov"]);
  });

  test("what undoing takes back has a name", () => {
    const start = padOf(game(POINTS, [1, 2, 3]));
    expect(latest(start)).toBeNull();
    expect(latest(change(start, withRound(start.game, [1, 1, 1])))).toBe("round");
    expect(latest(change(start, corrected(start.game, 0, [1, 1, 1])))).toBe("correction");
    expect(latest(change(start, withoutRound(start.game, 0)))).toBe("removal");
    expect(latest(change(start, withTerms(start.game, { ...start.game, names: ["A", "B", "C"] })))).toBe("terms");
  });
});
