import { describe, expect, test } from "vitest";
import type { ServerFrame, Welcome } from "../protocol";
import { Connection } from "./connection";
import { FakeWorld } from "./fake-world";

const WELCOME: Welcome = {
  t: "welcome",
  v: 3,
  now: 50,
  life: "",
  you: { seat: "A", token: null, host: true, n: 0 },
  room: null,
};

function dialled() {
  const world = new FakeWorld();
  const frames: ServerFrame[] = [];
  const connection = new Connection(world, {
    hello: () => ({ t: "hello", room: "KQZ7MB", name: "Ada", token: null, v: 3, watch: false, client: "1" }),
    frame: (frame) => frames.push(frame),
    changed: () => {},
  });
  connection.connect();
  return { world, frames, connection };
}

function opened() {
  const all = dialled();
  all.world.line.events.opened();
  all.world.line.receive(WELCOME);
  return all;
}

test("greets first, and passes frames on after the welcome", () => {
  const { world, frames, connection } = dialled();
  expect(connection.send({ t: "look" })).toBe(false);
  world.line.events.opened();
  expect(world.line.sent.map(({ t }) => t)).toEqual(["hello"]);
  expect(connection.state.state).toBe("connecting");
  world.line.receive({ t: "ack", n: 1, v: 1 }, WELCOME, { t: "ack", n: 2, v: 4 });
  expect(frames.map(({ t }) => t)).toEqual(["welcome", "ack"]);
  expect(connection.state).toEqual({ state: "open", why: null });
});

describe("a room that cannot be saved", () => {
  test("is told of, and that it goes on", () => {
    const { world, frames, connection } = opened();
    world.line.receive({ t: "stalled", on: true });
    expect(connection.state).toEqual({ state: "open", why: null, stalled: true });
    world.line.receive({ t: "stalled", on: false });
    expect(connection.state).toEqual({ state: "open", why: null });
    expect(frames).toHaveLength(1);
  });

  test("keeps its line for as long as it says so, and is asked for nothing", () => {
    const { world, connection } = opened();
    world.line.receive({ t: "stalled", on: true });
    const asked = world.line.of("ping").length;
    for (let seconds = 0; seconds < 60; seconds += 3) {
      world.advance(3_000);
      world.line.receive({ t: "stalled", on: true });
    }
    expect(world.lines).toHaveLength(1);
    expect(world.line.of("ping")).toHaveLength(asked);
    world.advance(6_000);
    expect(world.lines).toHaveLength(2);
    expect(connection.state).toEqual({ state: "lost", why: null });
  });

  test("lets a newcomer wait for the welcome", () => {
    const { world, connection } = dialled();
    world.line.events.opened();
    for (let seconds = 0; seconds < 30; seconds += 3) {
      world.line.receive({ t: "stalled", on: true });
      world.advance(3_000);
    }
    expect(connection.state).toEqual({ state: "connecting", why: null, stalled: true });
    world.line.receive(WELCOME, { t: "stalled", on: false });
    expect(world.lines).toHaveLength(1);
    expect(connection.state).toEqual({ state: "open", why: null });
  });

  test("has another clock afterwards, which is asked for at once", () => {
    const { world, connection } = opened();
    const [first] = world.line.of("ping");
    world.line.receive({ t: "pong", c: first!.c, now: 50 });
    expect(connection.clock.at(world.now())).toBeCloseTo(50);
    world.line.receive({ t: "stalled", on: true });
    world.advance(1_500);
    world.line.receive({ t: "stalled", on: false });
    expect(connection.clock.at(world.now())).toBeNull();
    const again = world.line.of("ping").at(-1)!;
    world.line.receive({ t: "pong", c: again.c, now: 50 });
    expect(connection.clock.at(world.now())).toBeCloseTo(50);
  });
});

test("passes over what is no frame", () => {
  const { world, frames } = opened();
  for (const text of ["", "null", "7", "[]", '{"t":4}', '{"x"']) world.line.events.received(text);
  expect(frames).toHaveLength(1);
});

describe("after a loss", () => {
  test("comes back by itself, each time within twice the wait, at most ten seconds", () => {
    const { world, connection } = opened();
    world.chance = 1;
    for (const wait of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
      const before = world.lines.length;
      world.line.drop();
      expect(connection.state.state).toBe("lost");
      world.advance(wait - 1);
      expect(world.lines).toHaveLength(before);
      world.advance(1);
      expect(world.lines).toHaveLength(before + 1);
    }
  });

  test("spreads by chance from no wait at all", () => {
    const { world } = opened();
    world.chance = 0;
    world.line.drop();
    world.advance(0);
    expect(world.lines).toHaveLength(2);
  });

  test("test_case_36: stays away as long as the bye says, also when the page wakes", () => {
    const { world } = opened();
    world.chance = 0.5;
    world.line.receive({ t: "bye", why: "restarting", after: 4 });
    world.line.drop(1012);
    world.wake();
    world.advance(4_249);
    expect(world.lines).toHaveLength(1);
    world.advance(1);
    expect(world.lines).toHaveLength(2);
  });

  test("dials at once when the page wakes", () => {
    const { world } = opened();
    world.line.drop();
    world.wake();
    expect(world.lines).toHaveLength(2);
  });
});

