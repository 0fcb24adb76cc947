/** The middle of the table: four zones of fixed places, and the compact view of the same piles. */

import type { Colour, Seat } from "../model/cards";
import { FULL_PILE, type Pile, type Table } from "../model/table";
import { cardName, element, Face, named, tell } from "./face";
import { type MiddleLayout, NUMBERS, type Rect } from "./measures";
import { put } from "./place";
import { TINTS } from "./seats";
import { pileName, Places, ZONE_ORDER } from "./slots";
import { svg } from "./sprite";
import type { Words } from "./words";

const MOST = 12;
const CLEARED_AFTER = 600;

interface Drawn {
  readonly node: HTMLElement;
  readonly face: Face;
  readonly ring: HTMLElement;
  /** What was drawn last, so that only changes touch the page. */
  pile: Pile | null;
  seen: number;
  rests: boolean;
}

interface Zone {
  readonly node: HTMLElement;
  readonly done: Text;
  readonly marks: readonly HTMLElement[];
  readonly drawn: readonly Drawn[];
  readonly cells: readonly { readonly node: HTMLElement; readonly many: Text; readonly ring: HTMLElement }[];
  readonly rail: HTMLElement;
  /** What the rail shows, in words. */
  readonly said: Text;
}

/** Where piles lie, for whoever looks for a place. */
export interface Middle {
  rect(name: string): Rect | null;
  zoneRect(colour: Colour): Rect | null;
  /** Mark where somebody's cards would go, and no longer where they would have gone. */
  aim(whose: object, goals: readonly Goal[]): void;
}

/** Where a card would go: onto a pile, or where its own would begin. */
export interface Goal {
  readonly colour: Colour;
  readonly number: number;
  readonly pile: string | null;
}

export class Centre implements Middle {
  private readonly places = new Places();
  private readonly zones: readonly Zone[];
  private readonly clearing = new Map<string, ReturnType<typeof setTimeout>>();
  /** Piles whose top is still in the air: what is drawn is the number before. */
  private readonly held = new Map<string, number>();
  /** Where cards would go, for each side of the table, and what is marked for them. */
  private readonly aimed = new Map<object, readonly Goal[]>();
  private marked: ReadonlySet<HTMLElement> = new Set();
  private piles: readonly Pile[] = [];
  private resting: readonly number[] = [];
  private layout: MiddleLayout | null = null;
  /** More piles were open than there are places. */
  private crowded = false;

  constructor(private readonly root: HTMLElement, private readonly words: Words, private readonly sheet?: string) {
    this.zones = ZONE_ORDER.map((colour) => this.makeZone(colour));
  }

  arrange(layout: MiddleLayout): void {
    this.layout = layout;
    this.zones.forEach((zone, i) => {
      put(zone.node, layout.zones[i]!);
      const places = layout.places[i]!;
      zone.marks.forEach((mark, place) => {
        const rect = places[place];
        mark.hidden = rect === undefined;
        if (rect !== undefined) put(mark, rect);
      });
      zone.drawn.forEach((drawn, place) => {
        const rect = places[place];
        if (rect !== undefined) put(drawn.node, rect);
      });
      this.arrangeRail(zone, layout.rails[i]!);
    });
    this.draw();
  }

  /** A table that is not the last one's successor: a new deal, or a reload. */
  reset(table: Table): void {
    for (const timer of this.clearing.values()) clearTimeout(timer);
    this.clearing.clear();
    this.held.clear();
    this.crowded = false;
    this.piles = table.piles;
    this.places.reset(table.piles);
    this.draw();
  }

  show(table: Table): void {
    this.piles = table.piles;
    this.places.seat(table.piles);
    this.draw();
  }

  /** Where a pile lies, for a card that flies to or from it. */
  rect(name: string): Rect | null {
    const pile = this.pile(name);
    const place = pile === undefined ? null : this.places.of(pile);
    if (pile === undefined || place === null || this.layout === null) return null;
    const zone = ZONE_ORDER.indexOf(pile.colour);
    return (this.compact ? this.layout.rails[zone]![pile.decks.length - 1] : this.layout.places[zone]![place]) ?? null;
  }

