/** The table on the screen of one player, or of a watcher: it draws what the room says and hands on what fingers do. */

import type { Seat } from "../model/cards";
import type { Place } from "../model/commands";
import { dealtSeats, type Table } from "../model/table";
import type { Step } from "../state/snapshot";
import { Board, type Plan, type Room } from "./board";
import { layout, leftHanded, mirrored } from "./layout";
import type { Layout, Rect, Space } from "./measures";
import { type Game, type Lies, type Scene, Side } from "./side";
import type { Words } from "./words";

/** Another geometry than the usual one. */
export type Lay = (space: Space) => Layout;

export class TableView implements Lies {
  private readonly board: Board;
  private readonly side: Side;

  constructor(
    private readonly root: HTMLElement,
    game: Game,
    words: Words,
    table: Table,
    scene: Scene,
    private lay: Lay = layout,
  ) {
    this.board = new Board(root, words, table, {
      sides: (centre, now) => [new Side(root, game, words, centre, now, scene)],
      plan: (room) => this.plan(room),
    });
    this.side = this.board.sides[0]!;
    this.board.measure();
  }

  /** Who sits there and what is allowed now; the cards come by steps. */
  tell(scene: Scene): void {
    this.side.tell(scene);
    this.board.refresh();
  }

  /** Everything lies by this geometry from now on. */
  follow(lay: Lay): void {
    this.lay = lay;
    this.board.refresh();
  }

  step(step: Step): void {
    this.board.step(step);
  }

  beaten(by: Seat): void {
    this.board.beaten(by);
  }

  placeRect(place: Place): Rect | null {
    return this.side.placeRect(place);
  }

  marksOf(seat: Seat): HTMLElement | null {
    return this.side.marksOf(seat);
  }

  choose(on: boolean): void {
    this.side.choose(on);
  }

  destroy(): void {
    this.board.destroy();
  }

  private plan({ width, height, text, rtl }: Room): Plan {
    const { table } = this.board;
    const { slots, scene } = this.side;
    const { sitters, profi, callsStop, large, left } = scene;
    const space = { width, height, decks: Math.max(2, dealtSeats(table)), opponents: sitters.length, slots, profi, stop: callsStop, machine: table.machine !== null, large, text };
    return { key: [JSON.stringify(space), rtl, left, this.lay], draw: () => this.draw(space, rtl, left) };
  }

  private draw(space: Space, rtl: boolean, left: boolean): ReturnType<Plan["draw"]> {
    const plain = this.lay(space);
    const handed = left ? leftHanded(plain, space.width) : plain;
    const drawn = rtl ? mirrored(handed, space.width) : handed;
    this.root.classList.toggle("wide", drawn.wide);
    this.root.classList.toggle("large", space.large || drawn.aside === true);
    return { middle: drawn, sides: [drawn] };
  }
}
