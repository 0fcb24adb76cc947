/** Fingers, mouse and keyboard on the table, turned into what the room is asked for. */

import type { Source, Target } from "../model/commands";
import type { Table } from "../model/table";
import { type Aim, aim } from "./aim";
import type { Middle } from "./centre";
import { keyAct } from "./keys";
import type { Rect } from "./measures";
import { type OwnCards, sourceName, sourceOf } from "./own";
import { type Sight, STRAIGHT } from "./place";
import { type Gesture, type Point, Pointers } from "./pointer";
import { pileName } from "./slots";
import { isForTable } from "./press";
import { decide } from "./tap";
import type { Game, Scene } from "./side";

const BACK = 120;

export class Gestures {
  private readonly pointers = new Pointers<Source>();
  private readonly dropped = new Map<string, Rect>();
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

  letGo(): void {
    this.act(this.pointers.cancelAll());
  }

  destroy(): void {
    this.ends.abort();
  }

  private down(event: PointerEvent): void {
    const name = sourceAt(event.target);
    if (name === null || event.button !== 0) return;
    event.preventDefault();
    const source = sourceOf(name);
    if (source === null || !this.scene().live) return this.press(event.target);
    const grip = decide(this.targetsFrom(source));
    if (grip !== "undecided") this.tap(source);
    this.pointers.down(event.pointerId, source, event, grip);
    if (grip !== "spent" && event.isTrusted) this.root.setPointerCapture(event.pointerId);
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
    const fits = this.game.targets(source).length > 0;
    this.game.play(source);
    if (fits) buzz();
    else if (!this.scene().waits || this.own.card(source) === null) this.own.refuse(source);
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

  private act(gestures: readonly Gesture<Source>[]): void {
    for (const gesture of gestures) this.perform(gesture);
  }

  private perform(gesture: Gesture<Source>): void {
    switch (gesture.kind) {
      case "tap":
        return this.tap(gesture.source);
      case "lift":
        return this.lift(gesture.source);
      case "drag":
        return this.own.carry(gesture.source, this.seen(gesture.by));
      case "drop":
        return this.drop(gesture.source, gesture.at, this.seen(gesture.by));
      case "return":
        return this.own.carryBack(gesture.source, BACK);
      default:
        return gesture satisfies never;
    }
  }

  /** A card that waited for its pile is in the player's hand now. */
  private lift(source: Source): void {
    if (this.scene().queued.some((queued) => sourceName(queued) === sourceName(source))) this.game.play(source);
    this.own.lift(source);
  }

  private drop(source: Source, point: Point, by: Point): void {
    const box = this.root.getBoundingClientRect();
    const at = this.sight.rect({ x: point.x - box.x, y: point.y - box.y, w: 0, h: 0 });
    const target = aim(at, this.aims(source));
    if (target === null) return this.own.carryBack(source, BACK);
    const rect = this.own.rect(source);
    if (rect !== null) this.dropped.set(sourceName(source), { ...rect, x: rect.x + by.x, y: rect.y + by.y });
    this.own.carryBack(source, 0);
    this.game.play(source, target);
    this.dropped.delete(sourceName(source));
    buzz();
  }

  /** A way over the screen, as the one who went it sees it. */
  private seen({ x, y }: Point): Point {
    return { x: x * this.sight.sign, y: y * this.sight.sign };
  }

  /** Every place the card fits; a 1 starts its pile anywhere in its colour's zone. */
  private aims(source: Source): Aim[] {
    const card = this.own.card(source);
    const piles = this.table().piles;
    return this.game.targets(source).flatMap((target) => {
      const pile = target.zone === "centre" && target.pile !== null ? piles[target.pile] : undefined;
      const zone = card === null ? null : this.centre.zoneRect(card.colour);
      const rect = target.zone === "row" ? this.own.slots[target.slot] : pile === undefined ? zone : this.centre.rect(pileName(pile));
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

