/** All games of this device, the one that is open, and the one that was just thrown away. */

import type { Store } from "../net/world";
import { type Game, newGame, type Terms } from "./game";
import { keep, recall } from "./kept";
import { change, type Pad, padOf, undo } from "./pad";

export class Shelf {
  /** The latest first. */
  pads = $state.raw<readonly Pad[]>([]);
  open = $state.raw<number | null>(null);
  removed = $state.raw<{ readonly pad: Pad; readonly at: number } | null>(null);

  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {
    ({ pads: this.pads, open: this.open } = recall(store));
  }

  get pad(): Pad | null {
    return this.pads.find(({ game }) => game.id === this.open) ?? null;
  }

  begin(terms: Terms): void {
    const id = 1 + Math.max(0, ...this.pads.map(({ game }) => game.id), this.removed?.pad.game.id ?? 0);
    this.put([padOf(newGame(id, this.now(), terms)), ...this.pads], id);
  }

  look(id: number | null): void {
    this.removed = null;
    this.put(this.pads, id);
  }

  /** Do something to the open game. */
  alter(deed: (game: Game) => Game): void {
    this.replace((pad) => change(pad, deed(pad.game)));
  }

  undo(): void {
    this.replace(undo);
  }

  remove(id: number): void {
    const at = this.pads.findIndex(({ game }) => game.id === id);
    const pad = this.pads[at];
    if (pad === undefined) return;
    this.removed = { pad, at };
    this.put(
      this.pads.filter((other) => other !== pad),
      this.open === id ? null : this.open,
    );
  }

  bringBack(): void {
    if (this.removed === null) return;
    const { pad, at } = this.removed;
    this.removed = null;
    this.put([...this.pads.slice(0, at), pad, ...this.pads.slice(at)], this.open);
  }

  private replace(next: (pad: Pad) => Pad): void {
    this.put(
      this.pads.map((pad) => (pad.game.id === this.open ? next(pad) : pad)),
      this.open,
    );
  }

  private put(pads: readonly Pad[], open: number | null): void {
    this.pads = pads;
    this.open = open;
    keep(this.store, { pads, open });
  }
}
