/** The live room without a framework. */
import type { Source, Target } from "../model/commands";
import { STANDARD } from "../model/rules";
import type { World } from "../net/world";
import type { RefusalWord, RoomEvent, RoomFields, RoomVerb } from "../protocol";
import type { Snapshot, Step } from "./snapshot";

/** Which room, and as whom; `key` opens a private room, `host` is its creator's secret. */
export interface Join {
  readonly code: string;
  readonly name: string;
  readonly key?: string | null;
  readonly host?: string | null;
  readonly watch?: boolean;
}

export class RoomCore {
  snapshot: Snapshot = {
    connection: { state: "connecting", why: null },
    phase: null,
    rulesText: "standard",
    rules: STANDARD,
    options: {},
    seats: [],
    me: null,
    host: false,
    watchers: 0,
    locked: false,
    votes: [],
    round: 0,
    scores: [],
    table: null,
    view: null,
    pending: [],
    queued: [],
    lastRefusal: null,
    countdown: null,
    ended: null,
    match: null,
    ping: null,
  };

  constructor(
    readonly join: Join,
    private readonly world: World,
  ) {}

  connect(): void {}
  close(): void {}
  now(): number {
    return this.world.now();
  }
  serverNow(): number | null {
    return null;
  }
  play(_source: Source, _target?: Target): void {}
  turn(): void {}
  stop(): void {}
  room(_verb: RoomVerb, _fields: RoomFields): Promise<RefusalWord | null> {
    return Promise.resolve(null);
  }
  targets(_source: Source): Target[] {
    return [];
  }
  onChange(_listener: (snapshot: Snapshot) => void): () => void {
    return () => {};
  }
  onStep(_listener: (step: Step) => void): () => void {
    return () => {};
  }
  onEvent(_listener: (event: RoomEvent) => void): () => void {
    return () => {};
  }
}
