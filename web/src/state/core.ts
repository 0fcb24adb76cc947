/** The live room without a framework: confirmed facts, pending commands, and the view of both. */
import type { Card, Seat } from "../model/cards";
import type { Command } from "../model/commands";
import { parseCommand } from "../model/notation";
import { grown, type Table } from "../model/table";
import type { RefusalWord } from "../model/words";
import { type ClosedWhy, Connection } from "../net/connection";
import { knownRoom, remember } from "../net/memory";
import type { World } from "../net/world";
import type { Ack, Ev, Hello, Nack, PublicEvent, ServerFrame, Welcome } from "../protocol";
import { Acts } from "./acts";
import { NOTHING_KNOWN, factsOf, happened } from "./facts";
import { Lag } from "./lag";
import { type Entry, MOST_PENDING, Outbox } from "./outbox";
import { predict } from "./predict";
import { Rests } from "./rests";
import type { Facts, Refusal, Snapshot, Step } from "./snapshot";
import { Signal } from "./signal";
import type { RoomFields, RoomVerb } from "./verbs";

/** Which room, and as whom; `key` opens a private room, `host` is its creator's secret. */
export interface Join {
  readonly code: string;
  readonly name: string;
  readonly key?: string | null;
  readonly host?: string | null;
  readonly watch?: boolean;
}

const CLIENT = "1.0.0";
const LOOK_ANSWER = 3_000;
const MOVED_PAUSE = 250;

type Cause = Pick<Step, "cause" | "seat" | "command">;

export class RoomCore {
  snapshot: Snapshot;
  readonly changes = new Signal<Snapshot>();
  readonly steps = new Signal<Step>();
  readonly events = new Signal<PublicEvent>();

  /** What one can do at the table. */
  readonly acts: Acts;

  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #rests: Rests;
  readonly #lag = new Lag();
  #facts: Facts = NOTHING_KNOWN;
  #version = 0;
  #life = "";
  /** Whether the facts are those of `#version`; else only a full welcome helps. */
  #inStep = false;
  #me: Seat | null = null;
  #view: Table | null = null;
  #refusal: Refusal | null = null;
  #key: string | null;

