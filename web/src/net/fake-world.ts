/** A world for tests: the clock moves when told to, and every line can be held, cut and read. */
import type { ClientFrame, ServerFrame } from "../protocol";
import type { Line, LineEvents, Store, World } from "./world";

export class FakeLine implements Line {
  readonly sent: ClientFrame[] = [];
  open = true;

  constructor(readonly events: LineEvents) {}

  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientFrame);
  }

  close(): void {
    this.open = false;
  }

  receive(...frames: ServerFrame[]): void {
    for (const frame of frames) this.events.received(JSON.stringify(frame));
  }

  drop(code = 1006): void {
    this.open = false;
    this.events.closed(code);
  }

  /** The frames of one kind, in the order in which they were sent. */
  of<T extends ClientFrame["t"]>(kind: T): Extract<ClientFrame, { t: T }>[] {
    return this.sent.filter((frame): frame is Extract<ClientFrame, { t: T }> => frame.t === kind);
  }
}

/** A store that is empty at first. */
export class FakeStore implements Store {
  readonly #texts = new Map<string, string>();
  getItem = (key: string): string | null => this.#texts.get(key) ?? null;
  setItem = (key: string, text: string): void => void this.#texts.set(key, text);
  /** As when somebody clears what a browser keeps. */
  removeItem = (key: string): void => void this.#texts.delete(key);
}

interface Timer {
  readonly at: number;
  readonly action: () => void;
}

export class FakeWorld implements World {
  readonly lines: FakeLine[] = [];
  readonly kept = new FakeStore();
  readonly tab = new FakeStore();
  seen = true;
  /** Whether the server answers over plain HTTP. */
  near = false;
  /** How often that was asked. */
  asked = 0;
  chance = 0.5;
  #time = 1_000;
  #timers: Timer[] = [];
  #wakes: (() => void)[] = [];

  now = (): number => this.#time;
  random = (): number => this.chance;
  reached = (): Promise<boolean> => {
    this.asked += 1;
    return Promise.resolve(this.near);
  };
  visible = (): boolean => this.seen;

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#time + ms, action };
    this.#timers.push(timer);
    return () => this.#forget(timer);
  }

  dial(events: LineEvents): Line {
    const line = new FakeLine(events);
    this.lines.push(line);
    return line;
  }

  onWake(action: () => void): () => void {
    this.#wakes.push(action);
    return () => {
      this.#wakes = this.#wakes.filter((one) => one !== action);
    };
  }

  wake(): void {
    for (const action of this.#wakes) action();
  }

  /** The line that was dialled last. */
  get line(): FakeLine {
    return this.lines.at(-1)!;
  }

  /** Lets time pass, and every timer run when it is due. */
  advance(ms: number): void {
    const end = this.#time + ms;
    for (let next = this.#due(end); next !== undefined; next = this.#due(end)) {
      this.#forget(next);
      this.#time = next.at;
      next.action();
    }
    this.#time = end;
  }

  /** The page goes away: nothing it asked for happens any more, what it kept stays. */
  unload(): void {
    this.#timers = [];
    this.#wakes = [];
    this.line.close();
  }

  #due(end: number): Timer | undefined {
    return this.#timers.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
  }

  #forget(timer: Timer): void {
    this.#timers = this.#timers.filter((one) => one !== timer);
  }
}
