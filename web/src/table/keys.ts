/** The keyboard at the table: what each key does, as usual and as somebody has chosen. */

import type { Source } from "../model/commands";
import { fieldsIn } from "../net/fields";
import { isPlain, keyName, type Pressed } from "./press";

export const KEY_ACTIONS = [
  ...(["row1", "row2", "row3", "row4", "row5", "stack", "waste", "turn", "stop"] as const),
  ...(["grab", "joker", "remove", "voila", "mute", "middle", "own", "others", "help"] as const),
];
export type KeyAction = (typeof KEY_ACTIONS)[number];

/** The keys of each action by name; the first of them is shown. */
export type Bindings = Readonly<Record<KeyAction, readonly string[]>>;

export const USUAL_KEYS: Bindings = {
  row1: ["1"],
  row2: ["2"],
  row3: ["3"],
  row4: ["4"],
  row5: ["5"],
  stack: ["F", "Q"],
  waste: ["D", "W"],
  turn: ["Space"],
  stop: ["S"],
  grab: ["G"],
  joker: ["J"],
  remove: ["X"],
  voila: ["V"],
  mute: ["M"],
  middle: ["R"],
  own: ["T"],
  others: ["O"],
  help: ["?"],
};

export type KeyAct =
  | { readonly kind: "play"; readonly source: Source }
  | { readonly kind: "turn" }
  | { readonly kind: "stop" }
  | { readonly kind: "tell"; readonly what: Told }
  | { readonly kind: "help" };

/** What can be heard at a key: the middle, one's own cards, the others. */
export type Told = "middle" | "own" | "others";

/** The action of a key that was pressed by itself. */
export function actionOf(pressed: Pressed, keys: Bindings): KeyAction | null {
  const name = isPlain(pressed) ? keyName(pressed) : null;
  return name === null ? null : actionAt(name, keys);
}

export const actionAt = (name: string, keys: Bindings): KeyAction | null => KEY_ACTIONS.find((action) => keys[action].includes(name)) ?? null;

/** A slot past those whose keys can be chosen, as the Speed Machine brings: it is at its digit, unless that does something else. */
export type FarSlot = `row${number}`;
const FAR = /^[6-9]$/;

/** The key that is shown for an action or a slot; none where there is none. */
export function shownKey(action: KeyAction | FarSlot, keys: Bindings): string | undefined {
  if (isAction(action)) return keys[action][0];
  const digit = action.slice(3);
  return FAR.test(digit) && actionAt(digit, keys) === null ? digit : undefined;
}

const isAction = (action: string): action is KeyAction => KEY_ACTIONS.some((known) => known === action);

const rowAct = (slot: string): KeyAct => ({ kind: "play", source: { zone: "row", slot: Number(slot) - 1 } });

/** What a key does at every table; those of the Speed Machine are its own. */
export function keyAct(pressed: Pressed, keys: Bindings): KeyAct | null {
  const name = isPlain(pressed) ? keyName(pressed) : null;
  const action = name === null ? null : actionAt(name, keys);
  if (action === null) return name !== null && FAR.test(name) ? rowAct(name) : null;
  switch (action) {
    case "stack":
    case "waste":
      return { kind: "play", source: { zone: action } };
    case "turn":
    case "stop":
    case "help":
      return { kind: action };
    case "middle":
    case "own":
    case "others":
      return { kind: "tell", what: action };
    default:
      return action.startsWith("row") ? rowAct(action.slice(3)) : null;
  }
}

/** The action that plays from a place, as `r1`, `s` and `w` name it, or turns the `hand`. */
export function actionFor(place: string): KeyAction | FarSlot {
  if (place === "hand") return "turn";
  return place === "s" ? "stack" : place === "w" ? "waste" : (`row${place.slice(1)}` as FarSlot);
}

const DRAWN: Readonly<Record<string, string>> = { Space: "␣", ArrowUp: "↑", ArrowDown: "↓", ArrowLeft: "←", ArrowRight: "→" };

/** A key as it is drawn. */
export const keySign = (name: string): string => DRAWN[name] ?? name;

/** Whether somebody can choose a key: one with a letter, digit or sign, an arrow, or the space bar. */
export const canBind = (name: string): boolean => name.length === 1 || Object.hasOwn(DRAWN, name);

export function bound(keys: Bindings, action: KeyAction, name: string): Bindings {
  const usual = USUAL_KEYS[action];
  return { ...keys, [action]: name === usual[0] ? usual : [name] };
}

/** What differs from the usual, as it is kept. */
export function writeBindings(keys: Bindings): string {
  return JSON.stringify(Object.fromEntries(KEY_ACTIONS.filter((action) => keys[action] !== USUAL_KEYS[action]).map((action) => [action, keys[action][0]])));
}

/** What was kept, with the usual keys for whatever is missing, was never a key, or is two things at once. */
export function readBindings(text: string | null): Bindings {
  const found = fieldsIn(text);
  let keys = USUAL_KEYS;
  for (const action of KEY_ACTIONS) {
    const name = found[action];
    if (typeof name === "string" && canBind(name)) keys = bound(keys, action, name);
  }
  // To be usual again may take the key of another that was chosen.
  for (let odd = clash(keys); odd !== null; odd = clash(keys)) keys = { ...keys, [odd]: USUAL_KEYS[odd] };
  return keys;
}

/** An action with a chosen key that another has too. */
function clash(keys: Bindings): KeyAction | null {
  const chosen = KEY_ACTIONS.filter((action) => keys[action] !== USUAL_KEYS[action]);
  return chosen.find((action) => KEY_ACTIONS.some((other) => other !== action && keys[other].includes(keys[action][0]!))) ?? null;
}
