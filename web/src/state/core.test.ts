import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Seat } from "../model/cards";
import { legal } from "../model/decide";
import { parseCommand, parsePosition, writeCommand, writePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import { count } from "../model/table";
import { FakeWorld } from "../net/fake-world";
import { remember } from "../net/memory";
import { RoomCore } from "./core";
import { FakeClient } from "./fake-client";
import { FakeRoom, dice } from "./fake-room";

const RULES = [
  "standard",
  "standard,profi=on",
  "french",
  "french,profi=on,profi_step=any_lower",
  "playroom",
  "publisher",
  "standard,turn=1",
  "standard,turn=5,recycle=keep",
  "speed",
  "playroom,speed=quiet",
];

const S = { zone: "stack" } as const;
const W = { zone: "waste" } as const;
const row = (slot: number) => ({ zone: "row", slot }) as const;

/** A room that lies as written, with a client at each seat that has been welcomed. */
function table(position: string, rules = "standard") {
  const parsed = parsePosition(position);
  const room = new FakeRoom(parsed.areas.length, rules, 1);
  room.table = parsed;
  const clients = (["A", "B"] as const)
    .slice(0, parsed.areas.length)
    .map((seat) => new FakeClient(room, seat));
  for (const client of clients) client.settle();
  return { room, ada: clients[0]!, ben: clients[1]! };
}

const RACE = "r:BBB / r4 b9 | g5 g6 | - | y1 y2 y3 y4 / r4 b9 | g5 g6 | - | y1 y2 y3 y4";

describe("own commands", () => {
  test("are shown at once, and confirmed without a change", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.play(row(0));
    expect(ada.view).toMatch(/^r:BBBA \/ g6 b9 \| \?1 \|/);
    expect(ada.confirmed).toMatch(/^r:BBB /);
    expect(ada.core.snapshot.pending).toHaveLength(1);
    const [step] = ada.steps.slice(-1);
    expect(step).toMatchObject({ cause: "own", seat: "A" });
    expect(ada.line.of("do")).toEqual([{ t: "do", n: 1, a: "r1>c", card: "r4", round: 1 }]);
    ada.settle();
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot.pending).toEqual([]);
    expect(ada.core.snapshot.lastRefusal).toBeNull();
  });

  test("tell how long their answers take", () => {
    const { ada } = table(RACE);
    expect(ada.core.snapshot.lag).toBeNull();
    ada.core.acts.act({ kind: "turn" });
    ada.world.advance(70);
    ada.settle();
    expect(ada.core.snapshot.lag).toBe(70);
  });

  test("of others arrive as steps that name them", () => {
    const { ada, ben } = table(RACE);
    ben.core.acts.act({ kind: "turn" });
    ben.settle();
    ada.settle();
    expect(ada.steps.at(-1)).toMatchObject({ cause: "other", seat: "B", command: { kind: "turn" } });
  });

  test("that cannot be right are not sent, and say why", () => {
    const { ada } = table(RACE);
    ada.core.acts.act({ kind: "stop" });
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "not-yet", id: 1 });
    ada.core.acts.play(row(0), { zone: "centre", pile: 1 });
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "does-not-fit", id: 2 });
    expect(ada.line.of("do")).toEqual([]);
  });

  test("test_case_12: while nothing runs are not sent", () => {
    const { room, ada } = table(RACE);
    for (const [phase, word] of [["paused", "paused"], ["result", "not-running"]] as const) {
      room.tell({ k: "phase", phase });
      ada.settle();
      ada.core.acts.act({ kind: "turn" });
      ada.core.acts.play(row(0));
      expect(ada.core.snapshot.lastRefusal).toMatchObject({ word });
    }
    expect(ada.line.of("do")).toEqual([]);
  });

  test("a tap in Profi goes to the centre first, else to the first slot", () => {
    const { room, ada } = table("- / b7 y7 r1 | g8 r6 g1 | - | -", "standard,profi=on");
    ada.core.acts.play(S);
    ada.settle();
    ada.core.acts.play(S);
    ada.settle();
    expect(room.seen).toBe("g:A / b7>r6 y7 r1 | g8 | - | -");
  });

  test("turning can be tapped faster than the line, cards unknown", () => {
    const { room, ada } = table(RACE);
    for (let tap = 0; tap < 3; tap += 1) ada.core.acts.act({ kind: "turn" });
    const area = ada.core.snapshot.view!.areas[0]!;
    expect([count(area.hand), count(area.waste)]).toEqual([4, 0]);
    ada.settle();
    expect(ada.view).toBe(room.seen);
  });
});

