/** A room for tests: the engine at full sight, versions, answers kept, and lines that are slow. */
import { SEATS, type Card, type Seat, seatIndex, COLOURS } from "../model/cards";
import { type Dice, shuffled } from "../model/chance";
import { type Command, movedBy } from "../model/commands";
import { decide, isOver, topOf } from "../model/decide";
import { evolve, replay } from "../model/evolve";
import { mayGrab } from "../model/grabs";
import { type ActionKind, NOISES, NOTHING_BESIDE, type Noise, fullMachine, thrown } from "../model/machine";
import { parseCommand, writeCard, writeCommand, writePosition } from "../model/notation";
import { type Rules, parseRules, rowSize, writeRules } from "../model/rules";
import { score } from "../model/score";
import { type Area, type Table, areaOf, publicTable } from "../model/table";
import type { RefusalWord } from "../model/words";
import type { FakeLine } from "../net/fake-world";
import type {
  Ack,
  ClientFrame,
  Did,
  Do,
  Ev,
  Nack,
  Phase,
  PublicEvent,
  RoomView,
  ServerFrame,
} from "../protocol";

const KEPT_ANSWERS = 64;

/** Chance, from a seed, so that a failing run can be repeated. */
export function dice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Two noises each for up to four seats, one each for up to eight, in the order of the seats. */
function owns(rules: Rules, seats: number, seat: Seat): readonly Noise[] {
  if (rules.speed !== "noises") return [];
  const each = seats <= 4 ? 2 : 1;
  return NOISES.slice(seatIndex(seat) * each, (seatIndex(seat) + 1) * each);
}

/** A fresh table: ten cards to the stack, the row, the rest to the hand. */
export function deal(seats: number, rules: Rules, roll: Dice): Table {
  const areas = SEATS.slice(0, seats).map((deck): Area => {
    const cards = COLOURS.flatMap((colour) =>
      Array.from({ length: 10 }, (_, at): Card => ({ colour, number: at + 1, deck })),
    );
    const mixed = shuffled(cards, roll);
    const row = mixed.splice(0, rowSize(rules, seats)).map((card) => [card]);
    const known = (list: Card[]) => ({ hidden: 0, cards: list });
    const beside = { ...NOTHING_BESIDE, noises: owns(rules, seats, deck) };
    return { row, stack: known(mixed.splice(0, 10)), waste: known([]), hand: known(mixed), beside };
  });
  return { piles: [], areas, machine: rules.speed === "off" ? null : fullMachine(rules.speed === "quiet") };
}

interface Session {
  readonly line: FakeLine;
  seat: Seat | null;
  greeted: boolean;
  /** Frames of the client that were read, and frames for it that are on their way. */
  read: number;
  down: ServerFrame[];
}

export class FakeRoom {
  table: Table;
  version = 1;
  phase: Phase = "round";
  round = 1;
  readonly log: Ev[] = [];
  /** Accepted commands by seat and number. */
  readonly accepted: string[] = [];
  readonly rules: Rules;
  readonly #answers = new Map<Seat, Map<number, { frame: string; answer: Ack | Nack }>>();
  readonly #highest = new Map<Seat, number>();
  #sessions: Session[] = [];
  readonly #roll: Dice;

