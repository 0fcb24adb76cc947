/** Where one's cards would go, shown before the tap: for the card one points at, or for all where the table assists. */

import { sameSource, type Source, type Target } from "../model/commands";
import type { Table } from "../model/table";
import type { Middle, Goal } from "./centre";
import { namesOf, type OwnCards, sourceOf } from "./own";
import type { Scene } from "./side";
import { pileName } from "./slots";

export class Goals {
  /** The card under the mouse, and the one that the keyboard has come to. */
  private hovered: Source | null = null;
  private focused: Source | null = null;
  private readonly ends = new AbortController();

  constructor(
    root: HTMLElement,
    private readonly own: OwnCards,
    private readonly middle: Middle,
    private readonly targets: (source: Source) => readonly Target[],
    private readonly scene: () => Scene,
    private readonly table: () => Table,
  ) {
    const { signal } = this.ends;
    root.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.hover(sourceIn(event.target)), { signal });
    root.addEventListener("pointerleave", () => this.hover(null), { signal });
    root.addEventListener("focusin", ({ target }) => this.focus(target instanceof Element && target.matches(":focus-visible") ? sourceIn(target) : null), { signal });
    root.addEventListener("focusout", () => this.focus(null), { signal });
  }

  /** Mark the places anew. */
  draw(): void {
    const { live, assist } = this.scene();
    const one = this.hovered ?? this.focused;
    const meant = !live ? [] : one !== null ? [one] : assist ? this.own.sources : [];
    const first = meant.flatMap((source) => this.targets(source).slice(0, 1).map((target) => ({ source, target })));
    this.middle.aim(this, first.flatMap(({ source, target }) => this.goal(source, target) ?? []));
    this.own.mark({ goal: namesOf(...first.map(({ target }) => (target.zone === "row" ? target : null))) });
  }

  destroy(): void {
    this.ends.abort();
  }

  private hover(source: Source | null): void {
    const same = source === null || this.hovered === null ? source === this.hovered : sameSource(source, this.hovered);
    if (same) return;
    this.hovered = source;
    this.draw();
  }

  private focus(source: Source | null): void {
    this.focused = source;
    this.draw();
  }

  private goal(source: Source, target: Target): Goal | null {
    const card = this.own.card(source);
    if (target.zone !== "centre" || card === null) return null;
    const pile = target.pile === null ? undefined : this.table().piles[target.pile];
    return { colour: card.colour, number: card.number, pile: pile === undefined ? null : pileName(pile) };
  }
}

function sourceIn(target: EventTarget | null): Source | null {
  const node = target instanceof Element ? target.closest<HTMLElement>("[data-source]") : null;
  return sourceOf(node?.dataset["source"] ?? "");
}