describe("what is under way", () => {
  test("is shown once between its own event and the ack behind it", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    room.read(ada.line);
    room.deliver(ada.line, 1);
    expect(ada.core.snapshot.pending).toHaveLength(1);
    expect(ada.view).toBe(room.seen);
  });

  test("is at most thirty-two commands", () => {
    const { ada } = table(RACE);
    for (let tap = 0; tap < 33; tap += 1) ada.core.acts.act({ kind: "turn" });
    expect(ada.line.of("do")).toHaveLength(32);
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "too-fast" });
  });

  test("is left out of a view where another card lies there by now", () => {
    const { room, ada } = table(RACE);
    room.table = parsePosition("y:BBB r:B / y4 b9 | g5 | - | y1 / r4 | g5 | - | y1");
    room.tell();
    room.lose(ada.line);
    room.tell();
    ada.room.deliver(ada.line);
    room.read(ada.line);
    ada.core.acts.play(row(0));
    room.deliver(ada.line);
    expect(ada.core.snapshot.pending).toHaveLength(1);
    expect(ada.view).toBe(room.seen);
    ada.settle();
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "moved-on" });
  });

  test("in a round that is over is not shown in the next", () => {
    const { room, ada } = table(RACE);
    room.cut(ada.line);
    ada.core.acts.act({ kind: "turn" });
    room.round = 2;
    ada.reload();
    room.read(ada.line, 1);
    room.deliver(ada.line, 1);
    expect(ada.core.snapshot.pending).toHaveLength(1);
    expect(ada.view).toBe(room.seen);
    ada.settle();
    expect(ada.core.snapshot).toMatchObject({ pending: [], lastRefusal: { word: "not-running" } });
  });

  test("is numbered beyond what another tab of the seat has used", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    ada.world.tab.removeItem("pellmell.tab.KQZ7MB");
    ada.reload();
    ada.settle();
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    expect(room.accepted).toEqual(["A 1", "A 2", "A 3"]);
  });

  test("for a seat that is another's now is forgotten", () => {
    const { room, ada } = table(RACE);
    room.cut(ada.line);
    ada.core.acts.act({ kind: "turn" });
    ada.world.kept.removeItem("pellmell.rooms");
    ada.reload();
    ada.settle();
    expect(ada.core.snapshot.pending).toEqual([]);
    expect(room.accepted).toEqual([]);
  });
});

describe("refused", () => {
  test("test_case_05: the card returns, and says who was first and by how much", () => {
    const { room, ada, ben } = table(RACE);
    ben.core.acts.play(row(0));
    ada.core.acts.play(row(0));
    ben.settle();
    ada.room.read(ada.line);
    room.deliver(ada.line, 1);
    expect(ada.view).toBe(room.seen);
    room.deliver(ada.line);
    expect(ada.core.snapshot.lastRefusal).toMatchObject({
      word: "beaten",
      by: "B",
      ms: 38,
      card: { colour: "r", number: 4, deck: "A" },
      command: { kind: "play", source: row(0) },
    });
    expect(ada.core.snapshot.pending).toEqual([]);
    expect(ada.view).toBe(room.seen);
    expect(ada.view).toMatch(/^r:BBBB \/ r4 b9 \|/);
  });

  test("a step of its own takes the card back where nobody else's did", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.play(row(0));
    room.table = { ...room.table, piles: [] };
    ada.settle();
    expect(ada.steps.at(-1)).toMatchObject({ cause: "refused", seat: "A" });
    expect(ada.view).toBe(ada.confirmed);
  });

  test("one refused command takes along what stood on it", () => {
    const { room, ada, ben } = table(
      "r:BBB / r4 r5 | g5 | - | y1 / r4 b9 | g5 g6 | - | y1 y2",
    );
    ben.core.acts.play(row(0));
    ben.settle();
    ada.core.acts.play(row(0));
    ada.core.acts.play(row(1));
    expect(ada.view).toMatch(/^r:BBBAA /);
    ada.settle();
    expect(ada.view).toBe(room.seen);
    expect(ada.view).toMatch(/^r:BBBBA /);
  });
});