  zoneRect(colour: Colour): Rect | null {
    const zone = ZONE_ORDER.indexOf(colour);
    const [first, last] = [this.layout?.rails[zone]?.[0], this.layout?.rails[zone]?.at(-1)];
    if (this.compact && first !== undefined && last !== undefined) return { ...first, w: last.x + last.w - first.x };
    return this.layout?.zones[zone] ?? null;
  }

  /** Draw a pile as it was before its last card, until that card has landed. */
  hold(name: string): void {
    this.held.set(name, (this.pile(name)?.decks.length ?? 1) - 1);
    this.draw();
  }

  release(name: string): void {
    if (this.held.delete(name)) this.draw();
  }

  /** Mark the piles, by number, that take no card for a moment. */
  rest(piles: readonly number[]): void {
    if (piles.length === this.resting.length && piles.every((pile, at) => pile === this.resting[at])) return;
    this.resting = piles;
    this.draw();
  }

  /** A ring in a seat's colour: who has just laid a card here. */
  ring(name: string, seat: Seat, ms: number): void {
    const pile = this.pile(name);
    const place = pile === undefined ? null : this.places.of(pile);
    if (pile === undefined || place === null) return;
    const zone = this.zones[ZONE_ORDER.indexOf(pile.colour)]!;
    const ring = this.compact ? zone.cells[pile.decks.length - 1]?.ring : zone.drawn[place]?.ring;
    if (ring === undefined) return;
    ring.style.borderColor = TINTS[seat];
    ring.animate([{ opacity: 1 }, { opacity: 1, offset: 0.6 }, { opacity: 0 }], { duration: ms });
  }

  aim(whose: object, goals: readonly Goal[]): void {
    if (goals.length === 0 && !this.aimed.has(whose)) return;
    if (goals.length === 0) this.aimed.delete(whose);
    else this.aimed.set(whose, goals);
    const marked = new Set([...this.aimed.values()].flat().flatMap((goal) => this.nodeAt(goal) ?? []));
    for (const node of this.marked) if (!marked.has(node)) node.classList.remove("goal");
    for (const node of marked) node.classList.add("goal");
    this.marked = marked;
  }

  destroy(): void {
    for (const timer of this.clearing.values()) clearTimeout(timer);
  }

  private get compact(): boolean {
    return this.crowded || (this.layout?.compact ?? false);
  }

  private nodeAt({ colour, number, pile: name }: Goal): HTMLElement | undefined {
    const zone = this.zones[ZONE_ORDER.indexOf(colour)]!;
    if (this.compact) return zone.cells[number - 1]?.node;
    if (name === null) return zone.marks[this.places.next(colour)];
    const pile = this.pile(name);
    const place = pile === undefined ? null : this.places.of(pile);
    return place === null ? undefined : zone.drawn[place]?.node;
  }

  private pile(name: string): Pile | undefined {
    return this.piles.find((pile) => pileName(pile) === name);
  }

  private draw(): void {
    if (this.layout === null) return;
    const capacity = this.layout.places[0]!.length;
    this.crowded ||= this.places.needed() > capacity;
    this.root.classList.toggle("compact", this.compact);
    const taken = new Set<Drawn>();
    this.piles.forEach((pile, index) => {
      const place = this.places.of(pile);
      const drawn = place === null ? undefined : this.zones[ZONE_ORDER.indexOf(pile.colour)]!.drawn[place];
      if (drawn === undefined) return;
      taken.add(drawn);
      this.drawPile(drawn, pile, index);
    });
    for (const zone of this.zones) for (const drawn of zone.drawn) if (!taken.has(drawn)) this.clear(drawn);
    this.zones.forEach((zone, i) => this.drawCounts(zone, ZONE_ORDER[i]!));
  }

  private drawPile(drawn: Drawn, pile: Pile, index: number): void {
    const top = pile.decks.length;
    const seen = this.held.get(pileName(pile)) ?? top;
    const rests = this.resting.includes(index);
    if (drawn.pile === pile && drawn.seen === seen && drawn.rests === rests) return;
    Object.assign(drawn, { pile, seen, rests });
    const { node, face } = drawn;
    node.dataset["pile"] = String(index + 1);
    node.dataset["top"] = cardName({ colour: pile.colour, number: top });
    node.classList.toggle("lying", seen > 0);
    if (seen > 0) face.show({ colour: pile.colour, number: seen }, pile.decks[seen - 1] ?? "*");
    node.classList.toggle("joker", pile.decks[top - 1] === null);
    node.ariaLabel = this.words.pile(pile.colour, top, pile.decks[top - 1] ?? null, rests);
    node.classList.toggle("resting", rests);
    node.classList.toggle("finished", seen === FULL_PILE);
    if (seen === FULL_PILE && !this.clearing.has(pileName(pile))) this.finish(pile);
  }

