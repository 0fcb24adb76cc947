import { expect, test } from "vitest";
import { FakeWorld } from "./fake-world";
import { besideStore, keepUnderWay, knownRoom, knownRooms, remember, underWay } from "./memory";
import { readLink, writeHandLink, writeLink } from "./rooms";

test("rooms are remembered, the latest first, each once, twenty at most", () => {
  const { kept } = new FakeWorld();
  for (let room = 1; room <= 25; room += 1) remember(kept, { code: `ROOM${room}` });
  remember(kept, { code: "ROOM10", token: "secret" });
  remember(kept, { code: "ROOM10", name: "Ada" });
  expect(knownRooms(kept)).toHaveLength(20);
  expect(knownRooms(kept)[0]).toEqual({ code: "ROOM10", token: "secret", name: "Ada" });
  expect(knownRoom(kept, "ROOM5")).toBeUndefined();
});

test("what is under way belongs to its room", () => {
  const { tab } = new FakeWorld();
  keepUnderWay(tab, "KQZ7MB", { next: 7, pending: [{ t: "do", n: 6, a: "turn" }] });
  expect(underWay(tab, "KQZ7MB").next).toBe(7);
  expect(underWay(tab, "OTHER1")).toEqual({ next: 1, pending: [] });
});

test.each(["", "{", "7", "null", '"x"', '{"next":"7","pending":[]}', '{"next":1}'])(
  "somebody else's text %j is nothing",
  (text) => {
    const { tab, kept } = new FakeWorld();
    tab.setItem("pellmell.tab.KQZ7MB", text);
    kept.setItem("pellmell.rooms", text);
    expect(underWay(tab, "KQZ7MB")).toEqual({ next: 1, pending: [] });
    expect(knownRooms(kept)).toEqual([]);
  },
);

test("links carry the key in their fragment alone", () => {
  const link = writeLink("http://table.test", "KQZ7MB", "a-key");
  expect(link).toBe("http://table.test/r/KQZ7MB#k=a-key");
  expect(readLink(new URL(link))).toEqual({ code: "KQZ7MB", key: "a-key", screen: false, hand: false });
  expect(readLink(new URL("http://table.test/tv/kqz7mb"))).toEqual({
    code: "KQZ7MB",
    key: null,
    screen: true,
    hand: false,
  });
  expect(readLink(new URL("http://table.test/"))).toBeNull();
  expect(writeLink("", "KQZ7MB", null)).toBe("/r/KQZ7MB");
});

test.each([
  [writeHandLink("http://table.test", "KQZ7MB", "a-key"), "a-key"],
  [writeHandLink("http://table.test", "KQZ7MB", null), null],
  ["http://table.test/r/KQZ7MB#hand&k=a-key", "a-key"],
  ["http://table.test/r/kqz7mb/#hand=1&k=a-key&more=2", "a-key"],
])("a link that makes a phone a hand opens the room like any other: %s", (link, key) => {
  expect(readLink(new URL(link))).toEqual({ code: "KQZ7MB", key, screen: false, hand: true });
});

test("that a device is a hand is remembered for that room alone", () => {
  const { kept } = new FakeWorld();
  remember(kept, { code: "KQZ7MB", hand: true });
  remember(kept, { code: "KQZ7MB", token: "secret" });
  remember(kept, { code: "OTHER1", token: "secret" });
  expect(knownRoom(kept, "KQZ7MB")).toEqual({ code: "KQZ7MB", hand: true, token: "secret" });
  expect(knownRoom(kept, "OTHER1")?.hand).toBeUndefined();
});

test("a second person at the same device has a seat of their own", () => {
  const { kept } = new FakeWorld();
  remember(kept, { code: "KQZ7MB", token: "first" });
  expect(knownRoom(besideStore(kept), "KQZ7MB")).toBeUndefined();
  remember(besideStore(kept), { code: "KQZ7MB", token: "second" });
  expect(knownRoom(kept, "KQZ7MB")?.token).toBe("first");
  expect(knownRoom(besideStore(kept), "KQZ7MB")?.token).toBe("second");
});