describe("lines that break", () => {
  test("test_case_06: a play made while the line is lost is confirmed when it is back", () => {
    const { room, ada } = table(RACE);
    room.cut(ada.line);
    ada.core.acts.play(row(0));
    expect(ada.core.snapshot.connection.state).toBe("lost");
    expect(ada.view).toMatch(/^r:BBBA/);
    ada.world.advance(1);
    ada.line.events.opened();
    ada.settle();
    expect(room.accepted).toEqual(["A 1"]);
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot.pending).toEqual([]);
  });

  test("test_case_06: or visibly undone, when somebody was faster meanwhile", () => {
    const { room, ada, ben } = table(RACE);
    room.cut(ada.line);
    ada.core.acts.play(row(0));
    ben.core.acts.play(row(0));
    ben.settle();
    ada.world.advance(1);
    ada.line.events.opened();
    ada.settle();
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "beaten", by: "B" });
  });

  test("test_case_04: a resend after a lost answer has no second effect", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    room.read(ada.line);
    ada.cut();
    ada.settle();
    expect(ada.line.of("do").map(({ n }) => n)).toEqual([1]);
    expect(room.accepted).toEqual(["A 1"]);
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot.pending).toEqual([]);
  });

  test("test_case_04: while it waits for its first answer, the view shows it once", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    ada.core.acts.act({ kind: "turn" });
    room.read(ada.line, 3);
    ada.reload();
    room.read(ada.line, 1);
    room.deliver(ada.line, 1);
    const hand = count(ada.core.snapshot.view!.areas[0]!.hand);
    expect(hand).toBe(0);
    ada.settle();
    expect(room.accepted).toEqual(["A 1", "A 2"]);
    expect(ada.view).toBe(room.seen);
  });

  test("resumes with what is missing, not with everything", () => {
    const { room, ada, ben } = table(RACE);
    room.cut(ada.line);
    ben.core.acts.act({ kind: "turn" });
    ben.settle();
    ada.world.advance(1);
    ada.line.events.opened();
    ada.steps = [];
    ada.settle();
    expect(ada.line.of("hello")[0]).toMatchObject({ token: "token-A", v: 1 });
    expect(ada.steps.map(({ cause }) => cause)).toEqual(["other"]);
    expect(ada.view).toBe(room.seen);
  });

  test("test_case_27, test_case_32: twenty reloads keep the seat and the pending play", () => {
    const { room, ada } = table(RACE);
    room.cut(ada.line);
    ada.core.acts.play(row(0));
    for (let reload = 0; reload < 20; reload += 1) ada.reload();
    ada.settle();
    expect(ada.core.snapshot.me).toBe("A");
    expect(room.accepted).toEqual(["A 1"]);
    expect(ada.view).toBe(room.seen);
    ada.reload();
    ada.settle();
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    expect(room.accepted).toEqual(["A 1", "A 2"]);
  });

  test("a room frame is not sent anew after a reload", () => {
    const { room, ada } = table(RACE);
    room.cut(ada.line);
    void ada.core.room("end", {});
    expect(ada.world.tab.getItem("pellmell.tab.KQZ7MB")).not.toContain('"end"');
    ada.reload();
    ada.settle();
    expect(ada.line.of("room")).toEqual([]);
  });

  test("a seat that was taken away leaves nothing behind", () => {
    const { ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    ada.line.drop(4410);
    expect(ada.core.snapshot).toMatchObject({ me: null, pending: [] });
    ada.load();
    expect(ada.line.of("hello")[0]!.token).toBeNull();
  });
});

