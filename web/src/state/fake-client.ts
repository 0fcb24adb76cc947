/** A client for tests: a core with its own world, and the seat's letter for its name. */
import { SEATS, type Seat } from "../model/cards";
import type { Source } from "../model/commands";
import { writePosition } from "../model/notation";
import { FakeWorld, type FakeLine } from "../net/fake-world";
import { RoomCore } from "./core";
import type { FakeRoom } from "./fake-room";
import type { Step } from "./snapshot";

export class FakeClient {
  readonly world = new FakeWorld();
  core!: RoomCore;
  steps: Step[] = [];

  constructor(
    readonly room: FakeRoom,
    readonly seat: Seat,
  ) {
    this.world.chance = 0;
    this.load();
  }

  /** Opens the page, at first or again. */
  load(): void {
    this.core = new RoomCore({ code: "KQZ7MB", name: this.seat }, this.world);
    this.steps = [];
    this.core.steps.on((step) => this.steps.push(step));
    this.core.connect();
    this.world.line.events.opened();
  }

  reload(): void {
    this.world.unload();
    this.room.cut(this.line);
    this.load();
  }

  /** The line breaks, and the client dials anew. */
  cut(): void {
    this.room.cut(this.line);
    this.world.advance(1);
    this.line.events.opened();
  }

  get line(): FakeLine {
    return this.world.line;
  }

  /** Everything that is under way, both ways, arrives. */
  settle(): void {
    for (let turn = 0; turn < 4; turn += 1) {
      this.room.read(this.line);
      this.room.deliver(this.line);
    }
  }

  get view(): string {
    const { view } = this.core.snapshot;
    return view === null ? "" : writePosition(view);
  }

  get confirmed(): string {
    const { table } = this.core.snapshot;
    return table === null ? "" : writePosition(table);
  }

  /** A source by number: the slots of the row, then stack and waste. */
  source(at: number): Source {
    const row = this.core.snapshot.view?.areas[SEATS.indexOf(this.seat)]?.row.length ?? 3;
    if (at % (row + 2) < row) return { zone: "row", slot: at % (row + 2) };
    return { zone: at % (row + 2) === row ? "stack" : "waste" };
  }
}
