/** The Speed Machine in the live room: throws, grabs that others may win, and cards that are used. */
import { describe, expect, test } from "vitest";
import { parsePosition, writePosition } from "../model/notation";
import type { PublicEvent } from "../protocol";
import { factsOf, happened } from "./facts";
import { FakeClient } from "./fake-client";
import { FakeRoom } from "./fake-room";

const MACHINE = "machine noises | joker:8 remove:4 voila:4 second:4 extra:4 | horn:3 bell:3";
const TABLE =
  "r:BBB / r9 b9 | g5 g6 | - | y1 y2 y3 y4 | horn / b9 r9 | g5 g6 | - | y1 y2 y3 y4 | bell / " + `${MACHINE} | -`;

/** A round of two with the machine, where A owns the horn and B the bell. */
function table(position = TABLE, rules = "speed") {
  const room = new FakeRoom(2, rules, 1);
  room.table = parsePosition(position);
  const [ada, ben] = (["A", "B"] as const).map((seat) => new FakeClient(room, seat));
  const settle = (): void => [ada!, ben!].forEach((client) => client.settle());
  settle();
  return { room, ada: ada!, ben: ben!, settle };
}

const mine = (client: FakeClient) => client.core.snapshot.table!.areas["AB".indexOf(client.seat)]!.beside;
const lying = (client: FakeClient) => client.core.snapshot.view!.machine!.lying.map(({ number }) => number);

describe("a grab", () => {
  test("is not shown as taken before the room says so", () => {
    const { room, ada, settle } = table();
    room.throws("joker", "horn");
    settle();
    ada.core.acts.grab(1);
    expect(ada.core.snapshot.pending).toMatchObject([{ command: { kind: "grab", number: 1 } }]);
    expect(lying(ada)).toEqual([1]);
    expect(mine(ada).held).toEqual([]);
    settle();
    expect(lying(ada)).toEqual([]);
    expect(mine(ada).held).toEqual(["joker"]);
    expect(ada.core.snapshot.pending).toEqual([]);
  });

  test("is sent once, however often one taps, and says which card is meant", () => {
    const { room, ada, settle } = table();
    room.throws("joker", "horn");
    settle();
    for (let tap = 0; tap < 3; tap += 1) ada.core.acts.grab(1);
    expect(ada.line.of("do")).toEqual([{ t: "do", n: 1, a: "grab 1", round: 1 }]);
  });

  test("test_case_64 of a card that is another's is not sent, and says why", () => {
    const { room, ben, settle } = table();
    room.throws("joker", "horn");
    settle();
    ben.core.acts.grab(1);
    expect(ben.core.snapshot.lastRefusal).toMatchObject({ word: "not-yet", command: { kind: "grab" } });
    expect(ben.line.of("do")).toEqual([]);
  });

  test("test_case_63 and test_case_65: the next throw frees it for everybody, and the first has it", () => {
    const { room, ada, ben, settle } = table();
    room.throws("joker", "horn");
    room.throws("remove", "horn");
    settle();
    ben.core.acts.grab(1);
    ada.core.acts.grab(1);
    ben.core.acts.grab(2);
    ben.settle();
    settle();
    expect(mine(ben).held).toEqual(["joker"]);
    expect(mine(ada).held).toEqual([]);
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "empty", command: { kind: "grab", number: 1 } });
    expect(ben.core.snapshot.lastRefusal).toMatchObject({ word: "not-yet" });
  });

  test("that came too late says who was first", () => {
    const { room, ada, settle } = table();
    room.throws("joker");
    settle();
    ada.core.acts.grab(1);
    ada.line.receive({ t: "nack", n: 1, why: "beaten", by: "B", ms: 38 });
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "beaten", by: "B", ms: 38, command: { kind: "grab" } });
  });

  test("of one more card widens the row from the stack, of every second card turns two", () => {
    const { room, ada, settle } = table();
    room.throws("extra");
    room.throws("second");
    settle();
    ada.core.acts.grab(1);
    ada.core.acts.grab(2);
    settle();
    ada.core.acts.act({ kind: "turn" });
    settle();
    expect(ada.view).toMatch(/^r:BBB \/ r9 b9 g6 \| g5 \| \?1 y2 \| \?2 \| horn =extra =second \//);
    expect(ada.view).toBe(room.seen);
    expect(ada.line.of("look")).toEqual([]);
  });
});

