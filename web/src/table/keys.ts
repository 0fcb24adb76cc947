/** The keyboard at the table: by the place of a key, so that every layout has them at the same spot. */

import type { Source } from "../model/commands";

export type KeyAct =
  | { readonly kind: "play"; readonly source: Source }
  | { readonly kind: "turn" }
  | { readonly kind: "stop" }
  | { readonly kind: "tell"; readonly what: Told }
  | { readonly kind: "help" };

/** What can be heard at a key: the middle, one's own cards, the others. */
export type Told = "middle" | "own" | "others";

export interface Pressed {
  readonly code: string;
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const ROW = /^(?:Digit|Numpad)([1-9])$/;

/** Whether a key speaks to the table: with others it is the browser's, and one that is held down would be faster than any finger. */
export const isPlain = ({ repeat, ctrlKey, altKey, metaKey }: Pressed): boolean => !repeat && !ctrlKey && !altKey && !metaKey;

/** Whether somebody is writing, or a dialog is open: then a key is not for the table. */
export const isElsewhere = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.matches("input, textarea, select")) || document.querySelector("dialog[open]") !== null;

export function keyAct(pressed: Pressed): KeyAct | null {
  if (!isPlain(pressed)) return null;
  if (pressed.key === "?") return { kind: "help" };
  const slot = ROW.exec(pressed.code)?.[1];
  if (slot !== undefined) return { kind: "play", source: { zone: "row", slot: Number(slot) - 1 } };
  switch (pressed.code) {
    case "KeyQ":
    case "KeyF":
      return { kind: "play", source: { zone: "stack" } };
    case "KeyW":
    case "KeyD":
      return { kind: "play", source: { zone: "waste" } };
    case "Space":
      return { kind: "turn" };
    case "KeyS":
      return { kind: "stop" };
    case "KeyR":
      return { kind: "tell", what: "middle" };
    case "KeyT":
      return { kind: "tell", what: "own" };
    case "KeyO":
      return { kind: "tell", what: "others" };
    default:
      return null;
  }
}
