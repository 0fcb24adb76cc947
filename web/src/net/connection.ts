/** The line to a room: it greets, listens, comes back after a loss, and knows when to stay away. */
import type { ClientFrame, Hello, ServerFrame } from "../protocol";
import { ServerClock } from "./clock";
import type { Line, World } from "./world";

/** Why a connection is closed for good; each is a sentence of the messages. */
export type ClosedWhy =
  | "wrong-key"
  | "full-or-locked"
  | "no-such-room"
  | "taken-over"
  | "removed"
  | "outdated"
  | "unreadable"
  | "left";

export interface ConnectionState {
  /** `barred` is a line that something on the way does not let through, while the page gets through. */
  readonly state: "connecting" | "open" | "lost" | "barred" | "closed";
  /** Set exactly when `state` is closed. */
  readonly why: ClosedWhy | null;
  /** Nothing can be saved just now: the room stands still, and answers come when it goes on. */
  readonly stalled?: boolean;
}

export interface ConnectionEvents {
  /** The first frame of every new line. */
  hello(): Hello;
  /** Welcomes, events and answers; never before a welcome. */
  frame(frame: ServerFrame): void;
  /** The state or the round trip changed. */
  changed(): void;
}

const CLOSED: Readonly<Record<number, ClosedWhy>> = {
  4401: "wrong-key",
  4403: "full-or-locked",
  4404: "no-such-room",
  4409: "taken-over",
  4410: "removed",
  4426: "outdated",
};
const UNREADABLE = 4400;

const PING_EVERY = 5_000;
/** How long an answer may take: of a quiet line, of one that may have slept, of a greeting. */
const SILENCE = 6_000;
const SILENCE_AFTER_WAKING = 2_000;
const GREETING = 8_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
/** Lines in a row that never opened, after which the way itself is looked at. */
const SUSPICIOUS = 3;

export class Connection {
  state: ConnectionState = { state: "connecting", why: null };
  readonly clock = new ServerClock();
  #line: Line | null = null;
  /** Rises with every line, so that an old one's events and timers find no ear. */
  #epoch = 0;
  #welcomed = false;
  #attempts = 0;
  /** Lines in a row that never opened. */
  #unopened = 0;
  /** Frames heard so far: a rise is a sign of life, where a coarse clock may stand still. */
  #heard = 0;
  #pinged = { c: 0, at: 0 };
  /** Seconds the server asked to stay away, from its last `bye`. */
  #stayAway = 0;
  #cancelRetry: (() => void) | null = null;
  readonly #stopWaking: () => void;

  constructor(
    private readonly world: World,
    private readonly events: ConnectionEvents,
  ) {
    this.#stopWaking = world.onWake(() => this.#woke());
  }

  /** Dials, also after a close: then it was asked for. */
  connect(): void {
    if (this.#line !== null) return;
    if (this.state.state === "closed") this.#become("connecting");
    this.#attempts = 0;
    this.#unopened = 0;
    this.#dial();
  }

  /** Hangs up for good. */
  close(why: ClosedWhy = "left"): void {
    this.#hangUp();
    this.#cancelRetry?.();
    this.#stopWaking();
    this.#become("closed", why);
  }

  /** Sends a frame, or answers false where nobody has been welcomed. */
  send(frame: ClientFrame): boolean {
    if (!this.#welcomed) return false;
    this.#line!.send(JSON.stringify(frame));
    return true;
  }

  /** Gives the line up and dials anew, as the one that is there no longer answers. */
  replace(): void {
    this.#hangUp();
    if (this.state.state !== "barred") this.#become("lost");
    this.#dial();
  }

  #dial(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    const epoch = ++this.#epoch;
    const current = () => epoch === this.#epoch;
    this.#unopened += 1;
    if (this.#unopened > SUSPICIOUS && this.state.state !== "barred") void this.#lookAtTheWay();
    this.#line = this.world.dial({
      opened: () => current() && this.#greet(),
      received: (text) => current() && this.#received(text),
      closed: (code) => current() && this.#closed(code),
    });
    this.#expect(() => this.#welcomed || this.state.stalled === true, GREETING);
  }

