import { describe, expect, test, vi } from "vitest";

import { SEATS } from "../model/cards";
import { legal, targets } from "../model/decide";
import { thrown } from "../model/machine";
import { parsePosition, writePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import { areaOf, publicTable } from "../model/table";
import { FakeWorld } from "../net/fake-world";
import type { Level, Options } from "../protocol";
import { RoomCore } from "../state/core";
import { dice } from "../state/fake-room";
import { Mind } from "./bots/mind";
import { House } from "./house";
import { Rounds, type Terms } from "./rounds";

const OPTIONS: Options = { fair: "arrival", queue: 600, relaxed: 0, watchers: 0, assist: false };

const terms = (rules: string, levels: readonly (Level | null)[], lesson: string | null = null): Terms => ({
  rules: parseRules(rules),
  sitting: levels.map((level, at) => ({ name: `Seat ${at}`, level })),
  options: OPTIONS,
  lesson: lesson === null ? null : parsePosition(lesson),
});

const rest = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Lets time pass as it does for a page, which hears of things between them. */
async function pass(world: FakeWorld, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 100) {
    world.advance(100);
    await rest();
  }
}

/** Somebody in a house of their own, with a clock that moves when told to. */
async function visit(rules: string, levels: readonly (Level | null)[], lesson: string | null = null, seed = 1) {
  const world = new FakeWorld();
  const house = new House(terms(rules, levels, lesson), world, dice(seed));
  world.dial = (events) => house.dial(events) as never;
  const core = new RoomCore({ code: "", name: "Ann" }, world);
  core.connect();
  await rest();
  return { world, house, core };
}