describe("a way on which no line opens", () => {
  const settled = () => new Promise<void>((resolve) => queueMicrotask(resolve));

  async function unopened(near: boolean, times: number) {
    const all = dialled();
    all.world.near = near;
    for (let time = 0; time < times; time++) {
      all.world.line.drop();
      all.world.advance(5_000);
      await settled();
    }
    return all;
  }

  test("is told in words where the page gets through, and tried on", async () => {
    const { world, connection } = await unopened(true, 3);
    expect(connection.state).toEqual({ state: "barred", why: null });
    const before = world.lines.length;
    world.line.drop();
    world.advance(5_000);
    expect(connection.state.state).toBe("barred");
    expect(world.lines.length).toBeGreaterThan(before);
    world.line.events.opened();
    world.line.receive(WELCOME);
    expect(connection.state.state).toBe("open");
  });

  test("is looked at no more once it is known", async () => {
    const { world, connection } = await unopened(true, 6);
    expect(world.asked).toBe(1);
    world.line.events.opened();
    world.line.receive(WELCOME);
    expect(connection.state.state).toBe("open");
    for (let time = 0; time < 4; time++) {
      world.line.drop();
      world.advance(5_000);
      await settled();
    }
    expect(world.asked).toBe(2);
    expect(connection.state.state).toBe("barred");
  });

  test("is no matter while the server is away, or after fewer tries", async () => {
    expect((await unopened(false, 6)).connection.state.state).toBe("connecting");
    expect((await unopened(true, 2)).connection.state.state).toBe("connecting");
  });

  test("is found too where lines neither open nor end", async () => {
    const { world, connection } = dialled();
    world.near = true;
    for (let time = 0; time < 3; time++) {
      world.advance(8_000);
      await settled();
    }
    expect(connection.state.state).toBe("barred");
    world.advance(8_000);
    expect(connection.state.state).toBe("barred");
  });

  test("counts no line that opened in between", async () => {
    const { world, connection } = await unopened(true, 2);
    world.line.events.opened();
    world.line.drop();
    world.advance(5_000);
    await settled();
    expect(connection.state.state).toBe("connecting");
  });
});

describe("closed for good", () => {
  test.each([
    [4401, "wrong-key"],
    [4403, "full-or-locked"],
    [4404, "no-such-room"],
    [4409, "taken-over"],
    [4410, "removed"],
    [4426, "outdated"],
  ] as const)("test_case_37: %i says %s and stays away", (code, why) => {
    const { world, connection } = opened();
    world.line.drop(code);
    world.advance(60_000);
    world.wake();
    expect(connection.state).toEqual({ state: "closed", why });
    expect(world.lines).toHaveLength(1);
  });

  test("4400 to the greeting is final, later it is a loss like others", () => {
    const early = dialled();
    early.world.line.events.opened();
    early.world.line.drop(4400);
    expect(early.connection.state.why).toBe("unreadable");
    const late = opened();
    late.world.line.drop(4400);
    expect(late.connection.state.state).toBe("lost");
  });

  test("comes back when asked to", () => {
    const { world, connection } = opened();
    world.line.drop(4409);
    connection.connect();
    expect(connection.state.state).toBe("connecting");
    expect(world.lines).toHaveLength(2);
  });

  test("hung up by oneself", () => {
    const { world, connection } = opened();
    connection.close();
    expect(world.line.open).toBe(false);
    world.advance(60_000);
    expect(world.lines).toHaveLength(1);
    expect(connection.state).toEqual({ state: "closed", why: "left" });
  });
});

describe("a line that is dead but open", () => {
  test("test_case_34: is replaced two seconds after the page wakes", () => {
    const { world, connection } = opened();
    const dead = world.line;
    world.wake();
    world.advance(1_999);
    expect(world.lines).toHaveLength(1);
    world.advance(1);
    expect(world.lines).toHaveLength(2);
    expect(dead.open).toBe(false);
    dead.receive(WELCOME);
    expect(connection.state.state).toBe("lost");
  });

  test("test_case_34: stays when the answer comes", () => {
    const { world } = opened();
    world.wake();
    world.advance(1_000);
    world.line.receive({ t: "pong", c: world.line.of("ping").at(-1)!.c, now: 51 });
    world.advance(1_500);
    expect(world.lines).toHaveLength(1);
  });

  test("is found out by silence while somebody looks", () => {
    const { world } = opened();
    world.advance(6_000);
    expect(world.lines).toHaveLength(2);
  });

  test("test_case_35: is left to the server while the page is hidden", () => {
    const { world } = opened();
    world.seen = false;
    world.advance(600_000);
    expect(world.lines).toHaveLength(1);
    expect(world.line.of("ping").length).toBeLessThan(2);
  });

  test("that never greets back is replaced", () => {
    const { world } = dialled();
    world.line.events.opened();
    world.advance(8_000);
    expect(world.lines).toHaveLength(2);
  });
});

test("knows the server's clock by the fastest pong", () => {
  const { world, connection } = opened();
  const answer = (delay: number, now: number) => {
    world.wake();
    const { c } = world.line.of("ping").at(-1)!;
    world.advance(delay);
    world.line.receive({ t: "pong", c, now });
  };
  answer(40, 100.02);
  expect(connection.clock.at(world.now())).toBeCloseTo(100.04, 6);
  world.wake();
  world.line.receive({ t: "pong", c: 1, now: 7 });
  answer(200, 100.09);
  expect(connection.clock.roundTrip).toBe(200);
  expect(connection.clock.at(world.now())).toBeCloseTo(100.24, 6);
});
