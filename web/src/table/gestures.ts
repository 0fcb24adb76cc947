/** Fingers, mouse and keyboard on the table, turned into what the room is asked for. */

import { type Card, sameCard } from "../model/cards";
import { sameSource, type Source, type Target } from "../model/commands";
import type { Table } from "../model/table";
import { type Aim, aim } from "./aim";
import type { Middle } from "./centre";
import { isDrag, isFlick, isShort } from "./flick";
import { keyAct } from "./keys";
import type { Rect } from "./measures";
import { namesOf, type OwnCards, sourceName, sourceOf } from "./own";
import { type Sight, STRAIGHT } from "./place";
import { type Drop, type Gesture, type Grip, type Point, Pointers } from "./pointer";
import { pileName, ZONE_ORDER } from "./slots";
import { isForTable } from "./press";
import { decide } from "./tap";
import type { Game, Scene } from "./side";

const BACK = 120;

/** A card, and where it lay when it was touched; an empty place may be touched as well. */
interface Touched<C = Card | null> {
  readonly source: Source;
  readonly card: C;
}

export class Gestures {
  private readonly pointers = new Pointers<Touched>();
  private readonly dropped = new Map<string, Rect>();
  private chosen: Touched<Card> | null = null;
  private readonly ends = new AbortController();

  constructor(
    private readonly root: HTMLElement,
    private readonly own: OwnCards,
    private readonly centre: Middle,
    private readonly game: Game,
    private readonly scene: () => Scene,
    private readonly table: () => Table,
    private readonly sight: Sight = STRAIGHT,
  ) {
    const { signal } = this.ends;
    root.addEventListener("pointerdown", (event) => this.down(event), { signal });
    root.addEventListener("pointermove", (event) => this.act(this.pointers.move(event.pointerId, event)), { signal });
    root.addEventListener("pointerup", (event) => this.act(this.pointers.up(event.pointerId, event)), { signal });
    root.addEventListener("pointercancel", (event) => this.act(this.pointers.cancel(event.pointerId)), { signal });
    // Fingers speak through pointer events; a click without them comes from a key or a screen reader.
    root.addEventListener("click", (event) => event.detail === 0 && this.press(event.target), { signal });
    root.addEventListener("contextmenu", (event) => event.preventDefault(), { signal });
    document.addEventListener("keydown", (event) => this.key(event), { signal });
  }

  /** Where a card that was just let go came from, so that it flies on from there. */
  droppedFrom(source: Source): Rect | null {
    return this.dropped.get(sourceName(source)) ?? null;
  }

  /** Where taps pick up: where the card lies that was tapped and waits for its place; once it has gone it waits no more. */
  get picked(): Source | null {
    if (this.chosen !== null && !this.lies(this.chosen)) this.chosen = null;
    return this.chosen?.source ?? null;
  }

  letGo(): void {
    this.pickUp(null);
    this.act(this.pointers.cancelAll());
  }

  destroy(): void {
    this.ends.abort();
  }

  private down(event: PointerEvent): void {
    const name = sourceAt(event.target);
    const { picks, live } = this.scene();
    const picking = picks && live && name !== "hand" && name !== "stop";
    if (event.button !== 0 || (name === null && !picking)) return;
    event.preventDefault();
    const source = name === null ? null : sourceOf(name);
    if (picking) return this.pick(source, event);
    if (source === null || !live) return this.press(event.target);
    const grip = decide(this.targetsFrom(source));
    if (grip !== "undecided") this.tap(source);
    this.hold(event, source, grip);
  }

  private hold(event: PointerEvent, source: Source, grip: Grip): void {
    this.pointers.down(event.pointerId, { source, card: this.own.card(source) }, event, grip);
    if (grip !== "spent" && event.isTrusted) this.root.setPointerCapture(event.pointerId);
  }