describe("versions", () => {
  test("a gap asks for everything anew, and the acks in between wait for it", () => {
    const { room, ada, ben } = table(RACE);
    ben.core.acts.act({ kind: "turn" });
    ben.settle();
    room.lose(ada.line);
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    expect(ada.line.of("look")).toHaveLength(1);
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot.pending).toEqual([]);
  });

  test("an ack of a version that never came asks for everything anew", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    room.read(ada.line);
    room.lose(ada.line);
    ada.settle();
    expect(ada.line.of("look")).toHaveLength(1);
    expect(ada.core.snapshot.pending).toEqual([]);
    expect(ada.view).toBe(room.seen);
  });

  test("a version that came already has no second effect", () => {
    const { room, ada, ben } = table(RACE);
    ben.core.acts.act({ kind: "turn" });
    ben.settle();
    ada.settle();
    ada.line.receive(...room.log);
    expect(ada.view).toBe(room.seen);
    expect(ada.line.of("look")).toEqual([]);
  });

  test("an event that does not apply asks for everything anew", () => {
    const { room, ada } = table(RACE);
    const odd = [
      { a: "r9>c1", card: "b9", up: [] },
      { a: "nonsense", card: null, up: [] },
      { a: "w>c1", card: "b9", up: [] },
      { a: "r2>c1", card: "b9", up: [] },
      { a: "r1>c1", card: "b4", up: ["g5"] },
      { a: "turn", card: null, up: [] },
    ];
    for (const event of odd) {
      room.tell({ k: "did", s: "B", ...event });
      ada.settle();
      expect(ada.view).toBe(room.seen);
    }
    expect(ada.line.of("look")).toHaveLength(6);
  });

  test("an unknown kind of event is passed over, its version counted", () => {
    const { room, ada } = table(RACE);
    room.tell({ k: "thundered", loud: true } as never);
    room.tell();
    ada.settle();
    room.tell({ k: "watchers", n: 3 });
    ada.settle();
    expect(ada.core.snapshot.watchers).toBe(3);
    expect(ada.line.of("look")).toEqual([]);
  });

  test("a look that gets no answer gives the line up", () => {
    const { room, ada } = table(RACE);
    room.tell();
    room.tell();
    room.lose(ada.line);
    room.deliver(ada.line);
    const lines = ada.world.lines.length;
    ada.world.advance(3_000);
    expect(ada.world.lines).toHaveLength(lines + 1);
    ada.line.events.opened();
    expect(ada.line.of("hello")[0]!.v).toBe(0);
  });
});

describe("early taps", () => {
  const EARLY = "r:BB / r4 b9 | g5 g6 | - | y1 / r3 b9 | g5 g6 | - | y1";

  test("wait until a pile fits, and go by themselves", () => {
    const { room, ada, ben } = table(EARLY);
    ada.core.acts.play(row(0));
    expect(ada.core.snapshot.queued).toHaveLength(1);
    ada.world.advance(300);
    ben.core.acts.play(row(0));
    ben.settle();
    ada.settle();
    expect(ada.core.snapshot.queued).toEqual([]);
    expect(ada.view).toMatch(/^r:BBBA /);
    expect(ada.view).toBe(room.seen);
  });

  test("lapse after the room's time, with a word", () => {
    const { ada } = table(EARLY);
    ada.core.acts.play(row(0));
    ada.world.advance(599);
    expect(ada.core.snapshot.lastRefusal).toBeNull();
    ada.world.advance(1);
    expect(ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "does-not-fit" } });
  });

  test("a second tap takes the first back", () => {
    const { ada } = table(EARLY);
    ada.core.acts.play(row(0));
    ada.core.acts.play(row(0));
    ada.world.advance(1_000);
    expect(ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: null });
  });

  test("are forgotten when another card lies there, and when the room knows none", () => {
    const { room, ada } = table("r:BB / r4 b9 | g5 r1 | - | y1 b3 / r3 b9 | g5 g6 | - | y1");
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    ada.core.acts.play(W);
    expect(ada.core.snapshot.queued).toHaveLength(1);
    ada.core.acts.act({ kind: "turn" });
    ada.settle();
    expect(ada.core.snapshot.queued).toEqual([]);
    room.tell({
      k: "options",
      options: { fair: "arrival", queue: 0, relaxed: 0, watchers: 0, assist: false },
    });
    ada.settle();
    ada.core.acts.play(row(0));
    expect(ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "does-not-fit" } });
  });
});

