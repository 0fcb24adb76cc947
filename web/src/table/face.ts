/** One drawn card: a reference into the sheet of faces, and a tag that says whose deck it is of. */

import type { Card, Seat } from "../model/cards";
import { TINTS } from "./seats";
import { faceName, svg } from "./sprite";

export class Face {
  readonly node: SVGSVGElement;
  private readonly use = svg("use");
  private readonly tag: SVGGElement;
  private readonly plate = svg("rect", { x: 59, y: 87, width: 25, height: 25, rx: 7, stroke: "#14181c", "stroke-opacity": 0.35 });
  private readonly letter = document.createTextNode("");
  private readonly crown = svg("use");
  private shown = "";

  /** `sheet` names the faces it is drawn with, where they are not the usual ones. */
  constructor(private readonly sheet = "face") {
    const text = svg("text", { x: 71.5, y: 105.5, "text-anchor": "middle", class: "tag-letter" }, [this.letter]);
    this.crown.setAttribute("href", `#${sheet}-joker`);
    this.tag = svg("g", { class: "tag" }, [this.plate, text]);
    this.node = svg("svg", { viewBox: "0 0 88 116", class: "face", "aria-hidden": "true", focusable: "false" }, [this.use, this.crown, this.tag]);
  }

  /** Draw a card; `tag` is the deck to name, null where it goes without saying, `*` for a joker. */
  show(card: Pick<Card, "colour" | "number">, tag: Seat | "*" | null): void {
    const key = `${card.colour}${card.number}${tag ?? ""}`;
    if (key === this.shown) return;
    this.shown = key;
    this.use.setAttribute("href", `#${faceName(card.colour, card.number, this.sheet)}`);
    this.crown.style.display = tag === "*" ? "" : "none";
    this.tag.style.display = tag === null || tag === "*" ? "none" : "";
    if (tag === null || tag === "*") return;
    this.letter.data = tag;
    this.plate.setAttribute("fill", TINTS[tag]);
  }
}

export const cardName = (card: Pick<Card, "colour" | "number">): string => `${card.colour}${card.number}`;

/** An element with a class, attributes and children; text is only ever text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  className: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function icon(path: string, className = "icon"): SVGSVGElement {
  return svg("svg", { viewBox: "0 0 24 24", class: className, "aria-hidden": "true", focusable: "false" }, [
    svg("path", { d: path }),
  ]);
}

/** Words for a screen reader; as content, and not as a label, so that what is seen may differ. */
export const named = (text: Text): HTMLElement => element("span", "unseen", {}, [text]);

/** Says something else there, if it is something else. */
export function tell(name: Text, words: string): void {
  if (name.data !== words) name.data = words;
}