  /** Where taps pick up: a card that is tapped waits, and the next tap says where it goes. */
  private pick(tapped: Source | null, event: PointerEvent): void {
    const waiting = this.picked;
    this.pickUp(null);
    // What lies before oneself is meant itself, however near a place is.
    const target = waiting && (tapped === null ? this.targetAt(waiting, event) : this.slotAt(waiting, tapped));
    if (waiting !== null && target !== null) return this.playTo(waiting, target);
    if (tapped === null) {
      // Nothing fits there yet: it may wait for its pile, as an early tap does.
      if (waiting !== null && this.inZone(waiting, event) && this.game.targets(waiting).length === 0) this.tap(waiting);
      return;
    }
    if (waiting !== null && sameSource(waiting, tapped)) return;
    if (this.own.card(tapped) === null) return this.tap(tapped);
    this.pickUp(tapped);
    this.hold(event, tapped, "tapped");
  }

  /** Pick this card up, or none. */
  private pickUp(source: Source | null): void {
    const card = source && this.own.card(source);
    this.chosen = source && card ? { source, card } : null;
    this.own.mark({ picked: namesOf(source) });
  }

  /** The slot of one's row that was tapped, if the card may be laid there. */
  private slotAt(source: Source, tapped: Source): Target | null {
    return this.game.targets(source).find((target) => target.zone === "row" && sameSource(target, tapped)) ?? null;
  }

  private playTo(source: Source, target: Target): void {
    this.game.play(source, target);
    buzz();
  }

  /** A tap, whole: from a key, from a screen reader, or from a finger. */
  private press(target: EventTarget | null): void {
    const name = sourceAt(target);
    if (name === null || !this.scene().live) return;
    if (name === "hand") return this.turn();
    if (name === "stop") return this.stop();
    const source = sourceOf(name);
    if (source !== null) this.tap(source);
  }

  private tap(source: Source): void {
    const slot = this.emptySlot(source);
    if (slot !== null) return this.game.play({ zone: "stack" }, slot);
    const fits = this.game.open(source).length > 0;
    const waited = this.waits(source);
    this.game.play(source);
    // Felt where the tap is taken, not where its card lies at last.
    if (fits || this.waits(source)) buzz();
    else if (!waited) this.own.refuse(source);
  }

  private waits(source: Source): boolean {
    return this.game.queued.some((queued) => sameSource(queued.source, source));
  }

  /** Tapping an empty slot fills it, where the rules leave that to the player. */
  private emptySlot(source: Source): Target | null {
    if (source.zone !== "row" || this.own.card(source) !== null) return null;
    return this.game.targets({ zone: "stack" }).find((target) => target.zone === "row" && target.slot === source.slot) ?? null;
  }

  private targetsFrom(source: Source): Target[] {
    const slot = this.emptySlot(source);
    return slot === null ? this.game.targets(source) : [slot];
  }

  private turn(): void {
    this.own.pressHand();
    this.game.turn();
    buzz();
  }

  private stop(): void {
    if (this.root.querySelector(".stop-key.lit") === null) return;
    this.game.stop();
    buzz();
  }

  private key(event: KeyboardEvent): void {
    const { live, keys } = this.scene();
    const act = keys && live && isForTable(event) ? keyAct(event, keys) : null;
    if (act === null || act.kind === "help" || act.kind === "tell") return;
    event.preventDefault();
    if (act.kind === "turn") this.turn();
    else if (act.kind === "stop") this.stop();
    else this.tap(act.source);
  }

  private act(gestures: readonly Gesture<Touched>[]): void {
    for (const gesture of gestures) this.perform(gesture);
  }

  private perform(gesture: Gesture<Touched>): void {
    const { source } = gesture.source;
    switch (gesture.kind) {
      case "tap":
        return this.tap(source);
      case "lift":
        return this.own.lift(source);
      case "drag":
        return this.drag(gesture);
      case "drop":
        return this.drop(gesture);
      case "return":
        return this.own.carryBack(source, BACK);
      default:
        return gesture satisfies never;
    }
  }

  /** Whether the card has left the finger: it waited, and its pile came. */
  private gone({ source: { source, card }, pointer }: { readonly source: Touched; readonly pointer: number }): boolean {
    if (card === null || this.lies({ source, card })) return false;
    this.pointers.forget(pointer);
    this.own.carryBack(source, 0);
    return true;
  }

  /** Whether a card lies where it lay. */
  private lies({ source, card }: Touched<Card>): boolean {
    const now = this.own.card(source);
    return now !== null && sameCard(now, card);
  }

