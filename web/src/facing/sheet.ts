/** Cards that can be read from both ends: each number twice, once for either player. */

import { COLOURS, type Colour } from "../model/cards";
import { CROWN, DIGITS, PAINTS, SHAPES } from "../table/artwork";
import { faceName, svg } from "../table/sprite";

/** What the middle between two is drawn with. */
export const BOTH = "both";
const PAPER = "#fffdf6";

/** All such faces as symbols; they stay in the page, without any room of their own. */
export function bothSheet(): SVGSVGElement {
  const symbols = COLOURS.flatMap((colour) => Array.from({ length: 10 }, (_, i) => face(colour, i + 1)));
  return svg("svg", { width: 0, height: 0, "aria-hidden": "true", class: "sprite" }, [...symbols, joker()]);
}

/** What makes a card of a pile a joker: a dark band with a crown, between the two numbers. */
function joker(): SVGElement {
  return svg("symbol", { id: `${BOTH}-joker`, viewBox: "0 0 88 116" }, [
    svg("path", { d: "M3 51H85V65H3Z", fill: "#14181c", stroke: PAPER, "stroke-width": 2 }),
    svg("path", { d: CROWN, fill: "#ffc86f", transform: "translate(44 58) scale(0.6)" }),
  ]);
}

function face(colour: Colour, number: number): SVGElement {
  const { field, ink } = PAINTS[colour];
  const box = { x: 4, y: 4, width: 80, height: 108, rx: 9.5 };
  return svg("symbol", { id: faceName(colour, number, BOTH), viewBox: "0 0 88 116" }, [
    svg("rect", { width: 88, height: 116, rx: 13, fill: "var(--card-edge)" }),
    svg("rect", { ...box, fill: field }),
    svg("rect", { ...box, fill: `url(#texture-${colour})` }),
    svg("path", { d: "M14 58H74", stroke: ink, "stroke-opacity": 0.5, "stroke-width": 2 }),
    half(colour, number, ink),
    svg("g", { transform: "rotate(180 44 58)" }, [half(colour, number, ink)]),
  ]);
}

/** The lower half, as the one at the lower edge reads it. */
function half(colour: Colour, number: number, ink: string): SVGElement {
  const pen = { fill: "none", stroke: ink, "stroke-width": 11.5, "stroke-linejoin": "round" };
  const digit = (value: number, x: number, w: number): SVGElement => svg("path", { ...pen, d: DIGITS[value] ?? "", transform: `translate(${x} 62) scale(${w} 0.78)` });
  const digits = number === 10 ? [digit(1, 5, 0.72), digit(0, 25, 0.78)] : [digit(number, 12, 0.85)];
  return svg("g", {}, [...digits, svg("path", { d: SHAPES[colour], fill: ink, transform: "translate(67 73) scale(0.8)" })]);
}