  constructor(
    readonly seats: number,
    rulesText: string,
    seed: number,
  ) {
    this.rules = parseRules(rulesText);
    this.#roll = dice(seed);
    this.table = deal(seats, this.rules, this.#roll);
  }

  /** The table as everyone may see it, written. */
  get seen(): string {
    return writePosition(publicTable(this.table));
  }

  /** Takes up the frames that a line's client has sent; at most so many. */
  read(line: FakeLine, most = Infinity): void {
    const session = this.#sessionOf(line);
    for (let left = most; left > 0 && session.read < line.sent.length; left -= 1) {
      this.#frame(session, line.sent[session.read++]!);
    }
  }

  /** Lets frames arrive at a client; at most so many. */
  deliver(line: FakeLine, most = Infinity): void {
    const { down } = this.#sessionOf(line);
    for (let left = most; left > 0 && down.length > 0 && line.open; left -= 1) {
      line.receive(down.shift()!);
    }
  }

  /** Loses what is on its way, both ways, and the line. */
  cut(line: FakeLine): void {
    this.#sessions = this.#sessions.filter((session) => session.line !== line);
    if (line.open) line.drop();
  }

  /** Loses a frame for a client, and nothing else. */
  lose(line: FakeLine): void {
    this.#sessionOf(line).down.shift();
  }

  /** Tells everyone of something, as a new version. */
  tell(...events: PublicEvent[]): number {
    this.version += 1;
    const frame: Ev = { t: "ev", v: this.version, at: this.version, e: events };
    this.log.push(frame);
    for (const { down, greeted } of this.#sessions) if (greeted) down.push(frame);
    return this.version;
  }

  /** A command of a seat, as the room itself would give it for a bot. */
  command(seat: Seat, command: Command): RefusalWord | number {
    if (this.phase !== "round") return "not-running";
    const events = decide(this.table, seat, command, this.rules, {
      shuffle: (cards) => shuffled(cards, this.#roll),
    });
    if (typeof events === "string") return events;
    const before = this.table;
    this.table = replay(this.table, events);
    const told = this.#did(seat, command, before);
    const ends = command.kind === "stop" || isOver(this.table, this.rules);
    if (ends) this.phase = "result";
    return this.tell(told, ...(ends ? this.#end(seat) : []));
  }

  /** The machine throws, as the room itself would; heard at once. */
  throws(kind: ActionKind, noise: Noise | null = null): number {
    const number = thrown(this.table.machine!) + 1;
    const one = { number, kind, noise };
    this.table = evolve(this.table, { kind: "threw", throw: one });
    const able = SEATS.slice(0, this.seats).filter((seat) => mayGrab(this.table, one, seat));
    return this.tell({ k: "threw", number, card: kind, noise, for: able, play: this.version });
  }

  /** The machine throws what chance decides, if anything is to come. */
  throwsOn(): void {
    const { toCome = [], noises = [], quiet } = this.table.machine ?? {};
    const kind = toCome[this.#roll(toCome.length)];
    if (kind && this.phase === "round") this.throws(kind, quiet ? null : (noises[this.#roll(noises.length)] ?? null));
  }

  #end(by: Seat): PublicEvent[] {
    const scores = score(this.table, this.rules);
    const totals = scores.map((points) => points ?? 0);
    return [
      { k: "ended", by, why: "stop", scores, totals },
      { k: "phase", phase: "result", next: 30 },
    ];
  }

  #did(seat: Seat, command: Command, before: Table): Did {
    const [old, area] = [areaOf(before, seat)!, areaOf(this.table, seat)!];
    const named = command.kind === "play" ? { ...command, target: this.#named(command, before) } : command;
    const moved = movedBy(command);
    const card = moved && writeCard(topOf(old, moved)!, seat);
    const up: string[] = [];
    const stackLess = area.stack.cards.length < old.stack.cards.length;
    const wasteNew = command.kind === "turn" && area.waste.cards.length > 0;
    const wasteLess = command.kind === "play" && command.source.zone === "waste";
    const shown = stackLess ? area.stack.cards.at(-1) : wasteNew || wasteLess ? area.waste.cards.at(-1) : undefined;
    if (shown) up.push(writeCard(shown, seat));
    return { k: "did", s: seat, a: writeCommand(named), card, up };
  }

  #named({ target }: Extract<Command, { kind: "play" }>, before: Table) {
    if (target.zone === "row") return target;
    const pile = this.table.piles.findIndex(
      ({ decks }, at) => decks.length !== before.piles[at]?.decks.length,
    );
    return { zone: "centre", pile } as const;
  }

  #frame(session: Session, frame: ClientFrame): void {
    switch (frame.t) {
      case "hello":
        session.seat = frame.watch ? null : ((frame.token?.slice(-1) ?? frame.name) as Seat);
        return this.#welcome(session, frame.v ?? 0, !frame.watch && frame.token == null);
      case "look":
        return this.#welcome(session, 0, false);
      case "ping":
        session.down.push({ t: "pong", c: frame.c, now: 0 });
        return;
      case "do":
        return this.#do(session, session.seat!, frame);
      case "room":
        session.down.push({ t: "ack", n: frame.n, v: this.version });
    }
  }

  #welcome(session: Session, v: number, fresh: boolean): void {
    const { seat } = session;
    session.greeted = true;
    const known = v > 0 && v <= this.version;
    const you = {
      seat,
      token: fresh ? `token-${seat}` : null,
      host: seat === "A",
      n: (seat && this.#highest.get(seat)) ?? 0,
    };
    const room = known ? null : this.#view();
    session.down.push({ t: "welcome", v: known ? v : this.version, now: 0, life: "", you, room });
    if (known) session.down.push(...this.log.filter((ev) => ev.v > v));
  }

  #view(): RoomView {
    return {
      room: "KQZ7MB",
      phase: this.phase,
      rules: writeRules(this.rules),
      options: { fair: "arrival", queue: 600, relaxed: 0, watchers: 20, assist: false },
      public: false,
      locked: false,
      round: this.round,
      at: 0,
      seats: SEATS.slice(0, this.seats).map((seat) => ({
        seat,
        name: seat,
        kind: "person",
        level: null,
        here: true,
        ready: true,
        host: seat === "A",
        total: 0,
      })),
      watchers: 0,
      table: this.seen,
      scores: this.phase === "result" ? [score(this.table, this.rules)] : [],
      votes: [],
      winners: [],
      ended: null,
      left: null,
      next: null,
      machine: this.#machine(),
      commit: null,
      pledges: {},
    };
  }

  #machine(): RoomView["machine"] {
    const { machine } = this.table;
    return machine && { quiet: machine.quiet, left: machine.toCome.length, play: null };
  }

  #do(session: Session, seat: Seat, frame: Do): void {
    const answers = this.#answers.get(seat) ?? new Map();
    this.#answers.set(seat, answers);
    const text = JSON.stringify(frame);
    const kept = answers.get(frame.n);
    if (kept && kept.frame !== text) throw new Error(`another content for ${seat} ${frame.n}`);
    if (!kept) {
      const answer = this.#answer(seat, frame);
      answers.set(frame.n, { frame: text, answer });
      if (answers.size > KEPT_ANSWERS) answers.delete(answers.keys().next().value!);
    }
    session.down.push(kept?.answer ?? answers.get(frame.n)!.answer);
  }

  #answer(seat: Seat, frame: Do): Ack | Nack {
    const { n } = frame;
    if (n <= (this.#highest.get(seat) ?? 0)) return { t: "nack", n, why: "stale" };
    this.#highest.set(seat, n);
    const command = parseCommand(frame.a);
    if (frame.round !== this.round) return { t: "nack", n, why: "not-running" };
    if (!this.#isMeant(seat, command, frame)) return { t: "nack", n, why: "moved-on" };
    const done = this.command(seat, command);
    if (typeof done !== "number") {
      const late = done === "does-not-fit";
      return late ? { t: "nack", n, why: "beaten", by: "B", ms: 38 } : { t: "nack", n, why: done };
    }
    this.accepted.push(`${seat} ${n}`);
    return { t: "ack", n, v: done };
  }

  #isMeant(seat: Seat, command: Command, { card }: Do): boolean {
    const moved = movedBy(command);
    if (moved === null || card == null) return true;
    const lies = topOf(this.table.areas[seatIndex(seat)]!, moved);
    return lies !== undefined && writeCard(lies, seat) === card;
  }

  #sessionOf(line: FakeLine): Session {
    const known = this.#sessions.find((session) => session.line === line);
    if (known) return known;
    const session: Session = { line, seat: null, greeted: false, read: 0, down: [] };
    this.#sessions.push(session);
    return session;
  }
}