  private drag(drag: Extract<Gesture<Touched>, { kind: "drag" }>): void {
    if (this.gone(drag)) return;
    const { source: { source }, by, ms } = drag;
    if (isDrag(by, ms)) this.takeBack(source);
    this.own.carry(source, this.seen(by));
  }

  private drop(drop: Drop<Touched>): void {
    if (this.gone(drop)) return;
    const { source: { source }, at, by, ms, tapped } = drop;
    const way = this.seen(by);
    // A finger that rolled has not chosen the place beside its card.
    const target = this.targetAt(source, at, isShort(way) ? 0 : undefined);
    if (target !== null) return this.lay(source, target, way);
    const flicked = isFlick(way, ms, this.wayToMiddle(source));
    if (!flicked) this.takeBack(source);
    this.own.carryBack(source, BACK);
    if (flicked && !tapped) this.tap(source);
  }

  /** A card that was dragged onto a place. */
  private lay(source: Source, target: Target, by: Point): void {
    this.takeBack(source);
    const rect = this.own.rect(source);
    if (rect !== null) this.dropped.set(sourceName(source), { ...rect, x: rect.x + by.x, y: rect.y + by.y });
    this.own.carryBack(source, 0);
    this.pickUp(null);
    this.playTo(source, target);
    this.dropped.delete(sourceName(source));
  }

  /** The place that a point of the screen means; where taps pick up, all of a zone means what fits there. */
  private targetAt(source: Source, point: Point, most?: number): Target | null {
    const meant = aim(this.onTable(point), this.aims(source), most);
    if (meant !== null || !this.scene().picks || !this.inZone(source, point)) return meant;
    return this.game.targets(source).find(({ zone }) => zone === "centre") ?? null;
  }

  private inZone(source: Source, point: Point): boolean {
    const card = this.own.card(source);
    const zone = card && this.centre.zoneRect(card.colour);
    if (!zone) return false;
    const { x, y } = this.onTable(point);
    return x >= zone.x && x <= zone.x + zone.w && y >= zone.y && y <= zone.y + zone.h;
  }

  /** A card that was carried about waits no longer. */
  private takeBack(source: Source): void {
    if (this.waits(source)) this.game.play(source);
  }

  private onTable(point: Point): Point {
    const box = this.root.getBoundingClientRect();
    return this.sight.rect({ x: point.x - box.x, y: point.y - box.y, w: 0, h: 0 });
  }

  /** From one's own card to the middle of the table. */
  private wayToMiddle(source: Source): Point {
    const zones = ZONE_ORDER.flatMap((colour) => this.centre.zoneRect(colour) ?? []);
    const here = this.own.rect(source);
    if (here === null || zones.length === 0) return { x: 0, y: -1 };
    const middle = (size: (rect: Rect) => number): number => zones.reduce((sum, zone) => sum + size(zone), 0) / zones.length - size(here);
    return { x: middle(({ x, w }) => x + w / 2), y: middle(({ y, h }) => y + h / 2) };
  }

  /** A way over the screen, as the one who went it sees it. */
  private seen({ x, y }: Point): Point {
    return { x: x * this.sight.sign, y: y * this.sight.sign };
  }

  /** Every place the card fits; a 1 starts its pile anywhere in its colour's zone, and where the card lies half over that. */
  private aims(source: Source): Aim[] {
    const card = this.own.card(source);
    const zone = card && this.centre.zoneRect(card.colour);
    const reach = (this.own.rect(source)?.w ?? 0) / 2;
    return this.game.targets(source).flatMap((target) => {
      const pile = target.zone === "row" || target.pile === null ? undefined : this.table().piles[target.pile];
      if (target.zone === "centre" && pile === undefined) return zone ? [{ target, rect: zone, reach }] : [];
      const rect = target.zone === "row" ? this.own.slots[target.slot] : pile && this.centre.rect(pileName(pile));
      return rect ? [{ target, rect }] : [];
    });
  }
}

function sourceAt(target: EventTarget | null): string | null {
  const node = target instanceof Element ? target.closest<HTMLElement>("[data-source], [data-action]") : null;
  return node?.dataset["source"] ?? node?.dataset["action"] ?? null;
}

/** A touch that can be felt, where the device has one. */
function buzz(): void {
  navigator.vibrate?.(8);
}