describe("a house", () => {
  test("welcomes its person into a round that is about to begin", async () => {
    const { core, world } = await visit("standard", [null, "casual", "skilled"]);
    expect(core.snapshot.phase).toBe("countdown");
    expect(core.snapshot.me).toBe("A");
    expect(core.snapshot.seats.map(({ kind }) => kind)).toEqual(["person", "bot", "bot"]);
    world.advance(3_000);
    await rest();
    expect(core.snapshot.phase).toBe("round");
  });

  test.each(["standard", "standard,profi=on", "speed", "publisher", "playroom", "french"])("tells of everything that bots do under %s, and a person who plays along sees the same table", async (rules) => {
    const { core, world } = await visit(rules, [null, "casual", "skilled", "beginner"], null, 7);
    let own = 0;
    for (let step = 0; step < 2_000 && (core.snapshot.phase === "countdown" || core.snapshot.phase === "round"); step += 1) {
      world.advance(250);
      await rest();
      const { view, phase, rules: known } = core.snapshot;
      if (phase !== "round" || view === null) continue;
      const [command] = legal(view, "A", known).filter(({ kind }) => kind !== "turn" || step % 3 === 0);
      if (command?.kind === "play") core.acts.play(command.source, command.target);
      else if (command) core.acts.act(command);
      own += command ? 1 : 0;
      await rest();
      expect(core.snapshot.pending).toEqual([]);
    }
    expect(own).toBeGreaterThan(10);
    expect(core.snapshot.lastRefusal).toBeNull();
    expect(["result", "over"]).toContain(core.snapshot.phase);
    expect(core.snapshot.ended?.scores.filter((points) => points !== null)).toHaveLength(4);
  });

  test("goes on to the next round when asked, and keeps the totals", async () => {
    const { core, world } = await visit("standard", [null, "skilled"], null, 3);
    world.advance(3_000);
    await rest();
    const voted = core.room("vote", {});
    await rest();
    await voted;
    expect(core.snapshot.ended?.why).toBe("vote");
    const totals = core.snapshot.ended!.totals;
    await Promise.all([core.room("next", {}), rest()]);
    expect(core.snapshot.phase).toBe("countdown");
    expect(core.snapshot.round).toBe(2);
    expect(core.snapshot.seats.map(({ total }) => total)).toEqual(totals);
  });

  test("stands still while it is paused, bots and all", async () => {
    const { core, world, house } = await visit("standard", [null, "skilled", "skilled"]);
    await pass(world, 10_000);
    house.pause();
    await rest();
    const before = writePosition(core.snapshot.table!);
    await pass(world, 60_000);
    expect(core.snapshot.phase).toBe("paused");
    expect(writePosition(core.snapshot.table!)).toBe(before);
    await Promise.all([core.room("resume", {}), rest()]);
    await pass(world, 20_000);
    expect(writePosition(core.snapshot.table!)).not.toBe(before);
  });

  test("goes slower where it shall", async () => {
    const acted = async (pace: number): Promise<number> => {
      const { core, world, house } = await visit("standard", [null, "skilled", "skilled"]);
      house.pace = pace;
      let steps = 0;
      core.steps.on(() => (steps += 1));
      await pass(world, 43_000);
      return steps;
    };
    const [slow, fast] = [await acted(0.25), await acted(2)];
    expect(slow).toBeGreaterThan(3);
    expect(fast).toBeGreaterThan(3 * slow);
  });

  test("ends a dead round by itself", async () => {
    const world = new FakeWorld();
    const told: string[] = [];
    const rounds = new Rounds({ ...terms("standard,deadlock=score", [null, null]) }, world, dice(1), (...events) => told.push(...events.map(({ k }) => k)));
    rounds.begin();
    world.advance(3_000);
    rounds.table = parsePosition("- / r2 r3 r4 r5 r6 | r7 | - | b2 b3 b4 / g2 g3 g4 g5 g6 | g7 | - | y2 y3 y4");
    world.advance(2_500);
    expect(rounds.phase).toBe("result");
    expect(rounds.ended?.why).toBe("dead");
  });

  test("leaves a table of a lesson as it lies, until the person plays", async () => {
    const position = "- / r1 g5 b7 | y3 | - | b2 b3 b4 / g2 g3 g4 | g7 | - | y2 y3 y4";
    const { core, world } = await visit("standard", [null, null], position);
    expect(core.snapshot.phase).toBe("round");
    world.advance(600_000);
    await rest();
    expect(writePosition(core.snapshot.table!)).toBe(writePosition(publicTable(parsePosition(position))));
    expect(targets(core.snapshot.table!, "A", { zone: "row", slot: 0 }, core.snapshot.rules)).not.toEqual([]);
    core.acts.play({ zone: "row", slot: 0 });
    await rest();
    expect(core.snapshot.table?.piles).toHaveLength(1);
  });

  test("lets no bot know of a throw before a person hears it", () => {
    const world = new FakeWorld();
    const heardAt: number[] = [];
    const rounds = new Rounds(terms("speed", [null, "skilled", "skilled", "casual"]), world, dice(3), (...events) => {
      for (const event of events) if (event.k === "threw") heardAt.push(event.play);
    });
    const think = vi.spyOn(Mind.prototype, "think");
    rounds.begin();
    let early = 0;
    let looked = 0;
    for (let ms = 0; ms < 60_000 && rounds.phase !== "result"; ms += 5) {
      world.advance(5);
      for (const [sight] of think.mock.calls.slice(looked)) {
        const heard = heardAt.filter((at) => at <= rounds.seconds()).length;
        if (heard < heardAt.length) early += 1;
        expect(thrown(sight.machine!)).toBe(heard);
      }
      looked = think.mock.calls.length;
    }
    think.mockRestore();
    expect(early).toBeGreaterThan(0);
    expect(heardAt.length).toBeGreaterThan(3);
  });

  test("shows nobody what lies face down", async () => {
    const { core, world } = await visit("standard", SEATS.map((_, at) => (at === 0 ? null : "casual")));
    world.advance(4_000);
    await rest();
    for (const seat of SEATS) expect(areaOf(core.snapshot.table!, seat)!.hand.cards).toEqual([]);
  });
});