describe("a relaxed room", () => {
  const RELAXED = "r:BB / r3 r4 | g5 g6 | - | y1 / r3 r4 | g5 g6 | - | y1";
  const MARGIN = 20;

  function relaxed(position = RELAXED, options: { queue?: number; relaxed?: number } = {}) {
    const found = table(position);
    found.room.tell({ k: "options", options: { fair: "arrival", queue: 600, relaxed: 1, watchers: 0, assist: true, ...options } });
    for (const client of [found.ada, found.ben]) client.settle();
    return found;
  }

  /** Ben lays the first card of his row, and both hear of it. */
  function benLays({ ada, ben }: ReturnType<typeof relaxed>) {
    ben.core.acts.play(row(0));
    ben.settle();
    ada.settle();
  }

  const sent = (client: FakeClient) => client.line.of("do").map(({ a }) => a);

  test("a tap on a resting pile waits for the end of the rest, longer than others wait, and goes then", () => {
    const found = relaxed();
    const { room, ada } = found;
    benLays(found);
    expect(ada.core.snapshot.resting).toEqual([0]);
    ada.core.acts.play(row(1));
    expect(ada.core.snapshot.queued).toHaveLength(1);
    ada.world.advance(1_000 + MARGIN - 1);
    expect(sent(ada)).toEqual([]);
    expect(ada.core.snapshot).toMatchObject({ lastRefusal: null, resting: [0] });
    ada.world.advance(1);
    expect(sent(ada)).toEqual(["r2>c"]);
    ada.settle();
    expect(ada.view).toMatch(/^r:BBBA /);
    expect(ada.view).toBe(room.seen);
    expect(ada.core.snapshot).toMatchObject({ queued: [], resting: [0], lastRefusal: null });
  });

  test("a tap that waited for its card does not go the instant the rest begins", () => {
    const found = relaxed();
    const { ada } = found;
    ada.core.acts.play(row(1));
    ada.world.advance(300);
    benLays(found);
    expect(sent(ada)).toEqual([]);
    expect(ada.core.snapshot.queued).toHaveLength(1);
    ada.world.advance(1_000 + MARGIN);
    expect(sent(ada)).toEqual(["r2>c"]);
  });

  test("after one's own card the pile rests too, from when the room has it", () => {
    const { ada } = relaxed();
    ada.core.acts.play(row(0));
    expect(ada.core.snapshot.resting).toEqual([0]);
    ada.core.acts.play(row(1));
    ada.world.advance(200);
    expect(sent(ada)).toEqual(["r1>c"]);
    ada.settle();
    ada.world.advance(1_000 + MARGIN - 1);
    expect(sent(ada)).toEqual(["r1>c"]);
    ada.world.advance(1);
    expect(sent(ada)).toEqual(["r1>c", "r2>c"]);
  });

  test("the rest is counted from when the server had the card, as far as the line tells", () => {
    const found = relaxed();
    const { ada } = found;
    // Another clock than before, so that what was known of the line is forgotten.
    for (const now of [1_000, 1_005.2, 1_010.4]) {
      ada.world.advance(5_000);
      const { c } = ada.line.of("ping").at(-1)!;
      ada.world.advance(200);
      ada.line.receive({ t: "pong", c, now });
    }
    benLays(found);
    ada.core.acts.play(row(1));
    ada.world.advance(900 + MARGIN - 1);
    expect(sent(ada)).toEqual([]);
    ada.world.advance(1);
    expect(sent(ada)).toEqual(["r2>c"]);
  });

  test("a card goes to the pile that is awake, where another that it fits rests", () => {
    const found = relaxed("r:BB r:BBA / r3 r4 | g5 g6 | - | y1 / r3 r4 | g5 g6 | - | y1");
    benLays(found);
    found.ada.core.acts.play(row(1));
    expect(sent(found.ada)).toEqual(["r2>c2"]);
  });

  test("a card dragged to a resting pile waits as well", () => {
    const found = relaxed();
    benLays(found);
    found.ada.core.acts.play(row(1), { zone: "centre", pile: 0 });
    expect(found.ada.core.snapshot.queued).toHaveLength(1);
    found.ada.world.advance(1_000 + MARGIN);
    expect(sent(found.ada)).toEqual(["r2>c"]);
  });

  test("without a queue it is refused at once, and nothing is sent", () => {
    const found = relaxed(RELAXED, { queue: 0 });
    benLays(found);
    found.ada.core.acts.play(row(1));
    expect(found.ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "resting" } });
    expect(sent(found.ada)).toEqual([]);
  });

  test("no card is open whose only pile rests", () => {
    const found = relaxed();
    benLays(found);
    const { acts } = found.ada.core;
    expect(acts.targets(row(1))).toHaveLength(1);
    expect(acts.open(row(1))).toEqual([]);
    found.ada.world.advance(1_000 + MARGIN);
    expect(acts.open(row(1))).toHaveLength(1);
  });

  test("what the room refuses as resting all the same says why, and is tried once more", () => {
    const { ada } = relaxed();
    ada.core.acts.play(row(0));
    ada.line.receive({ t: "nack", n: 1, why: "resting" });
    expect(ada.core.snapshot).toMatchObject({ lastRefusal: { word: "resting", id: 1 }, resting: [0] });
    expect(ada.core.snapshot.queued).toHaveLength(1);
    ada.world.advance(1_000 + MARGIN);
    expect(sent(ada)).toEqual(["r1>c", "r1>c"]);
    ada.line.receive({ t: "nack", n: 2, why: "resting" });
    expect(ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "resting", id: 2 } });
  });

  test("what is refused as resting is not tried again where it fits no more, or where taps do not wait", () => {
    const found = relaxed();
    const { ada, ben, room } = found;
    ben.core.acts.play(row(0));
    ada.core.acts.play(row(0));
    ben.settle();
    room.deliver(ada.line);
    ada.line.receive({ t: "nack", n: 1, why: "resting" });
    expect(ada.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "resting" } });
    const { ada: eve } = relaxed(RELAXED, { queue: 0 });
    eve.core.acts.play(row(0));
    eve.line.receive({ t: "nack", n: 1, why: "resting" });
    expect(eve.core.snapshot).toMatchObject({ queued: [], lastRefusal: { word: "resting" } });
  });

  test("nothing rests after a new deal, nor in a room that is not relaxed", () => {
    const found = relaxed();
    benLays(found);
    found.room.tell({ k: "dealt", table: RELAXED, round: 2, first: false } as never);
    found.ada.settle();
    expect(found.ada.core.snapshot.resting).toEqual([]);
    const brisk = relaxed(RELAXED, { relaxed: 0 });
    benLays(brisk);
    brisk.ada.core.acts.play(row(1));
    expect(brisk.ada.core.snapshot.resting).toEqual([]);
    expect(sent(brisk.ada)).toEqual(["r2>c"]);
  });
});