describe("an action card", () => {
  const held = (cards: string) => TABLE.replace("| horn /", `| horn ${cards} /`);

  test("is used at once where one sees it, and confirmed without a change", () => {
    const { room, ada, ben, settle } = table(held("+joker +remove +voila"));
    ada.core.acts.use("joker", { on: "pile", pile: 0 });
    ada.core.acts.use("voila", { on: "seat", seat: "B" });
    ada.core.acts.use("remove", { on: "slot", slot: 0 });
    expect(ada.view).toMatch(/^r:BBB\* \/ - b9 \| \?1 \| - \| \?4 \| horn =voila =remove xr9 \/ b9 r9 \| \?1 g6 g6@A \|/);
    const asked = ada.line.of("do").map(({ a, card }) => [a, card]);
    expect(asked).toEqual([["use joker c1", undefined], ["use voila B", "g6"], ["use remove r1", "r9"]]);
    settle();
    expect(ada.view).toBe(room.seen);
    expect(ben.view).toBe(room.seen);
    expect(ben.confirmed).toMatch(/\| \?2 g6@A \| - \| \?4 \| bell \//);
  });

  test("test_case_81 for a card that is covered by now moves nothing", () => {
    const { room, ada, ben, settle } = table(held("+voila").replace("| bell /", "| bell +voila /"));
    ada.core.acts.use("voila", { on: "seat", seat: "B" });
    ada.settle();
    ben.core.acts.use("voila", { on: "seat", seat: "A" });
    settle();
    expect(ben.core.snapshot.lastRefusal).toMatchObject({ word: "moved-on" });
    expect(ben.view).toBe(room.seen);
  });

  test("that nobody holds is not sent", () => {
    const { ada } = table();
    ada.core.acts.use("joker", { on: "pile", pile: 0 });
    expect(ada.core.snapshot.lastRefusal).toMatchObject({ word: "empty" });
  });
});

describe("what lies there", () => {
  test("is known after a reload and after lost lines", () => {
    const { room, ada } = table();
    room.throws("joker", "horn");
    ada.settle();
    ada.cut();
    room.throws("voila", "bell");
    ada.settle();
    expect(lying(ada)).toEqual([1, 2]);
    ada.reload();
    ada.settle();
    expect(lying(ada)).toEqual([1, 2]);
    expect(ada.view).toBe(room.seen);
  });

  test("is heard by the time that a pause is over, whatever the clock of another server says", () => {
    const { room, ada } = table();
    room.tell({ k: "threw", number: 1, card: "joker", noise: "horn", for: ["A"], play: 12.55 });
    room.tell({ k: "phase", phase: "paused" });
    ada.settle();
    expect(ada.core.snapshot.heardAt).toBeNull();
  });

  test("is heard at the time that the room names, and of a new deal nothing is", () => {
    const { room, ada } = table();
    expect(ada.core.snapshot.heardAt).toBeNull();
    room.tell({ k: "threw", number: 1, card: "joker", noise: "horn", for: ["A"], play: 12.55 });
    ada.settle();
    expect(ada.core.snapshot.heardAt).toBe(12.55);
    room.tell({ k: "dealt", table: TABLE, round: 2, first: false });
    ada.settle();
    expect(ada.core.snapshot.heardAt).toBeNull();
  });

  test("of an unknown kind, or without a machine, is asked for anew", () => {
    const facts = (text: string) => ({ ...factsOf({ winners: [], seats: [], rules: "speed", table: text } as never, 0) });
    const threw = (card: string, noise: string | null): PublicEvent => ({ k: "threw", number: 1, card, noise, for: [], play: 1 });
    expect(happened(facts(TABLE), threw("bomb", "horn"), 0)).toBeNull();
    expect(happened(facts(TABLE), threw("joker", "gong"), 0)).toBeNull();
    expect(happened(facts("- / r1 | - | - | -"), threw("joker", null), 0)).toBeNull();
    const quiet = happened(facts(TABLE), { k: "quiet", on: true }, 0);
    expect(writePosition(quiet!.table!)).toContain("machine quiet |");
  });
});
