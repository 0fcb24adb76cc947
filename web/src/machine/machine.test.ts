import { describe, expect, test } from "vitest";

import { fullMachine, type Machine, type Throw } from "../model/machine";
import { parsePosition } from "../model/notation";
import { parseRules } from "../model/rules";
import { FakeWorld } from "../net/fake-world";
import { FLASH, Hearing } from "./hearing.svelte";
import { actionOf, USUAL_KEYS } from "../table/keys";
import { machineKey } from "./keys";
import { best, offers } from "./offers";
import { choosable } from "./targets";

const COMING = "joker:5 extra:4";
const table = (lying: string, coming = COMING) =>
  parsePosition(`r:AB y:A / r5 g9 | b7 | - | g3 | horn bell / r6 - | - | - | g4 | drum / machine noises | ${coming} | - | ${lying}`);

describe("what lies there", () => {
  test("test_case_65 the newest is its owner's, older ones are free for all", () => {
    const lying = table("3:joker@horn 9:voila@drum 15:remove@bell");
    expect(offers(lying, "A", 15).map(({ number, whose, owner }) => [number, whose, owner])).toEqual([
      [15, "mine", "A"],
      [9, "free", null],
      [3, "free", null],
    ]);
    expect(offers(lying, "B", 15)[0]).toMatchObject({ whose: "other", owner: "A", toTheEnd: false });
  });

  test("test_case_62 a noise that nobody owns, or none at all, is free at once", () => {
    expect(offers(table("15:joker@cock"), "A", 15)[0]!.whose).toBe("free");
    expect(offers(table("15:joker"), "B", 15)[0]!.whose).toBe("free");
  });

  test("test_case_66 the last card is its owner's to the end", () => {
    expect(offers(table("24:joker@horn", "-"), "B", 24)[0]).toMatchObject({ whose: "other", toTheEnd: true });
  });

  test("is not told before it is heard", () => expect(offers(table("9:voila@drum 15:joker"), "A", 14)).toHaveLength(1));

  test("the button reaches for the newest that one may take, else for the newest", () => {
    const lying = table("3:joker@horn 9:voila@drum 15:remove@bell");
    expect(best(offers(lying, "A", 15))?.number).toBe(15);
    expect(best(offers(lying, "B", 15))?.number).toBe(9);
    expect(best(offers(table("15:remove@bell"), "B", 15))?.number).toBe(15);
    expect(best([])).toBeNull();
  });
});

describe("what a card can be used on", () => {
  const rules = parseRules("speed");
  const named = (action: "joker" | "remove" | "voila", me: "A" | "B") => {
    const held = parsePosition(
      "b:A r:AB g:ABABABABAB y:A / r5 g9 | b7 | - | g3 | +joker +remove +voila / r6 - | - | - | g4 | +joker +remove +voila / r1 | b1 | - | - | - / machine quiet | - | - | -",
    );
    return choosable(held, me, action, rules).map(({ name, key }) => [name, key]);
  };

  test("piles that are open, in the order of their zones", () => {
    expect(named("joker", "A")).toEqual([["c2", "1"], ["c1", "2"], ["c4", "3"]]);
  });

  test("slots that are not empty, by their number", () => expect(named("remove", "B")).toEqual([["r1", "1"]]));

  test("everybody else by their letter, and nobody where the stack is empty", () => {
    expect(named("voila", "A")).toEqual([["B", "b"], ["C", "c"]]);
    expect(named("voila", "B")).toEqual([]);
  });
});

