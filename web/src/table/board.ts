/** What everybody sees of a table: the middle, cards in the air, and the sides of those who sit before this screen. */

import type { Seat } from "../model/cards";
import type { Table } from "../model/table";
import type { Step } from "../state/snapshot";
import { Centre } from "./centre";
import { element } from "./face";
import { Flights } from "./flights";
import type { MiddleLayout, Rect, SideLayout } from "./measures";
import { type Move, moves, type Spot } from "./moves";
import { type Side, sourceAt } from "./side";
import { pileName } from "./slots";
import type { Words } from "./words";

/** The room there is, measured when it changes and never in play. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** How large the page's text is; usual text has 1. */
  readonly text: number;
  readonly rtl: boolean;
}

export interface Drawn {
  readonly middle: MiddleLayout;
  /** In the order of the sides. */
  readonly sides: readonly SideLayout[];
}

/** A geometry that is worked out when something that it depends on, told in `key`, is another. */
export interface Plan {
  readonly key: readonly unknown[];
  draw(): Drawn;
}

interface Ways {
  sides(centre: Centre, table: () => Table): readonly Side[];
  plan(room: Room): Plan;
  /** The sheet of faces that the middle is drawn with. */
  readonly sheet?: string;
  /** What cards fly in, where sides lie over the middle. */
  readonly sky?: HTMLElement;
}

/** Pixels of usual text. */
const USUAL_TEXT = 16;
const OTHERS = 180;
const OWN = 90;
/** What fast flights take of it. */
const FAST = 0.5;
const BACK = 120;
const RING = 250;
/** Where one's own card has landed: of many places, which one the tap chose. */
const GLOW = 300;

export class Board {
  readonly sides: readonly Side[];
  private readonly centre: Centre;
  private readonly flights: Flights;
  private readonly resized: ResizeObserver;
  /** As long as the page's text is high. */
  private readonly ruler = element("div", "ruler", { "aria-hidden": "true" });
  private readonly waiting: Step[] = [];
  private readonly inAir = new Map<string, () => void>();
  /** The pile the last card was taken back from, for the ring of the one who was faster. */
  private backFrom: string | null = null;
  private frame = 0;
  private key: readonly unknown[] = [];
  private room: Room = { width: 0, height: 0, text: 1, rtl: false };

  constructor(
    private readonly root: HTMLElement,
    words: Words,
    public table: Table,
    private readonly ways: Ways,
  ) {
    root.classList.add("table");
    this.centre = new Centre(root, words, ways.sheet);
    this.sides = ways.sides(this.centre, () => this.table);
    const calm = (): boolean => this.sides.some(({ scene }) => scene.calm);
    this.flights = new Flights((ways.sky ?? root).appendChild(element("div", "air")), () => performance.now(), calm);
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(root);
    this.resized.observe(root.appendChild(this.ruler));
    this.centre.reset(table);
  }

