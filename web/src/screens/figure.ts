/** Points as they are written: with a real minus, and with their sign where they are a change. */

/** Words with a number in them, its hyphen made a real minus. */
export const minus = (text: string): string => text.replace(/-(?=\d)/g, "−");

/** A number with a real minus. */
export const figure = (n: number): string => minus(String(n));

/** A number with its sign. */
export const signed = (n: number): string => (n > 0 ? `+${n}` : figure(n));
