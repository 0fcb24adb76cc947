/** Which key was pressed, by what is printed on it, and whether the table is meant. */

export interface Pressed {
  readonly code: string;
  readonly key: string;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

const DIGIT = /^(?:Digit|Numpad)(\d)$/;
const LETTER = /^Key([A-Z])$/;
const OTHER_SCRIPT = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
/** Keys that say nothing by themselves, or not what is on them. */
const SILENT = ["", "Process", "Unidentified"];
const NO_KEY = ["Dead", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock", "Fn", ...SILENT];
/** Hebrew and Greek keyboards have signs in the place of these letters. */
const SIGNS: Readonly<Record<string, string>> = { Q: "/;", W: "'" };

/** Whether a key speaks to the table: with others it is the browser's, and one that is held down would be faster than any finger. */
export const isPlain = ({ repeat, ctrlKey, altKey, metaKey }: Pressed): boolean => !repeat && !ctrlKey && !altKey && !metaKey;

/**
 * The name of a key: `M`, `3`, `Space`, `?`, or what the browser calls it.
 *
 * A letter is where it is printed, so that `M` is for mute on every keyboard. Digits, which AZERTY has only with
 * Shift, and keyboards of other scripts go by the place of the key.
 */
export function keyName({ code, key }: Pressed): string | null {
  if (key === "?" || key === "؟") return "?";
  const digit = DIGIT.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (code === "Space" || key === " ") return "Space";
  const letter = LETTER.exec(code)?.[1];
  if (letter !== undefined && isNotLatin(key, letter)) return letter;
  if (NO_KEY.includes(key)) return null;
  const upper = key.toUpperCase();
  return key.length === 1 && upper.length === 1 ? upper : key;
}

const isNotLatin = (key: string, letter: string): boolean => SILENT.includes(key) || OTHER_SCRIPT.test(key) || (SIGNS[letter]?.includes(key) ?? false);

const PRESSABLE = "button, a[href], summary";

/**
 * Whether a key that was pressed there is the table's: nobody is writing, no dialog is open, and it is not the
 * space bar of somebody who went to a button by Tab, and presses it.
 */
export function isForTable(event: KeyboardEvent): boolean {
  const { target } = event;
  if (document.querySelector("dialog[open]") !== null) return false;
  if (!(target instanceof Element)) return true;
  if (target.matches("input, textarea, select")) return false;
  return keyName(event) !== "Space" || !target.matches(`:is(${PRESSABLE}):focus-visible`);
}
