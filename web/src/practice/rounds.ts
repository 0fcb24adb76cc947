/** The rounds of a match, with bots that play in them; whoever listens is told what a server would tell. */
import { type Card, SEATS, type Seat } from "../model/cards";
import { type Dice, dealNoises, shuffled } from "../model/chance";
import { deal } from "../model/deal";
import type { Command } from "../model/commands";
import { decide, isOver } from "../model/decide";
import { evolve, replay } from "../model/evolve";
import { mayGrab } from "../model/grabs";
import { type ActionKind, type Noise, type Throw, thrown, unheard } from "../model/machine";
import { writePosition } from "../model/position";
import type { Rules } from "../model/rules";
import { score } from "../model/score";
import { stuck } from "../model/stuck";
import { type Table, areaOf, publicTable } from "../model/table";
import type { World } from "../net/world";
import type { Ended, Level, Options, Phase, PublicEvent } from "../protocol";
import { PACES } from "./bots/levels";
import { Mind } from "./bots/mind";
import { type Scores, finished, leaders, totalsOf } from "./match";
import { told } from "./telling";

export interface Sitting {
  readonly name: string;
  /** null: nobody plays this seat but the person, or it only lies there. */
  readonly level: Level | null;
}

export interface Terms {
  readonly rules: Rules;
  /** Seat A is the person's. */
  readonly sitting: readonly Sitting[];
  readonly options: Options;
  /** A table to learn at: it is there at once, and nothing happens by itself. */
  readonly lesson: Table | null;
}

export type Clock = Pick<World, "now" | "after">;

export const COUNTDOWN = 3;
/** Milliseconds without a card laid after which a round is looked at: is it dead? */
const STILL = 2_000;
/** Seconds between a throw and the moment at which it is heard. */
const LEAD = 0.15;

export class Rounds {
  table: Table | null = null;
  phase: Phase = "lobby";
  round = 0;
  rounds: readonly Scores[] = [];
  ended: Ended | null = null;
  winners: readonly Seat[] = [];
  /** How fast everything goes that the person does not do; 1 is as at a server. */
  #pace = 1;
  /** The bots' own time in seconds: it runs by the pace. */
  #botTime = 0;
  #since: number;
  /** When the machine's last card is heard, in seconds. */
  #heardAt = 0;
  #noises: readonly (readonly Noise[])[] = [];
  readonly #minds = new Map<Seat, Mind>();
  readonly #timers = new Map<string, () => void>();

  constructor(
    private readonly terms: Terms,
    private readonly clock: Clock,
    private readonly dice: Dice,
    private readonly tell: (...events: PublicEvent[]) => void,
  ) {
    this.#since = clock.now();
  }

  set pace(pace: number) {
    this.#botTime = this.#botNow();
    this.#since = this.clock.now();
    this.#pace = pace;
  }

  /** Nothing happens any more. */
  close(): void {
    this.#dropTimers();
  }

  /** The machine throws this card, for `noise` of one's own or anybody's. */
  throws(kind: ActionKind, noise: Noise | null): void {
    const { machine } = this.table!;
    const one: Throw = { number: thrown(machine!) + 1, kind, noise };
    this.table = evolve(this.table!, { kind: "threw", throw: one });
    this.#heardAt = this.seconds() + LEAD;
    const able = this.#seats().filter((seat) => mayGrab(this.table!, one, seat));
    this.tell({ k: "threw", number: one.number, card: kind, noise, for: able, play: this.#heardAt });
  }

  quiet(on: boolean): void {
    if (this.table?.machine == null) return;
    this.table = evolve(this.table, { kind: "quieted", on });
    this.tell({ k: "quiet", on });
  }

  // How a match goes

  begin(): void {
    const { rules, sitting, lesson } = this.terms;
    const first = this.phase !== "result";
    if (first) this.rounds = [];
    if (first) this.#noises = dealNoises(sitting.length, this.dice);
    this.ended = null;
    this.winners = [];
    this.round += 1;
    this.table = lesson ?? deal(rules, SEATS.slice(0, sitting.length), this.#noises, this.dice);
    this.tell({ k: "dealt", table: writePosition(this.seen()), round: this.round, first });
    this.enter(lesson === null ? "countdown" : "round");
  }

  enter(phase: Phase): void {
    this.#dropTimers();
    this.phase = phase;
    this.tell({ k: "phase", phase, ...(phase === "countdown" && { left: COUNTDOWN }) });
    if (phase === "countdown") this.#later("countdown", COUNTDOWN * 1000, () => this.enter("round"));
    if (phase === "round") this.#run();
  }

  #run(): void {
    if (this.terms.lesson !== null) return;
    this.terms.sitting.forEach(({ level }, at) => {
      if (level === null) return;
      const seat = SEATS[at]!;
      this.#minds.set(seat, new Mind(PACES[level], seat, this.terms.rules, this.dice));
      this.#think(seat, false);
    });
    this.#later("still", STILL, () => this.#lookForDeath());
    this.#awaitThrow();
  }

  act(seat: Seat, command: Command, card: Card | null = null): string | null {
    const before = this.table!;
    const { rules } = this.terms;
    const events = decide(before, seat, command, rules, { card, shuffle: (waste) => shuffled(waste, this.dice) });
    if (typeof events === "string") return events;
    this.table = replay(before, events);
    this.tell(told(seat, command, before, this.table));
    if (events.some(({ kind }) => kind === "laid")) this.#later("still", STILL, () => this.#lookForDeath());
    if (command.kind === "stop" || isOver(this.table, rules)) this.#end(seat, "stop");
    return null;
  }

  #end(by: Seat | null, why: Ended["why"]): void {
    const { rules, sitting } = this.terms;
    const scores = score(this.table!, rules);
    this.rounds = [...this.rounds, scores];
    this.ended = { k: "ended", by, why, scores, totals: this.totals() };
    this.tell(this.ended);
    if (finished(rules, sitting.length, this.rounds)) this.#over();
    else this.enter("result");
  }

  #over(): void {
    const { rules, sitting } = this.terms;
    this.winners = leaders(rules, sitting.length, this.rounds).map((seat) => SEATS[seat]!);
    this.tell({ k: "match", winners: [...this.winners], totals: this.totals() });
    this.enter("over");
  }