describe("a watcher", () => {
  test("sees the table, sends nothing, and asks with no token", () => {
    const { room } = table(RACE);
    const world = new FakeWorld();
    remember(world.kept, { code: "KQZ7MB", token: "token-A" });
    const core = new RoomCore({ code: "KQZ7MB", name: "Wes", watch: true }, world);
    core.connect();
    world.line.events.opened();
    expect(world.line.of("hello")[0]).toMatchObject({ watch: true, token: null });
    room.read(world.line);
    room.deliver(world.line);
    expect(core.snapshot.me).toBeNull();
    expect(writePosition(core.snapshot.view!)).toBe(room.seen);
    core.acts.act({ kind: "turn" });
    core.acts.play(row(0));
    expect(core.snapshot.lastRefusal).toMatchObject({ word: "not-seated" });
    expect(world.line.of("do")).toEqual([]);
  });
});

describe("the room", () => {
  test("refuses what is too old to answer, and the view lets go of it", () => {
    const { room, ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    ada.line.receive({ t: "nack", n: 1, why: "stale" });
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "stale" });
    expect(ada.view).toBe(room.seen);
    ada.line.receive({ t: "nack", n: 1, why: "stale" }, { t: "ack", n: 1, v: 1 });
    expect(ada.core.snapshot.lastRefusal!.id).toBe(1);
  });

  test("answers requests, and a leave forgets the seat", async () => {
    const { ada } = table(RACE);
    const ready = ada.core.room("ready", { ready: true });
    expect(ada.line.of("room")).toEqual([{ t: "room", n: 1, do: "ready", ready: true }]);
    ada.settle();
    expect(await ready).toBeNull();
    const refused = ada.core.room("kick", { seat: "B" });
    ada.line.receive({ t: "nack", n: 2, why: "not-host" });
    expect(await refused).toBe("not-host");
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "not-host", verb: "kick" });
    const left = ada.core.room("leave", {});
    ada.settle();
    expect(await left).toBeNull();
    expect(ada.core.snapshot.connection).toEqual({ state: "closed", why: "left" });
    expect(JSON.parse(ada.world.kept.getItem("pellmell.rooms")!)[0].token).toBeNull();
  });

  test("sends again what met a room that moved", () => {
    const { ada } = table(RACE);
    ada.core.acts.act({ kind: "turn" });
    ada.line.receive({ t: "nack", n: 1, why: "moved" });
    expect(ada.core.snapshot.pending).toHaveLength(1);
    ada.world.advance(250);
    expect(ada.line.of("do").map(({ n }) => n)).toEqual([1, 1]);
  });

  test("a new key is remembered", () => {
    const { ada } = table(RACE);
    void ada.core.room("rekey", {});
    ada.line.receive({ t: "ack", n: 1, v: 1, key: "fresh" });
    expect(ada.core.snapshot.key).toBe("fresh");
    ada.reload();
    expect(ada.line.of("hello")[0]!.key).toBe("fresh");
  });

  test("tells of seats, votes, the end and the next round", () => {
    const { room, ada } = table(RACE);
    room.tell(
      { k: "seat", s: "C", name: "Cy", kind: "bot", level: "casual" },
      { k: "seat", s: "B", host: true, here: false },
      { k: "vote", s: ["A"] },
    );
    ada.settle();
    expect(ada.core.snapshot.seats.map(({ seat, host }) => [seat, host])).toEqual([
      ["A", false],
      ["B", true],
      ["C", false],
    ]);
    expect(ada.core.snapshot.votes).toEqual(["A"]);
    room.command("B", { kind: "turn" });
    ada.settle();
    expect(ada.core.snapshot.votes).toEqual(["A"]);
    room.command("B", { kind: "play", source: row(0), target: { zone: "centre", pile: null } });
    ada.settle();
    expect(ada.core.snapshot.votes).toEqual([]);
    room.tell({ k: "vote", s: ["A"] });
    room.tell(
      { k: "seat", s: "C", gone: true },
      { k: "ended", by: "B", why: "stop", scores: [3, -4], totals: [41, 12] },
      { k: "phase", phase: "result", next: 20 },
    );
    ada.settle();
    const { seats, scores, ended, countdown, votes } = ada.core.snapshot;
    expect(seats.map(({ total }) => total)).toEqual([41, 12]);
    expect(scores).toEqual([[3, -4]]);
    expect(ended).toMatchObject({ by: "B", why: "stop" });
    expect(countdown).toEqual({ left: 20, until: ada.core.now() + 20_000 });
    expect(votes).toEqual([]);
    room.tell({ k: "dealt", table: "- / - | - | - | - / r1 | ?9 g2 | - | ?3", round: 2, first: true });
    ada.settle();
    expect(ada.core.snapshot).toMatchObject({ round: 2, scores: [], ended: null });
    expect(ada.core.snapshot.seats.map(({ ready }) => ready)).toEqual([false, false]);
    expect(ada.core.snapshot.table!.areas[0]).toBeNull();
  });
});

