/** The table between two: one middle for both, and a side for each, the far one turned to them. */

import type { Seat } from "../model/cards";
import { dealtSeats, type Table } from "../model/table";
import type { Step } from "../state/snapshot";
import { Board, type Drawn, type Plan, type Room } from "../table/board";
import { leftHanded, mirrored } from "../table/layout";
import type { Layout, SideLayout } from "../table/measures";
import { STRAIGHT } from "../table/place";
import { type Game, type Scene, Side } from "../table/side";
import type { Words } from "../table/words";
import { BOTH } from "./sheet";
import { facingLayout, type FacingSpace } from "./layout";
import { sameCards } from "./merged";
import { fromBehind } from "./turned";

export interface Player {
  readonly root: HTMLElement;
  readonly game: Game;
  readonly scene: Scene;
}

export class FacingView {
  private readonly board: Board;
  private latest: Table;

  constructor(
    private readonly root: HTMLElement,
    sky: HTMLElement,
    players: readonly [Player, Player],
    words: Words,
    table: Table,
  ) {
    this.latest = table;
    for (const node of [sky, ...players.map((player) => player.root)]) node.classList.add("table");
    this.board = new Board(root, words, table, {
      sides: (centre, now) =>
        players.map(({ root: own, game, scene }, far) => new Side(own, game, words, centre, now, scene, far ? fromBehind(root) : STRAIGHT)),
      plan: (room) => this.plan(room),
      sheet: BOTH,
      sky,
    });
    this.board.measure();
  }

  /** The sides, the near one first. */
  get sides(): readonly Side[] {
    return this.board.sides;
  }

  /** Who sits there and what is allowed now, for either side; the cards come by steps. */
  tell(scenes: readonly Scene[]): void {
    this.sides.forEach((side, at) => side.tell(scenes[at]!));
    this.board.refresh();
  }

  /** The table as both see it has changed, as one of their rooms tells; the other may have told it already. */
  step(step: Step): void {
    const before = this.latest;
    if (sameCards(before, step.after)) return;
    this.latest = step.after;
    this.board.step({ ...step, before });
  }

  beaten(by: Seat): void {
    this.board.beaten(by);
  }

  destroy(): void {
    this.board.destroy();
  }

  private plan({ width, height, text, rtl }: Room): Plan {
    const { table } = this.board;
    const [near, far] = this.sides as [Side, Side];
    const { profi, callsStop, left } = near.scene;
    const others = Math.max(...this.sides.map(({ scene }) => scene.sitters.length));
    const space = { width, height, decks: Math.max(2, dealtSeats(table)), others, slots: [near.slots, far.slots] as const, profi, stop: callsStop, machine: table.machine !== null, text };
    return { key: [JSON.stringify(space), rtl, left], draw: () => this.draw(space, rtl, left) };
  }

  /** The device's setting for the left hand is that of the one at its near edge. */
  private draw(space: FacingSpace, rtl: boolean, left: boolean): Drawn {
    const { middle, sides } = facingLayout(space);
    const whole = (side: SideLayout): Layout => ({ ...middle, ...side, wide: true });
    const flip = (layout: Layout): Layout => (rtl ? mirrored(layout, space.width) : layout);
    for (const node of [this.root, ...this.sides.map((side) => side.root)]) node.classList.add("wide");
    return {
      middle: flip(whole(sides[0]!)),
      sides: sides.map((side, far) => flip(left && far === 0 ? { ...whole(side), own: leftHanded(whole(side), space.width).own } : whole(side))),
    };
  }
}