  /** The match ends here; a round that is being played counts as it lies. */
  endMatch(): void {
    const playing = this.phase === "round" || this.phase === "paused" || this.phase === "countdown";
    if (playing) this.#end(null, "host");
    if (this.phase === "result") this.#over();
  }

  // Rounds in which nothing goes any more

  #lookForDeath(): void {
    if (this.terms.lesson !== null) return;
    const answer = stuck(this.table!, this.terms.rules);
    const { deadlock } = this.terms.rules;
    if (answer === "no") return this.#later("still", STILL, () => this.#lookForDeath());
    if (deadlock !== "shuffle_hands" && (deadlock === "score" || answer === "hard")) return this.#end(null, "dead");
    this.#shuffle();
    if (stuck(this.table!, this.terms.rules) !== "no") this.#end(null, "dead");
    else this.enter("countdown");
  }

  giveUp(): void {
    if (this.terms.rules.deadlock !== "shuffle_hands") return this.#end(null, "vote");
    this.#shuffle();
    this.enter("countdown");
  }

  #shuffle(): void {
    const hands = this.#seats().map((seat) => {
      const { hand, waste } = areaOf(this.table!, seat)!;
      return [seat, shuffled([...waste.cards, ...hand.cards], this.dice)] as const;
    });
    this.table = evolve(this.table!, { kind: "shuffled", hands: Object.fromEntries(hands) });
    this.tell({ k: "shuffled" });
  }

  // Bots and the machine

  #think(seat: Seat, refused: boolean): void {
    const { command, after } = this.#minds.get(seat)!.think(this.#heard(), this.#botNow(), refused);
    this.#later(`bot ${seat}`, (after * 1000) / this.#pace, () => {
      const why = command === null ? null : this.act(seat, command);
      if (this.#minds.has(seat)) this.#think(seat, why !== null);
    });
  }

  /** The table as everyone sees it. */
  seen(): Table {
    return publicTable(this.table!);
  }

  /** All that a bot may know: what everyone sees, and of the machine what has been heard. */
  #heard(): Table {
    const { machine, ...rest } = this.seen();
    return { ...rest, machine: machine && this.seconds() < this.#heardAt ? unheard(machine) : machine };
  }

  #awaitThrow(): void {
    const { machine } = this.table!;
    if (machine === null || machine.toCome.length === 0) return;
    const [shortest, longest] = this.terms.rules.speed_interval.split("-").map(Number) as [number, number];
    const wait = shortest * 1000 + this.dice((longest - shortest) * 1000 + 1);
    this.#later("throw", wait / this.#pace, () => this.#throwNext());
  }

  #throwNext(): void {
    const { toCome, noises, quiet } = this.table!.machine!;
    const silent = quiet || noises.length === 0;
    const kind = toCome[this.dice(toCome.length)]!;
    this.throws(kind, silent ? null : noises[this.dice(noises.length)]!);
    this.#awaitThrow();
  }

  // Time

  #later(name: string, ms: number, action: () => void): void {
    this.#timers.get(name)?.();
    this.#timers.set(name, this.clock.after(ms, () => {
      this.#timers.delete(name);
      action();
    }));
  }

  #dropTimers(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#minds.clear();
  }

  #botNow(): number {
    return this.#botTime + ((this.clock.now() - this.#since) / 1000) * this.#pace;
  }

  seconds(): number {
    return this.clock.now() / 1000;
  }

  #seats(): readonly Seat[] {
    return SEATS.slice(0, this.terms.sitting.length);
  }

  totals(): number[] {
    return totalsOf(this.rounds, this.terms.sitting.length);
  }
}