/** What can happen between two clients and a room, by number. */
const happening = fc.record({
  client: fc.integer({ min: 0, max: 1 }),
  what: fc.integer({ min: 0, max: 18 }),
  which: fc.integer({ min: 0, max: 6 }),
});

function useSomething({ core, seat }: FakeClient, which: number): void {
  const { view, rules } = core.snapshot;
  const uses = view === null ? [] : legal(view, seat, rules).filter((command) => command.kind === "use");
  const use = uses[which % uses.length];
  if (use) core.acts.use(use.action, use.place);
}

function happen(client: FakeClient, what: number, which: number): void {
  const { core, room, line } = client;
  if (what < 5) core.acts.play(client.source(which));
  else if (what < 7) core.acts.act({ kind: "turn" });
  else if (what === 7) core.acts.act({ kind: "stop" });
  else if (what < 10) room.read(line, which + 1);
  else if (what < 13) room.deliver(line, which + 1);
  else if (what === 13) client.cut();
  else if (what === 14) client.reload();
  else if (what === 16) room.throwsOn();
  else if (what === 17) core.acts.grab(which + 1);
  else if (what === 18) useSomething(client, which);
  else client.world.advance(which * 100);
}

test.each(RULES)("test_case_02, test_case_05, test_case_06: %s, whatever the order, all see what is confirmed", (rules) => {
  fc.assert(
    fc.property(fc.integer(), fc.array(happening, { maxLength: 120 }), (seed, happenings) => {
      const room = new FakeRoom(2, rules, seed);
      const clients = (["A", "B"] as Seat[]).map((seat) => new FakeClient(room, seat));
      for (const client of clients) client.settle();
      for (const { client, what, which } of happenings) happen(clients[client]!, what, which);
      for (let turn = 0; turn < 3; turn += 1) {
        for (const client of clients) {
          client.world.advance(601);
          client.settle();
        }
      }
      for (const { core, view, confirmed } of clients) {
        expect(core.snapshot.pending).toEqual([]);
        expect(confirmed).toBe(room.seen);
        expect(view).toBe(confirmed);
      }
      expect(new Set(room.accepted).size).toBe(room.accepted.length);
    }),
    { numRuns: 60 },
  );
});

test.each(RULES)("%s: a round played by others is folded without a single look", (rules) => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const room = new FakeRoom(3, rules, seed);
      const client = new FakeClient(room, "A");
      client.settle();
      const roll = dice(seed + 1);
      for (let moves = 0; moves < 150 && room.phase === "round"; moves += 1) {
        const seat = (["A", "B", "C"] as const)[roll(3)]!;
        if (roll(4) === 0) room.throwsOn();
        const options = legal(room.table, seat, parseRules(rules)).map(writeCommand);
        if (options.length > 0) room.command(seat, parseCommand(options[roll(options.length)]!));
        room.deliver(client.line);
        expect(client.view).toBe(room.seen);
      }
      expect(client.line.of("look")).toEqual([]);
    }),
    { numRuns: 10 },
  );
});
