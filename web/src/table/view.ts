/** The table on the screen: one object that draws what the room says and hands on what fingers do. */

import type { Seat } from "../model/cards";
import type { Place, Source, Target } from "../model/commands";
import { areaOf, dealtSeats, isCleared, type Table } from "../model/table";
import type { Step } from "../state/snapshot";
import { Centre } from "./centre";
import { element } from "./face";
import { Flights } from "./flights";
import { Gestures } from "./gestures";
import { layout, type Layout, leftHanded, mirrored, type Rect } from "./layout";
import { type Move, moves, type Spot } from "./moves";
import { Opponents, type Sitter } from "./opponents";
import { OwnCards, sourceName } from "./own";
import { within } from "./place";
import { pileName } from "./slots";
import type { Words } from "./words";

/** What the table asks of the live room. */
export interface Game {
  targets(source: Source): Target[];
  play(source: Source, target?: Target): void;
  turn(): void;
  stop(): void;
}

/** What is told about the table besides the cards on it. */
export interface Scene {
  readonly me: Seat | null;
  readonly sitters: readonly Sitter[];
  readonly turn: number;
  readonly profi: boolean;
  readonly callsStop: boolean;
  /** Whether cards that fit are lit. */
  readonly assist: boolean;
  readonly queued: readonly Source[];
  /** Whether an early tap waits for its pile. */
  readonly waits: boolean;
  /** Whether cards can be played now. */
  readonly live: boolean;
  /** What the one before the screen has set: size and side of their cards, no flights or fast ones, single keys. */
  readonly large: boolean;
  readonly left: boolean;
  readonly calm: boolean;
  readonly fast: boolean;
  readonly keys: boolean;
}

const OTHERS = 180;
const OWN = 90;
/** What fast flights take of it. */
const FAST = 0.5;
const BACK = 120;
const RING = 250;

export class TableView {
  private readonly centre: Centre;
  private readonly own: OwnCards;
  private readonly opponents: Opponents;
  private readonly flights: Flights;
  private readonly gestures: Gestures;
  private readonly resized: ResizeObserver;
  private readonly waiting: Step[] = [];
  private readonly inAir = new Map<string, () => void>();
  /** The pile the last card was taken back from, for the ring of the one who was faster. */
  private backFrom: string | null = null;
  private frame = 0;
  private drawn: Layout | null = null;
  private space = "";
  /** The room there is, measured when it changes and never in play. */
  private room = { width: 0, height: 0, rtl: false };

  constructor(
    private readonly root: HTMLElement,
    private readonly game: Game,
    words: Words,
    private table: Table,
    private scene: Scene,
  ) {
    root.classList.add("table");
    this.centre = new Centre(root, words);
    this.opponents = new Opponents(root, words);
    this.own = new OwnCards(root, words);
    this.flights = new Flights(root.appendChild(element("div", "air")), () => performance.now(), () => this.scene.calm);
    this.gestures = new Gestures(root, this.own, this.centre, game, () => this.scene, () => this.table);
    this.resized = new ResizeObserver(() => this.measure());
    this.resized.observe(root);
    this.reset(table);
    this.measure();
  }

