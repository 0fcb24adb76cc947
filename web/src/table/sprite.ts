/** The sheet of card faces every drawn card refers to: drawn once, used by name. */

import { COLOURS, type Colour } from "../model/cards";
import { CROWN, DIGITS, PAINTS, SHAPES, TEXTURES } from "./artwork";

const SVG = "http://www.w3.org/2000/svg";
const PAPER = "#fffdf6";

type Attributes = Readonly<Record<string, string | number>>;

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

export const faceName = (colour: Colour, number: number, sheet = "face"): string => `${sheet}-${colour}${number}`;

/** All faces as symbols; stays in the page, without any room of its own. */
export function sprite(): SVGSVGElement {
  const symbols = COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, i) => face(colour, i + 1)));
  const sheet = svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "sprite" });
  sheet.append(svg("defs", {}, COLOURS.map(texture)), ...symbols, ...COLOURS.map(shape), joker());
  return sheet;
}

function texture(colour: Colour): SVGElement {
  const { size, path, turn } = TEXTURES[colour];
  const dark = PAINTS[colour].ink !== PAPER;
  return svg(
    "pattern",
    { id: `texture-${colour}`, width: size, height: size, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` },
    [svg("path", { d: path, fill: dark ? "#14181c" : "#fff", "fill-opacity": dark ? 0.1 : 0.15 })],
  );
}

/** What makes a card of a pile a joker: a dark foot with a crown, over the card it counts as. */
function joker(): SVGElement {
  return svg("symbol", { id: "face-joker", viewBox: "0 0 88 116" }, [
    svg("path", { d: "M4 74H84V102.5A9.5 9.5 0 0 1 74.5 112H13.5A9.5 9.5 0 0 1 4 102.5Z", fill: "#14181c" }),
    svg("path", { d: CROWN, fill: "#ffc86f", transform: "translate(44 94) scale(1.35)" }),
  ]);
}

function shape(colour: Colour): SVGElement {
  return svg("symbol", { id: `shape-${colour}`, viewBox: "-13 -13 26 26" }, [svg("path", { d: SHAPES[colour], fill: "currentColor" })]);
}

function face(colour: Colour, number: number): SVGElement {
  const { field, ink } = PAINTS[colour];
  const box = { x: 4, y: 4, width: 80, height: 108, rx: 9.5 };
  return svg("symbol", { id: faceName(colour, number), viewBox: "0 0 88 116" }, [
    svg("rect", { width: 88, height: 116, rx: 13, fill: "var(--card-edge)" }),
    svg("rect", { ...box, fill: field }),
    svg("rect", { ...box, fill: `url(#texture-${colour})` }),
    ...figures(number, ink),
    svg("path", { d: SHAPES[colour], fill: ink, transform: "translate(44 93)" }),
  ]);
}

/** The number, large; the two digits of the ten share the same room. */
function figures(number: number, ink: string): SVGElement[] {
  const pen = { fill: "none", stroke: ink, "stroke-width": 11.5, "stroke-linejoin": "round" };
  const digit = (value: number, x: number, scale: number): SVGElement =>
    svg("path", { ...pen, d: DIGITS[value] ?? "", transform: `translate(${x} 15) scale(${scale} 1.04)` });
  return number === 10 ? [digit(1, 9, 0.92), digit(0, 40, 1)] : [digit(number, 25, 1.06)];
}