describe("keys", () => {
  const pressed = (code: string, key = "", more = {}) => ({ code, key, repeat: false, ctrlKey: false, altKey: false, metaKey: false, ...more });

  test("grab, and choose a card; to be silent is everybody's key", () => {
    expect(machineKey(pressed("KeyG"), false, USUAL_KEYS)).toEqual({ does: "grab" });
    expect(machineKey(pressed("KeyJ"), false, USUAL_KEYS)).toEqual({ does: "pick", kind: "joker" });
    expect(machineKey(pressed("KeyX"), false, USUAL_KEYS)).toEqual({ does: "pick", kind: "remove" });
    expect(machineKey(pressed("KeyV"), false, USUAL_KEYS)).toEqual({ does: "pick", kind: "voila" });
    expect(machineKey(pressed("KeyM"), false, USUAL_KEYS)).toBeNull();
    expect(machineKey(pressed("Digit1", "1"), false, USUAL_KEYS)).toBeNull();
  });

  test("whoever asks for help on AZERTY is not made silent", () => {
    expect(actionOf(pressed("KeyM", "?"), USUAL_KEYS)).toBe("help");
    expect(actionOf(pressed("KeyM", ","), USUAL_KEYS)).toBeNull();
    expect(actionOf(pressed("Semicolon", "m"), USUAL_KEYS)).toBe("mute");
  });

  test("while a target is chosen digits and letters are targets", () => {
    expect(machineKey(pressed("Digit3", "&"), true, USUAL_KEYS)).toEqual({ does: "choose", key: "3" });
    expect(machineKey(pressed("KeyQ", "A"), true, USUAL_KEYS)).toEqual({ does: "choose", key: "a" });
    expect(machineKey(pressed("KeyA", "ש"), true, USUAL_KEYS)).toEqual({ does: "choose", key: "a" });
    expect(machineKey(pressed("Escape", "Escape"), true, USUAL_KEYS)).toEqual({ does: "cancel" });
    expect(machineKey(pressed("Space", " "), true, USUAL_KEYS)).toBeNull();
  });

  test("a key held down does nothing, and shortcuts are the browser's", () => {
    expect(machineKey(pressed("KeyG", "g", { repeat: true }), false, USUAL_KEYS)).toBeNull();
    expect(machineKey(pressed("KeyG", "g", { ctrlKey: true }), false, USUAL_KEYS)).toBeNull();
  });
});

describe("hearing", () => {
  /** A hearing with a clock that is moved by hand. */
  function ear() {
    const world = new FakeWorld();
    return { hearing: new Hearing((ms, action) => world.after(ms, action)), pass: (ms: number) => world.advance(ms) };
  }
  const machine = (count: number, ...lying: Throw[]): Machine => ({ ...fullMachine(false), toCome: fullMachine(false).toCome.slice(count), lying });
  const one = (number: number): Throw => ({ number, kind: "joker", noise: "bell" });

  test("a throw counts from the moment at which all hear it", () => {
    const { hearing, pass } = ear();
    const heard: number[] = [];
    const sound = ({ number }: Throw): void => void heard.push(number);
    hearing.follow(machine(1, one(1)), 150, sound);
    pass(149);
    expect([hearing.heard, hearing.flash, heard]).toEqual([0, null, []]);
    pass(1);
    expect([hearing.heard, hearing.flash?.number, heard]).toEqual([1, 1, [1]]);
    pass(FLASH);
    expect(hearing.flash).toBeNull();
    hearing.follow(machine(2, one(1), one(2)), 150, sound);
    pass(150);
    expect(heard).toEqual([1, 2]);
  });

  test("what was heard while one was away lies there without a sound", () => {
    const { hearing, pass } = ear();
    hearing.follow(machine(7, one(5), one(7)), -3_000, () => expect.unreachable());
    expect(hearing.heard).toBe(7);
    pass(5_000);
    expect(hearing.flash).toBeNull();
  });

  test("a new deal is heard from its beginning, and clocks that are wrong delay nothing for long", () => {
    const { hearing, pass } = ear();
    hearing.follow(machine(7, one(7)), -3_000, () => {});
    hearing.follow(machine(0), -Infinity, () => {});
    expect(hearing.heard).toBe(0);
    hearing.follow(machine(1, one(1)), 99_000, () => {});
    pass(1_000);
    expect(hearing.heard).toBe(1);
  });

  test("a card that was taken before it was drawn is not told any more", () => {
    const { hearing } = ear();
    hearing.follow(machine(1), 100, () => expect.unreachable());
    expect(hearing.heard).toBe(1);
  });
});