  private finish(pile: Pile): void {
    const timer = setTimeout(() => {
      this.clearing.delete(pileName(pile));
      this.places.clear(pile);
      this.draw();
    }, CLEARED_AFTER);
    this.clearing.set(pileName(pile), timer);
  }

  private clear(drawn: Drawn): void {
    if (drawn.pile === null) return;
    drawn.pile = null;
    const { node } = drawn;
    node.classList.remove("lying", "finished", "resting");
    delete node.dataset["pile"];
    delete node.dataset["top"];
  }

  private drawCounts(zone: Zone, colour: Colour): void {
    const own = this.piles.filter((pile) => pile.colour === colour);
    const done = own.filter((pile) => pile.decks.length === FULL_PILE && this.places.of(pile) === null).length;
    const text = `✓${done}`;
    if (zone.done.data !== text) zone.done.data = text;
    zone.done.parentElement!.classList.toggle("none", done === 0);
    if (!this.compact) return;
    const tops = own.map(({ decks }) => decks.length).filter((top) => top < FULL_PILE);
    tell(zone.said, this.words.piles(colour, tops.sort((a, b) => a - b), own.length - tops.length));
    const resting = own.filter((pile) => this.resting.includes(this.piles.indexOf(pile)));
    zone.cells.forEach(({ node, many }, i) => {
      const here = own.filter((pile) => pile.decks.length === i + 1).length;
      node.classList.toggle("full", here > 0);
      node.classList.toggle("resting", here > 0 && here === resting.filter(({ decks }) => decks.length === i + 1).length);
      const label = here > 1 ? `×${here}` : "";
      if (many.data !== label) many.data = label;
    });
  }

  private arrangeRail(zone: Zone, cells: readonly Rect[]): void {
    zone.cells.forEach(({ node }, i) => put(node, cells[i]!));
    const first = cells[0]!;
    put(zone.rail, { x: first.x - 31, y: first.y, w: 28, h: first.h });
  }

  private makeZone(colour: Colour): Zone {
    const done = document.createTextNode("✓0");
    const name = element("span", "zone-name", {}, [this.words.colour(colour)]);
    const head = element("div", "zone-head", {}, [name, shapeOf(colour), element("span", "zone-done", {}, [done])]);
    const node = element("div", "zone", { "data-zone": colour }, [head]);
    const marks = Array.from({ length: MOST }, () => element("div", "place"));
    const drawn = Array.from({ length: MOST }, () => makePile(this.sheet));
    const said = document.createTextNode("");
    const rail = element("div", "rail-head", {}, [shapeOf(colour), named(said)]);
    const cells = Array.from({ length: NUMBERS }, (_, i) => makeCell(colour, i + 1));
    this.root.append(node, ...marks, ...drawn.map((one) => one.node), rail, ...cells.map((one) => one.node));
    return { node, done, marks, drawn, rail, said, cells };
  }
}

function shapeOf(colour: Colour): SVGSVGElement {
  return svg("svg", { class: `shape shape-${colour}`, "aria-hidden": "true" }, [svg("use", { href: `#shape-${colour}` })]);
}

function makePile(sheet?: string): Drawn {
  const face = new Face(sheet);
  const ring = element("div", "ring");
  const node = element("div", "pile", { role: "img" }, [face.node, ring]);
  return { node, face, ring, pile: null, seen: 0, rests: false };
}

function makeCell(colour: Colour, number: number): Zone["cells"][number] {
  const many = document.createTextNode("");
  const ring = element("div", "ring");
  const count = element("span", "rail-many", {}, [many]);
  const digit = element("span", "rail-number", {}, [String(number)]);
  const node = element("div", `rail rail-${colour}`, { "aria-hidden": "true" }, [digit, count, ring]);
  return { node, many, ring };
}