  /** Who sits there and what is allowed now; the cards come by steps. */
  tell(scene: Scene): void {
    this.scene = scene;
    this.opponents.seat(scene.sitters);
    if (!scene.live) this.gestures.letGo();
    this.arrange();
    this.draw();
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

  /** Where something lies that an action card can be used on; null where it is not to be seen. */
  placeRect(place: Place): Rect | null {
    if (place.on === "seat") return this.opponents.rect(place.seat);
    if (place.on === "slot") return this.own.slots[place.slot] ?? null;
    const pile = this.table.piles[place.pile];
    return pile === undefined ? null : this.centre.rect(pileName(pile));
  }

  /** A place on the chip of a seat, for marks of the Speed Machine. */
  marksOf(seat: Seat): HTMLElement | null {
    return this.opponents.marksOf(seat);
  }

  destroy(): void {
    cancelAnimationFrame(this.frame);
    this.resized.disconnect();
    this.gestures.destroy();
    this.centre.destroy();
    this.root.replaceChildren();
  }

  private reset(table: Table): void {
    for (const end of [...this.inAir.values()]) end();
    this.table = table;
    this.opponents.seat(this.scene.sitters);
    this.centre.reset(table);
    this.arrange();
    this.draw();
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
    this.arrange();
    this.draw();
    for (const step of steps.slice(reset + 1)) {
      this.ringJoker(step);
      for (const move of moves(step.before, step.after)) this.animate(move);
    }
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this.root;
    this.room = { width, height, rtl: getComputedStyle(this.root).direction === "rtl" };
    this.arrange();
    this.draw();
  }

  private arrange(): void {
    const { width, height, rtl } = this.room;
    if (width === 0 || height === 0) return;
    const { me, sitters, profi, callsStop } = this.scene;
    const slots = me === null ? 0 : (areaOf(this.table, me)?.row.length ?? 0);
    const space = { width, height, decks: Math.max(2, dealtSeats(this.table)), opponents: sitters.length, slots, profi, stop: callsStop, machine: this.table.machine !== null, large: this.scene.large };
    const key = JSON.stringify([space, rtl, this.scene.left]);
    if (key === this.space) return;
    this.space = key;
    const plain = layout(space);
    const handed = this.scene.left ? leftHanded(plain, width) : plain;
    this.drawn = rtl ? mirrored(handed, width) : handed;
    this.root.classList.toggle("wide", this.drawn.wide);
    this.root.classList.toggle("large", space.large);
    // The caption lies over the table, beside it in the page.
    const around = this.root.parentElement ?? this.root;
    around.style.setProperty("--caption-y", `${this.drawn.caption.y}px`);
    around.style.setProperty("--caption-h", `${this.drawn.caption.h}px`);
    for (const side of ["x", "y", "w", "h"] as const) around.style.setProperty(`--lane-${side}`, `${this.drawn.lane?.[side] ?? 0}px`);
    this.root.style.setProperty("--pile", `${this.drawn.places[0]![0]!.w}px`);
    this.centre.arrange(this.drawn);
    this.opponents.arrange(this.drawn);
    this.own.arrange(this.drawn);
  }

  private draw(): void {
    this.opponents.show(this.table);
    const { scene } = this;
    const { me } = scene;
    const area = me === null ? null : areaOf(this.table, me);
    if (me === null || area === null) return;
    this.own.show(area, me, scene.turn, scene.live && scene.callsStop && isCleared(area));
    this.own.mark({ queued: new Set(scene.queued.map(sourceName)), lit: scene.assist && scene.live ? this.fitting() : new Set() });
  }

  /** Names of the sources whose card fits in the centre now. */
  private fitting(): Set<string> {
    const row = this.own.slots.map((_, slot): Source => ({ zone: "row", slot }));
    const sources: Source[] = [...row, { zone: "stack" }, { zone: "waste" }];
    return new Set(sources.filter((source) => this.game.targets(source).some((target) => target.zone === "centre")).map(sourceName));
  }

  private animate(move: Move): void {
    const { from, to } = move;
    if (from.zone === "pile") this.backFrom = from.name;
    if (to.zone === "pile") this.toPile(move, to.name);
    else if (to.seat === this.scene.me && to.zone !== "hand") this.toOwn(move, to.zone === "row" ? to : { zone: to.zone });
  }

  /** A joker is nobody's card and does not fly; a ring says whose hand it came from. */
  private ringJoker({ seat, command, after }: Step): void {
    if (seat === undefined || command?.kind !== "use" || command.place.on !== "pile") return;
    const pile = after.piles[command.place.pile];
    if (pile !== undefined) this.centre.ring(pileName(pile), seat, 2 * RING);
  }

  private toPile(move: Move, name: string): void {
    const mover = move.from.zone === "pile" ? null : move.from.seat;
    const mine = mover === this.scene.me;
    const to = this.centre.rect(name);
    const from = this.rectOf(move.from, to);
    if (to === null || from === null || mover === null) return;
    if (!mine && !this.flights.calm) return this.centre.ring(name, mover, RING);
    this.inAir.get(name)?.();
    this.centre.hold(name);
    const landed = (): void => {
      this.inAir.delete(name);
      this.centre.release(name);
      if (!mine) this.centre.ring(name, mover, RING);
    };
    const end = this.flights.fly({ card: move.card, tag: move.card.deck, from, to, ms: (mine ? OWN : OTHERS) * (this.scene.fast ? FAST : 1), landed });
    if (end !== null) this.inAir.set(name, end);
  }

  private toOwn(move: Move, source: Source): void {
    const to = this.own.rect(source);
    const from = this.rectOf(move.from, to);
    if (to === null || from === null) return;
    // Beneath another card already: there is nothing to be seen of it.
    const shown = this.own.card(source);
    if (shown?.colour !== move.card.colour || shown.number !== move.card.number) return;
    this.own.hold(source);
    const tag = move.card.deck === this.scene.me ? null : move.card.deck;
    const ms = move.from.zone === "pile" ? BACK : OWN;
    this.flights.fly({ card: move.card, tag, from, to, ms, landed: () => this.own.release(source) });
  }

  private rectOf(spot: Spot, size: Rect | null): Rect | null {
    if (spot.zone === "pile") return this.centre.rect(spot.name) ?? this.centre.zoneRect(spot.name[0] as "r");
    if (spot.seat !== this.scene.me) {
      const chip = this.opponents.rect(spot.seat);
      return chip && size && within(chip, size, 0.6);
    }
    if (spot.zone === "hand") return this.own.handRect;
    const source: Source = spot.zone === "row" ? { zone: "row", slot: spot.slot } : { zone: spot.zone };
    return this.gestures.droppedFrom(source) ?? this.own.rect(source);
  }
}

