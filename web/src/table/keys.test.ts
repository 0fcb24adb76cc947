import { describe, expect, test } from "vitest";

import { actionFor, actionOf, bound, canBind, type KeyAction, keyAct, readBindings, shownKey, USUAL_KEYS, writeBindings } from "./keys";
import { keyName, type Pressed } from "./press";

const pressed = (code: string, key = "", more: Partial<Pressed> = {}): Pressed => ({
  code,
  key,
  repeat: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});

const act = (code: string, key = "", more: Partial<Pressed> = {}) => keyAct(pressed(code, key, more), USUAL_KEYS);

describe("as usual", () => {
  test.each([
    ["Digit1", "1", { zone: "row", slot: 0 }],
    ["Numpad5", "5", { zone: "row", slot: 4 }],
    ["KeyQ", "q", { zone: "stack" }],
    ["KeyF", "F", { zone: "stack" }],
    ["KeyW", "w", { zone: "waste" }],
    ["KeyD", "d", { zone: "waste" }],
  ])("%s plays", (code, key, source) => {
    expect(act(code, key)).toEqual({ kind: "play", source });
  });

  test("the others", () => {
    expect(act("Space", " ")).toEqual({ kind: "turn" });
    expect(act("KeyS", "s")).toEqual({ kind: "stop" });
    expect(act("Minus", "?")).toEqual({ kind: "help" });
    expect(act("KeyR", "r")).toEqual({ kind: "tell", what: "middle" });
    expect(act("KeyT", "t")).toEqual({ kind: "tell", what: "own" });
    expect(act("KeyO", "o")).toEqual({ kind: "tell", what: "others" });
    expect(act("Digit0", "0")).toBeNull();
    expect(act("KeyG", "g")).toBeNull();
  });

  test("a key held down plays once, and shortcuts of the browser are its own", () => {
    expect(act("Space", " ", { repeat: true })).toBeNull();
    expect(act("KeyS", "s", { ctrlKey: true })).toBeNull();
    expect(act("KeyW", "w", { metaKey: true })).toBeNull();
  });

  test("no key is two things", () => {
    const names = Object.values(USUAL_KEYS).flat();
    expect(new Set(names).size).toBe(names.length);
  });

  test("each place of one's own has the key that plays from it", () => {
    expect(["r1", "r5", "s", "w", "hand"].map(actionFor)).toEqual(["row1", "row5", "stack", "waste", "turn"]);
  });
});

describe("on other keyboards", () => {
  const does = (code: string, key: string): KeyAction | null => actionOf(pressed(code, key), USUAL_KEYS);

  test("QWERTZ: a letter is where it is printed", () => {
    expect(keyName(pressed("KeyY", "z"))).toBe("Z");
    expect(keyName(pressed("Semicolon", "ö"))).toBe("Ö");
    expect(does("KeyM", "m")).toBe("mute");
    expect(does("Minus", "?")).toBe("help");
    expect(does("Minus", "ß")).toBeNull();
  });

  test("AZERTY: M, Q and W are where they are printed, digits need no Shift", () => {
    expect(does("Semicolon", "m")).toBe("mute");
    expect(does("KeyM", ",")).toBeNull();
    expect(does("KeyM", "?")).toBe("help");
    expect(does("KeyA", "q")).toBe("stack");
    expect(does("KeyQ", "a")).toBeNull();
    expect(does("KeyZ", "w")).toBe("waste");
    expect(does("Digit1", "&")).toBe("row1");
    expect(does("Digit2", "é")).toBe("row2");
    expect(does("Digit2", "2")).toBe("row2");
  });

  test("Hebrew and Cyrillic: letters go by the place of the key", () => {
    expect(does("KeyM", "צ")).toBe("mute");
    expect(does("KeyQ", "/")).toBe("stack");
    expect(does("KeyW", "'")).toBe("waste");
    expect(does("Slash", ".")).toBeNull();
    expect(does("KeyF", "а")).toBe("stack");
    expect(does("Semicolon", "ж")).toBeNull();
    expect(does("KeyD", "Process")).toBe("waste");
  });

  test("Dvorak: a sign in the place of a letter is a sign", () => {
    expect(does("KeyW", ",")).toBeNull();
    expect(does("Comma", "w")).toBe("waste");
  });

  test("keys that only change others are none", () => {
    for (const key of ["Shift", "Dead", "CapsLock"]) expect(keyName(pressed("", key))).toBeNull();
  });
});

describe("chosen keys", () => {
  test("take the place of the usual ones, and are kept", () => {
    const keys = bound(USUAL_KEYS, "stack", "K");
    expect(actionOf(pressed("KeyK", "k"), keys)).toBe("stack");
    expect(actionOf(pressed("KeyF", "f"), keys)).toBeNull();
    expect(writeBindings(keys)).toBe('{"stack":"K"}');
    expect(readBindings(writeBindings(keys))).toEqual(keys);
  });

  test("two that changed places are kept as well", () => {
    const keys = bound(bound(USUAL_KEYS, "grab", "M"), "mute", "G");
    expect(readBindings(writeBindings(keys))).toEqual(keys);
  });

  test("the usual key brings all usual ones of its action back", () => {
    expect(bound(bound(USUAL_KEYS, "stack", "K"), "stack", "F")).toEqual(USUAL_KEYS);
  });

  test.each(["", "null", "[", "7", '"stack"', '{"stack":7}', '{"stack":"Enter"}', '{"stack":""}', '{"laugh":"K"}', '{"stack":"M"}', '{"stack":"K","waste":"K"}', '{"stack":"J","grab":"F"}'])(
    "what was kept as %s leaves no key with two actions",
    (text) => {
      const keys = readBindings(text);
      const names = Object.values(keys).flat();
      expect(new Set(names).size).toBe(names.length);
      expect(Object.keys(keys)).toEqual(Object.keys(USUAL_KEYS));
    },
  );

  test("what makes no sense is as usual", () => {
    expect(readBindings(null)).toEqual(USUAL_KEYS);
    expect(readBindings('{"stack":"Enter","waste":"M","mute":"K"}')).toEqual(bound(bound(USUAL_KEYS, "mute", "K"), "waste", "M"));
    expect(readBindings('{"waste":"M"}')).toEqual(USUAL_KEYS);
  });

  test("letters, signs, arrows and the space bar can be chosen, and what moves the focus cannot", () => {
    expect(["K", "ö", "+", "Space", "ArrowLeft"].every(canBind)).toBe(true);
    expect(["Enter", "Tab", "Escape", "F5", "Backspace"].some(canBind)).toBe(false);
  });
});

test("slots that the Speed Machine adds are at their digits, unless those do something else", () => {
  const six = { code: "Digit6", key: "6", repeat: false, ctrlKey: false, altKey: false, metaKey: false } as const;
  expect(keyAct(six as never, USUAL_KEYS)).toEqual({ kind: "play", source: { zone: "row", slot: 5 } });
  expect(shownKey(actionFor("r6"), USUAL_KEYS)).toBe("6");
  expect(shownKey(actionFor("r10"), USUAL_KEYS)).toBeUndefined();
  const chosen = bound(USUAL_KEYS, "stack", "6");
  expect(keyAct(six as never, chosen)).toEqual({ kind: "play", source: { zone: "stack" } });
  expect(shownKey(actionFor("r6"), chosen)).toBeUndefined();
  expect(shownKey(actionFor("r5"), chosen)).toBe("5");
});
