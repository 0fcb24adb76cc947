/** The live room without a framework: confirmed facts, pending commands, and the view of both. */
import { type Card, type Seat, sameCard } from "../model/cards";
import type { Command, Source, Target } from "../model/commands";
import { decide, targets, topOf } from "../model/decide";
import { parseCommand } from "../model/notation";
import { type Table, areaOf } from "../model/table";
import type { RefusalWord } from "../model/words";
import { type ClosedWhy, Connection } from "../net/connection";
import { knownRoom, remember } from "../net/memory";
import type { World } from "../net/world";
import type { Ack, Ev, Hello, Nack, PublicEvent, ServerFrame, Welcome } from "../protocol";
import { NOTHING_KNOWN, factsOf, happened } from "./facts";
import { type Entry, MOST_PENDING, Outbox } from "./outbox";
import { predict } from "./predict";
import type { Facts, Refusal, Snapshot, Step } from "./snapshot";
import { Signal } from "./signal";
import { Taps } from "./taps";
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
const USUAL_QUEUE = 600;

type Cause = Pick<Step, "cause" | "seat" | "command">;

export class RoomCore {
  snapshot: Snapshot;
  readonly changes = new Signal<Snapshot>();
  readonly steps = new Signal<Step>();
  readonly events = new Signal<PublicEvent>();

  readonly #connection: Connection;
  readonly #outbox: Outbox;
  readonly #taps: Taps;
  #facts: Facts = NOTHING_KNOWN;
  #version = 0;
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
    this.#taps = new Taps(world);
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
    this.#taps.clear();
    this.#connection.close(why);
  }

  now(): number {
    return this.world.now();
  }

  serverNow(): number | null {
    return this.#connection.clock.at(this.world.now());
  }

  /** Every place the source's card could go now, as one sees the table. */
  targets(source: Source): Target[] {
    return this.#me && this.#view ? targets(this.#view, this.#me, source, this.#facts.rules) : [];
  }

  play(source: Source, target?: Target): void {
    const card = this.#cardAt(source);
    if (card === undefined) return;
    if (this.#taps.remove({ source, card })) return this.#publish();
    const goal = target ?? this.#goal(source);
    if (goal === undefined) return this.#wait(source, card);
    this.#give({ kind: "play", source, target: goal }, card);
  }

  turn(): void {
    this.#give({ kind: "turn" }, null);
  }

  stop(): void {
    this.#give({ kind: "stop" }, null);
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

  #cardAt(source: Source): Card | undefined {
    const area = this.#me && this.#view && areaOf(this.#view, this.#me);
    return area ? topOf(area, source) : undefined;
  }

  /** Where a tap sends a card: whichever pile it fits, else the first slot that takes it. */
  #goal(source: Source): Target | undefined {
    const [first] = this.targets(source);
    return first?.zone === "centre" ? { zone: "centre", pile: null } : first;
  }

  /** Keeps an early tap until a pile fits, or refuses it where none can. */
  #wait(source: Source, card: Card): void {
    const command: Command = { kind: "play", source, target: { zone: "centre", pile: null } };
    const word = this.#refused(command);
    const ms = this.#facts.options.queue ?? USUAL_QUEUE;
    if (word === null || word !== "does-not-fit" || ms === 0) {
      return this.#refuse(word ?? "does-not-fit", { command, card });
    }
    this.#taps.add({ source, card }, ms, () => this.#refuse(word, { command, card }));
    this.#publish();
  }

  /** Sends a command and shows it at once; what cannot be right is not sent at all. */
  #give(command: Command, card: Card | null): void {
    const word = this.#refused(command);
    if (word !== null) return this.#refuse(word, { command, card });
    const entry = this.#outbox.command(command, card, this.#me!, this.#facts.round);
    this.#connection.send(entry.frame);
    this.#refresh({ cause: "own", seat: this.#me!, command });
  }

  /** Why a command is not worth sending, by what one sees; null where it is. */
  #refused(command: Command): RefusalWord | null {
    const { phase, rules } = this.#facts;
    if (this.#me === null) return "not-seated";
    if (phase === "paused") return "paused";
    if (phase !== "round" || this.#view === null) return "not-running";
    if (this.#outbox.entries.length >= MOST_PENDING) return "too-fast";
    const decided = decide(this.#view, this.#me, command, rules);
    return typeof decided === "string" ? decided : null;
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

  #welcome({ v, you, room }: Welcome): void {
    if (you.token !== null) {
      remember(this.world.kept, { code: this.join.code, token: you.token, host: null });
      this.#outbox.clear();
    }
    this.#me = you.seat;
    if (room !== null) {
      this.#facts = factsOf(room, this.world.now());
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
    const entry = this.#outbox.take(n);
    if (entry === undefined) return;
    const { command, card } = entry;
    this.#refresh({ cause: "refused", ...(command && { seat: this.#me!, command }) });
    const word = why as RefusalWord;
    this.#refuse(word, { by: by ?? null, ms: ms ?? null, command, card, verb: verbOf(entry) });
    entry.settle(word);
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
    this.#publish();
    if (after !== null && after !== before) {
      this.steps.emit({ ...cause, before: before ?? after, after });
    }
    this.#letTapsGo();
  }

  #letTapsGo(): void {
    for (const { source, card } of this.#taps.queued) {
      const lies = this.#cardAt(source);
      const gone = this.#facts.phase !== "round" || !lies || !sameCard(lies, card);
      const goal = gone ? undefined : this.#goal(source);
      if (!gone && goal === undefined) continue;
      this.#taps.remove({ source, card });
      if (goal === undefined) this.#publish();
      else this.#give({ kind: "play", source, target: goal }, card);
    }
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
      queued: this.#taps.queued,
      lastRefusal: this.#refusal,
      ping: this.#connection.clock.roundTrip,
    };
  }
}

const verbOf = ({ frame }: Entry): RoomVerb | null =>
  frame.t === "room" ? (frame.do as RoomVerb) : null;
