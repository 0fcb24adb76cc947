/** One player's side of the table: their own cards and keys, and the others as they see them. */

import type { Seat } from "../model/cards";
import type { Place, Source, Target } from "../model/commands";
import { areaOf, isCleared, type Table } from "../model/table";
import type { Middle } from "./centre";
import { Gestures } from "./gestures";
import { Goals } from "./goals";
import type { Bindings } from "./keys";
import type { Rect, SideLayout } from "./measures";
import type { Spot } from "./moves";
import { Opponents, type Sitter } from "./opponents";
import { namesOf, OwnCards } from "./own";
import { type Sight, STRAIGHT, within } from "./place";
import { pileName } from "./slots";
import type { Words } from "./words";

/** What the table asks of the live room. */
export interface Game {
  /** Taps that wait for their pile; whoever tells a scene tells it again when they are others. */
  readonly queued: readonly { readonly source: Source }[];
  targets(source: Source): Target[];
  /** Those of them that take the card at once. */
  open(source: Source): Target[];
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
  /** Piles, by number, that take no card for a moment. */
  readonly resting: readonly number[];
  /** Whether cards can be played now. */
  readonly live: boolean;
  /** What the one before the screen has set: size and side of their cards, no flights, single keys if any. */
  readonly large: boolean;
  readonly left: boolean;
  readonly calm: boolean;
  readonly fast: boolean;
  readonly keys: Bindings | null;
  /** Whether a tap picks a card up until a place is tapped. */
  readonly picks: boolean;
}

/** Where something lies on the table, for whoever uses a card on it. */
export interface Lies {
  placeRect(place: Place): Rect | null;
  marksOf(seat: Seat): HTMLElement | null;
  choose(on: boolean): void;
}

export class Side implements Lies {
  readonly own: OwnCards;
  private readonly opponents: Opponents;
  private readonly gestures: Gestures;
  private readonly goals: Goals;
  private readonly middle: Middle;
  /** Whether the others stand aside. */
  private aside = false;

  constructor(
    readonly root: HTMLElement,
    private readonly game: Game,
    words: Words,
    middle: Middle,
    private readonly table: () => Table,
    public scene: Scene,
    private readonly sight: Sight = STRAIGHT,
  ) {
    this.middle = { rect: (name) => this.seen(middle.rect(name)), zoneRect: (colour) => this.seen(middle.zoneRect(colour)), aim: (whose, goals) => middle.aim(whose, goals) };
    this.opponents = new Opponents(root, words);
    this.own = new OwnCards(root, words);
    this.gestures = new Gestures(root, this.own, this.middle, game, () => this.scene, table, sight);
    this.goals = new Goals(root, this.own, this.middle, (source) => game.targets(source), () => this.scene, table);
    this.opponents.seat(scene.sitters);
  }

  /** Slots of one's own row; 0 for one who has no cards. */
  get slots(): number {
    const { me } = this.scene;
    return me === null ? 0 : (areaOf(this.table(), me)?.row.length ?? 0);
  }

  tell(scene: Scene): void {
    this.scene = scene;
    this.opponents.seat(scene.sitters);
    if (!scene.live) this.gestures.letGo();
  }

  arrange(layout: SideLayout): void {
    // The caption lies over the table, beside it in the page.
    const around = this.root.parentElement ?? this.root;
    around.style.setProperty("--caption-y", `${layout.caption.y}px`);
    around.style.setProperty("--caption-h", `${layout.caption.h}px`);
    for (const side of ["x", "y", "w", "h"] as const) around.style.setProperty(`--lane-${side}`, `${layout.lane?.[side] ?? 0}px`);
    this.aside = layout.aside === true;
    this.opponents.arrange(layout);
    this.own.arrange(layout);
  }

  draw(): void {
    this.opponents.show(this.table(), !this.scene.live);
    const { me, turn, live, callsStop, assist, keys } = this.scene;
    const area = me === null ? null : areaOf(this.table(), me);
    if (me === null || area === null) return this.goals.draw();
    this.own.show(area, me, turn, live && callsStop && isCleared(area));
    this.own.nameKeys(keys);
    this.own.mark({
      queued: namesOf(...this.game.queued.map(({ source }) => source)),
      lit: namesOf(...(assist && live ? this.own.sources.filter((source) => this.fits(source)) : [])),
      picked: namesOf(this.gestures.picked),
    });
    this.goals.draw();
  }

  /** Where something lies that an action card can be used on, as this side sees it; null where it is not to be seen. */
  placeRect(place: Place): Rect | null {
    if (place.on === "seat") return this.opponents.rect(place.seat);
    if (place.on === "slot") return this.own.slots[place.slot] ?? null;
    const pile = this.table().piles[place.pile];
    return pile === undefined ? null : this.middle.rect(pileName(pile));
  }

  /** A place on the chip of a seat, for marks of the Speed Machine. */
  marksOf(seat: Seat): HTMLElement | null {
    return this.opponents.marksOf(seat);
  }

  /** Show the others while one of them is chosen, where they stand aside else. */
  choose(on: boolean): void {
    this.root.classList.toggle("choosing", on);
  }

  /** Where one's own cards lie on the table. */
  ownRect(source: Source): Rect | null {
    return this.seen(this.own.rect(source));
  }

  /** Where a card of one's own comes from: from where it was let go, if it was just dragged. */
  fromRect(source: Source): Rect | null {
    return this.seen(this.gestures.droppedFrom(source)) ?? this.ownRect(source);
  }

  handRect(): Rect | null {
    return this.seen(this.own.handRect);
  }

  /** The chip of somebody else on the table, for a card of that size. */
  chipRect(seat: Seat, size: Rect): Rect | null {
    const chip = this.aside ? null : this.seen(this.opponents.rect(seat));
    return chip && within(chip, size, 0.6);
  }

  destroy(): void {
    this.gestures.destroy();
    this.opponents.destroy();
    this.goals.destroy();
  }

  /** A place of the table as this side sees it, and the other way round. */
  private seen(rect: Rect | null): Rect | null {
    return rect && this.sight.rect(rect);
  }

  /** Whether the card there fits in the centre now. */
  private fits(source: Source): boolean {
    return this.game.open(source).some(({ zone }) => zone === "centre");
  }
}

/** A spot of one's own cards, as a source. */
export const sourceAt = (spot: Exclude<Spot, { zone: "pile" | "hand" }>): Source => (spot.zone === "row" ? { zone: "row", slot: spot.slot } : { zone: spot.zone });
