/** Points as they are written: with a real minus, and with their sign where they are a change. */

import { direction } from "../messages/words.svelte";

/** Keeps a sign on the left of its number among words that run from right to left. */
const mark = (): string => (direction() === "rtl" ? "\u200e" : "");

/** Words with a number in them, its hyphen made a real minus. */
export const minus = (text: string): string => text.replace(/\u200e?-(?=\d)/g, `${mark()}−`);

/** A number with a real minus. */
export const figure = (n: number): string => minus(String(n));

/** A number with its sign. */
export const signed = (n: number): string => (n > 0 ? `${mark()}+${n}` : figure(n));