  constructor(
    readonly join: Join,
    readonly world: World,
  ) {
    this.#key = join.key ?? knownRoom(world.kept, join.code)?.key ?? null;
    this.#outbox = new Outbox(world.tab, join.code);
    this.#rests = new Rests(world, () => {
      this.#publish();
      this.acts.letTapsGo();
    });
    this.acts = new Acts(world, {
      now: () => ({ me: this.#me, view: this.#view, facts: this.#facts }),
      mayAsk: () => this.#outbox.entries.length < MOST_PENDING,
      rests: (pile) => this.#rests.piles.includes(pile),
      rest: (pile) => this.#rests.begin(pile, this.#restTime),
      reaches: (number) => this.#outbox.intents.some(({ command }) => command.kind === "grab" && command.number === number),
      give: (command, card) => this.#give(command, card),
      refuse: (word, what) => this.#refuse(word, what),
      changed: () => this.#publish(),
    });
    this.#connection = new Connection(world, {
      hello: () => this.#hello(),
      frame: (frame) => this.#frame(frame),
      changed: () => this.#connectionChanged(),
    });
    this.snapshot = this.#snapshot();
  }

  connect(): void {
    const { code, name, host } = this.join;
    remember(this.world.kept, { code, name, key: this.#key, ...(host && { host }) });
    this.#connection.connect();
  }

  close(why: ClosedWhy = "left"): void {
    this.acts.clear();
    this.#rests.clear();
    this.#connection.close(why);
  }

  now(): number {
    return this.world.now();
  }

  serverNow(): number | null {
    return this.#connection.clock.at(this.world.now());
  }

  /** Asks for something of the room; answers with the word of a refusal, or null. */
  room(verb: RoomVerb, fields: RoomFields): Promise<RefusalWord | null> {
    return new Promise((resolve) => {
      const entry = this.#outbox.request(verb, fields, (refused) => {
        if (verb === "leave" && refused === null) this.#gone("left");
        resolve(refused);
      });
      this.#connection.send(entry.frame);
    });
  }

  /** Sends a command, and shows it at once. */
  #give(command: Command, card: Card | null): void {
    const entry = this.#outbox.command(command, card, this.#me!, this.#facts.round);
    this.#lag.asked(entry.n, this.world.now());
    this.#connection.send(entry.frame);
    this.#refresh({ cause: "own", seat: this.#me!, command });
  }

  #refuse(word: RefusalWord, what: Partial<Refusal>): void {
    const id = (this.#refusal?.id ?? 0) + 1;
    const nothing = { by: null, ms: null, command: null, verb: null, card: null };
    this.#refusal = { ...nothing, ...what, id, word };
    this.#publish();
  }

  #hello(): Hello {
    const { code, name, watch = false } = this.join;
    const { token = null, host } = knownRoom(this.world.kept, code) ?? {};
    return {
      t: "hello",
      room: code,
      key: this.#key,
      host: host ?? null,
      name,
      token: watch ? null : token,
      v: this.#inStep ? this.#version : 0,
      life: this.#life,
      watch,
      client: CLIENT,
    };
  }

  #frame(frame: ServerFrame): void {
    switch (frame.t) {
      case "welcome":
        return this.#welcome(frame);
      case "ev":
        return this.#happened(frame);
      case "ack":
        return this.#ack(frame);
      case "nack":
        return this.#nack(frame);
    }
  }

  #welcome({ v, life, you, room }: Welcome): void {
    this.#lag.forget();
    this.#life = life;
    if (you.token !== null) {
      remember(this.world.kept, { code: this.join.code, token: you.token, host: null });
      this.#outbox.clear();
    }
    this.#me = you.seat;
    if (room !== null) {
      this.#facts = factsOf(room, this.world.now());
      this.#rests.clear();
      this.#version = v;
      this.#inStep = true;
    }
    if (!this.#inStep) return this.#look();
    if (you.seat === null) this.#outbox.clear();
    else this.#outbox.welcomed(you.seat, you.n);
    for (const { frame } of this.#outbox.entries) this.#connection.send(frame);
    this.#refresh({ cause: "reset" });
  }

  #happened({ v, e }: Ev): void {
    if (!this.#inStep || v <= this.#version) return;
    if (v > this.#version + 1) return this.#look();
    this.#version = v;
    for (const event of e) {
      const facts = this.#applied(event);
      if (facts === null) return this.#look();
      this.#facts = facts;
      this.#letRest(event);
      this.#refresh(this.#causeOf(event));
      this.events.emit(event);
    }
    if (e.length === 0) this.#publish();
  }

  /** The facts after an event, or null where it cannot be applied or read. */
  #applied(event: PublicEvent): Facts | null {
    try {
      return happened(this.#facts, event, this.world.now());
    } catch {
      return null;
    }
  }

  /** How long a pile of this room rests, in milliseconds. */
  get #restTime(): number {
    return (this.#facts.options.relaxed ?? 0) * 1000;
  }

  /** A pile rests from when the server had its card, which is told of a moment later. */
  #letRest(event: PublicEvent): void {
    if (event.k === "dealt") this.#rests.clear();
    if (event.k !== "did" || this.#restTime === 0) return;
    const command = parseCommand(event.a);
    if (command.kind !== "play" || command.target.zone !== "centre" || command.target.pile === null) return;
    this.#rests.begin(command.target.pile, this.#restTime - this.#connection.clock.lag);
  }

  #causeOf(event: PublicEvent): Cause {
    if (event.k !== "did") return { cause: event.k === "dealt" ? "reset" : "other" };
    const command = parseCommand(event.a);
    if (event.s !== this.#me) return { cause: "other", seat: event.s, command };
    this.#outbox.happened(command);
    return { cause: "own", seat: event.s, command };
  }

  /** Asks for everything anew, as a version is missing or does not fit the facts. */
  #look(): void {
    this.#inStep = false;
    this.#connection.send({ t: "look" });
    this.world.after(LOOK_ANSWER, () => {
      const waits = !this.#inStep && this.#connection.state.state === "open";
      if (waits && this.world.visible()) this.#connection.replace();
    });
  }

  #ack(ack: Ack): void {
    this.#lag.answered(ack.n, this.world.now());
    if (ack.key !== undefined) this.#rekey(ack.key);
    // What it speaks of is not here yet: the welcome to come sends the command anew.
    if (!this.#inStep) return;
    if (ack.v > this.#version) return this.#look();
    this.#outbox.take(ack.n)?.settle(null);
    this.#refresh({ cause: "own" });
  }

  #rekey(key: string): void {
    this.#key = key;
    remember(this.world.kept, { code: this.join.code, key });
  }

  #nack({ n, why, by, ms }: Nack): void {
    if (why === "moved") {
      this.world.after(MOVED_PAUSE, () => this.#resend(n));
      return;
    }
    this.#lag.answered(n, this.world.now());
    const entry = this.#outbox.take(n);
    if (entry === undefined) return;
    const { command, card } = entry;
    this.#refresh({ cause: "refused", ...(command && { seat: this.#me!, command }) });
    const word = why as RefusalWord;
    this.#refuse(word, { by: by ?? null, ms: ms ?? null, command, card, verb: verbOf(entry) });
    entry.settle(word);
    if (word === "resting" && command?.kind === "play" && card) this.acts.again(command.source, card);
  }

  #resend(n: number): void {
    const entry = this.#outbox.entries.find((one) => one.n === n);
    if (entry) this.#connection.send(entry.frame);
  }

  /** Derives the view anew, tells of its change, and lets waiting taps go where they fit now. */
  #refresh(cause: Cause): void {
    const { table, rules, round } = this.#facts;
    const before = this.#view;
    const guesses = this.#outbox.guesses(round);
    const after = table && this.#me ? predict(table, this.#me, guesses, rules) : table;
    this.#view = after;
    // Cards of one's own that are seen, and that the room has not told of yet.
    this.#rests.expect(this.#restTime > 0 ? grown(table, after) : []);
    this.#publish();
    if (after !== null && after !== before) {
      this.steps.emit({ ...cause, before: before ?? after, after });
    }
    this.acts.letTapsGo();
  }

  #connectionChanged(): void {
    const { why } = this.#connection.state;
    if (why === "wrong-key" || why === "removed") this.#forgetSeat();
    this.#publish();
  }

  /** The seat is no longer one's own. */
  #gone(why: ClosedWhy): void {
    this.#forgetSeat();
    this.close(why);
  }

  #forgetSeat(): void {
    remember(this.world.kept, { code: this.join.code, token: null });
    this.#outbox.clear();
    this.#me = null;
    this.#inStep = false;
  }

  #publish(): void {
    this.snapshot = this.#snapshot();
    this.changes.emit(this.snapshot);
  }

  #snapshot(): Snapshot {
    const me = this.#me;
    return {
      ...this.#facts,
      connection: this.#connection.state,
      key: this.#key,
      me,
      host: this.#facts.seats.some(({ seat, host }) => seat === me && host),
      view: this.#view,
      pending: this.#outbox.intents,
      queued: this.acts.queued,
      resting: this.#rests.piles,
      lastRefusal: this.#refusal,
      ping: this.#connection.clock.roundTrip,
      lag: this.#lag.usual,
    };
  }
}

const verbOf = ({ frame }: Entry): RoomVerb | null =>
  frame.t === "room" ? (frame.do as RoomVerb) : null;