  /** One change of the table. One's own is drawn before anything else, the others' once a frame. */
  step(step: Step): void {
    this.waiting.push(step);
    if (step.cause === "own" || document.hidden) this.flush();
    else this.frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Somebody was faster: a ring in their colour where the card was taken back from. */
  beaten(by: Seat): void {
    this.flush();
    if (this.backFrom !== null) this.centre.ring(this.backFrom, by, 900);
  }

  /** Lay everything anew where what it depends on has changed, and draw what lies there. */
  refresh(): void {
    this.arrange();
    for (const side of this.sides) side.draw();
    this.centre.rest(this.sides.flatMap(({ scene }) => scene.resting));
  }

  /** Measure the room there is, at first and whenever it changes. */
  measure(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.room = { width, height, text: this.ruler.clientWidth / USUAL_TEXT, rtl: getComputedStyle(this.root).direction === "rtl" };
    this.refresh();
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.resized.disconnect();
    for (const side of this.sides) side.destroy();
    this.centre.destroy();
    for (const node of [this.root, this.ways.sky, ...this.sides.map((side) => side.root)]) node?.replaceChildren();
  }

  private reset(table: Table): void {
    for (const end of [...this.inAir.values()]) end();
    this.table = table;
    this.centre.reset(table);
    this.refresh();
  }

  private flush(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const steps = this.waiting.splice(0);
    const last = steps.at(-1);
    if (last === undefined) return;
    const reset = steps.map((step) => step.cause).lastIndexOf("reset");
    if (reset >= 0) this.reset(steps[reset]!.after);
    this.table = last.after;
    this.centre.show(last.after);
    this.refresh();
    for (const step of steps.slice(reset + 1)) {
      this.ringJoker(step);
      for (const move of moves(step.before, step.after)) this.animate(move);
    }
  }

  private arrange(): void {
    if (this.room.width === 0 || this.room.height === 0) return;
    const plan = this.ways.plan(this.room);
    if (plan.key.every((part, i) => part === this.key[i])) return;
    this.key = plan.key;
    const drawn = plan.draw();
    const { places, rails, zones, text } = drawn.middle;
    for (const node of [this.root, ...this.sides.map((side) => side.root)]) node.style.setProperty("--scale", String(text));
    for (const [name, rect] of [["pile", places[0]![0]!], ["zone", zones[0]!], ["rail-w", rails[0]![0]!]] as const) {
      this.root.style.setProperty(`--${name}`, `${rect.w}px`);
    }
    this.centre.arrange(drawn.middle);
    this.sides.forEach((side, i) => side.arrange(drawn.sides[i]!));
  }

  private sideOf(seat: Seat): Side | undefined {
    return this.sides.find(({ scene }) => scene.me === seat);
  }

  private animate(move: Move): void {
    const { from, to } = move;
    if (from.zone === "pile") this.backFrom = from.name;
    if (to.zone === "pile") this.toPile(move, to.name);
    else if (to.zone !== "hand") this.toOwn(move, to);
  }

  /** A joker is nobody's card and does not fly; a ring says whose hand it came from. */
  private ringJoker({ seat, command, after }: Step): void {
    if (seat === undefined || command?.kind !== "use" || command.place.on !== "pile") return;
    const pile = after.piles[command.place.pile];
    if (pile !== undefined) this.centre.ring(pileName(pile), seat, 2 * RING);
  }

  private toPile(move: Move, name: string): void {
    const mover = move.from.zone === "pile" ? null : move.from.seat;
    const to = this.centre.rect(name);
    if (to === null || mover === null) return;
    const mine = this.sideOf(mover) !== undefined;
    const from = this.rectOf(move.from, to);
    if (from === null || (!mine && !this.flights.calm)) return this.centre.ring(name, mover, RING);
    this.inAir.get(name)?.();
    this.centre.hold(name);
    const landed = (): void => {
      this.inAir.delete(name);
      this.centre.release(name);
      this.centre.ring(name, mover, mine ? GLOW : RING);
    };
    const end = this.flights.fly({ card: move.card, tag: move.card.deck, from, to, ms: (mine ? OWN : OTHERS) * (this.sides.some(({ scene }) => scene.fast) ? FAST : 1), landed });
    if (end !== null) this.inAir.set(name, end);
  }

  private toOwn(move: Move, spot: Exclude<Spot, { zone: "pile" | "hand" }>): void {
    const side = this.sideOf(spot.seat);
    if (side === undefined) return;
    const source = sourceAt(spot);
    const to = side.ownRect(source);
    const from = this.rectOf(move.from, to);
    if (to === null || from === null) return;
    // Beneath another card already: there is nothing to be seen of it.
    const shown = side.own.card(source);
    if (shown?.colour !== move.card.colour || shown.number !== move.card.number) return;
    side.own.hold(source);
    const tag = move.card.deck === spot.seat ? null : move.card.deck;
    const ms = move.from.zone === "pile" ? BACK : OWN;
    this.flights.fly({ card: move.card, tag, from, to, ms, landed: () => side.own.release(source) });
  }

  private rectOf(spot: Spot, size: Rect | null): Rect | null {
    if (spot.zone === "pile") return this.centre.rect(spot.name) ?? this.centre.zoneRect(spot.name[0] as "r");
    const side = this.sideOf(spot.seat);
    if (side === undefined) return size && (this.sides[0]?.chipRect(spot.seat, size) ?? null);
    return spot.zone === "hand" ? side.handRect() : side.fromRect(sourceAt(spot));
  }
}