  #hangUp(): void {
    this.#epoch += 1;
    this.#welcomed = false;
    this.#line?.close();
    this.#line = null;
  }

  /** Nothing opens: where the server answers all the same, something on the way is to blame. */
  async #lookAtTheWay(): Promise<void> {
    const reached = await this.world.reached();
    const trying = this.state.state === "connecting" || this.state.state === "lost";
    if (reached && trying && this.#unopened > SUSPICIOUS) this.#become("barred");
  }

  #greet(): void {
    this.#unopened = 0;
    this.#line!.send(JSON.stringify(this.events.hello()));
  }

  #received(text: string): void {
    const frame = parsed(text);
    if (frame === null) return;
    this.#heard += 1;
    if (frame.t === "pong") this.#pong(frame.c, frame.now);
    else if (frame.t === "bye") this.#stayAway = frame.after;
    else if (frame.t === "stalled") this.#stall(frame.on);
    else {
      if (frame.t === "welcome" && !this.#welcomed) this.#opened();
      if (this.#welcomed) this.events.frame(frame);
    }
  }

  #opened(): void {
    this.#welcomed = true;
    this.#attempts = 0;
    this.#stayAway = 0;
    this.#become("open");
    this.#beat();
  }

  /** The server says so again and again while it lasts, which is the sign of life then. */
  #stall(on: boolean): void {
    const before = this.state.stalled ?? false;
    if (on) {
      const heard = this.#heard;
      this.#expect(() => this.#heard > heard, SILENCE);
    }
    if (on === before) return;
    this.state = on ? { ...this.state, stalled: true } : { state: this.state.state, why: this.state.why };
    this.events.changed();
    if (on) return;
    this.clock.forget();
    if (this.#welcomed && this.world.visible()) this.#probe(SILENCE);
  }

  #pong(c: number, now: number): void {
    if (c !== this.#pinged.c) return;
    this.clock.heard(now, this.#pinged.at, this.world.now());
    this.events.changed();
  }

  #closed(code: number): void {
    const early = code === UNREADABLE && !this.#welcomed;
    const why = early ? "unreadable" : CLOSED[code];
    this.#line = null;
    this.#welcomed = false;
    if (why !== undefined) return this.#become("closed", why);
    if (this.state.state === "open") this.#become("lost");
    this.#retryLater();
  }

  /** Full jitter: a thousand clients that lost one server come back spread out. */
  #retryLater(): void {
    const most = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** this.#attempts);
    this.#attempts += 1;
    const wait = this.#stayAway * 1000 + this.world.random() * most;
    this.#cancelRetry = this.world.after(wait, () => this.#dial());
  }

  /** Pings while somebody looks; a hidden page is left to the server's own pings. */
  #beat(): void {
    const epoch = this.#epoch;
    if (this.world.visible() && this.state.stalled !== true) this.#probe(SILENCE);
    this.world.after(PING_EVERY, () => {
      if (epoch === this.#epoch && this.#welcomed) this.#beat();
    });
  }

  #probe(limit: number): void {
    const at = this.world.now();
    this.#pinged = { c: Math.round(at), at };
    this.send({ t: "ping", c: this.#pinged.c });
    const heard = this.#heard;
    this.#expect(() => this.#heard > heard, limit);
  }

  /** Replaces this line unless it has `answered` by then; never while the page is hidden. */
  #expect(answered: () => boolean, limit: number): void {
    const epoch = this.#epoch;
    this.world.after(limit, () => {
      if (epoch === this.#epoch && this.#line && !answered() && this.world.visible()) this.replace();
    });
  }

  #woke(): void {
    if (this.#welcomed) this.#probe(SILENCE_AFTER_WAKING);
    else if (this.#line !== null) this.#expect(() => this.#welcomed, SILENCE_AFTER_WAKING);
    else if (this.#cancelRetry !== null && this.#stayAway === 0) this.#dial();
  }

  #become(state: ConnectionState["state"], why: ClosedWhy | null = null): void {
    this.state = { state, why };
    this.events.changed();
  }
}

/** A frame, or null for what is none; unknown kinds are passed over by whoever reads them. */
function parsed(text: string): ServerFrame | null {
  try {
    const frame = JSON.parse(text) as ServerFrame | null;
    return typeof frame?.t === "string" ? frame : null;
  } catch {
    return null;
  }
}
