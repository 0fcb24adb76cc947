/**
 * A room inside the browser: it says to its one person what a server would say.
 *
 * It stands behind a line of the client, so that table, results and menu need not know of it.
 */
import { SEATS, type Seat, seatIndex } from "../model/cards";
import type { Dice } from "../model/chance";
import type { ActionKind, Noise } from "../model/machine";
import { parseCard, parseCommand } from "../model/notation";
import { writePosition } from "../model/position";
import { writeRules } from "../model/rules";
import type { Line, LineEvents } from "../net/world";
import type { Ack, ClientFrame, Do, Nack, PublicEvent, RoomDo, RoomView, SeatView, ServerFrame } from "../protocol";
import { COUNTDOWN, type Clock, Rounds, type Terms } from "./rounds";

const ME: Seat = "A";
const KEPT_ANSWERS = 64;

export class House {
  readonly #rounds: Rounds;
  #version = 0;
  #events: LineEvents | null = null;
  readonly #answers = new Map<number, Ack | Nack>();
  #highest = 0;

  constructor(
    private readonly terms: Terms,
    clock: Clock,
    dice: Dice,
  ) {
    this.#rounds = new Rounds(terms, clock, dice, (...events) => this.#tell(...events));
  }

  /** A line to this house; it opens in a moment, as lines do, and the match begins. */
  dial(events: LineEvents): Line {
    this.#events = events;
    queueMicrotask(() => events.opened());
    return {
      send: (text) => this.#take(JSON.parse(text) as ClientFrame),
      close: () => {
        if (this.#events === events) this.#events = null;
      },
    };
  }

  set pace(pace: number) {
    this.#rounds.pace = pace;
  }

  /** Everything stands still, as while nobody looks. */
  pause(): void {
    const { phase } = this.#rounds;
    if (phase === "round" || phase === "countdown") this.#rounds.enter("paused");
  }

  /** The machine throws this card, with this noise. */
  throws(kind: ActionKind, noise: Noise | null): void {
    this.#rounds.throws(kind, noise);
  }

  /** Nothing happens here any more. */
  close(): void {
    this.#rounds.close();
    this.#events = null;
  }

  #tell(...events: PublicEvent[]): void {
    this.#version += 1;
    this.#send({ t: "ev", v: this.#version, at: this.#rounds.seconds(), e: events });
  }

  #send(frame: ServerFrame): void {
    const events = this.#events;
    const text = JSON.stringify(frame);
    queueMicrotask(() => {
      if (events === this.#events) events?.received(text);
    });
  }

  #take(frame: ClientFrame): void {
    switch (frame.t) {
      case "hello":
        if (this.#rounds.phase === "lobby") this.#rounds.begin();
        return this.#welcome();
      case "look":
        return this.#welcome();
      case "ping":
        return this.#send({ t: "pong", c: frame.c, now: this.#rounds.seconds() });
      case "do":
        return this.#answer(frame.n, () => this.#asked(frame));
      case "room":
        return this.#answer(frame.n, () => this.#about(frame));
    }
  }

  #welcome(): void {
    const you = { seat: ME, token: null, host: true, n: this.#highest };
    this.#send({ t: "welcome", v: this.#version, now: this.#rounds.seconds(), life: "", you, room: this.#view() });
  }

  /** Does what was asked once, and says again what was answered then. */
  #answer(n: number, act: () => string | null): void {
    const kept = this.#answers.get(n);
    if (kept !== undefined) return this.#send(kept);
    this.#highest = Math.max(this.#highest, n);
    const why = act();
    const answer: Ack | Nack = why === null ? { t: "ack", n, v: this.#version } : { t: "nack", n, why };
    this.#answers.set(n, answer);
    if (this.#answers.size > KEPT_ANSWERS) this.#answers.delete(this.#answers.keys().next().value!);
    this.#send(answer);
  }

  #asked(frame: Do): string | null {
    const { phase, round } = this.#rounds;
    if (phase === "paused") return "paused";
    if (phase !== "round" || frame.round !== round) return "not-running";
    const card = frame.card == null ? null : parseCard(frame.card, ME);
    return this.#rounds.act(ME, parseCommand(frame.a), card);
  }

  #about(frame: RoomDo): string | null {
    const { phase } = this.#rounds;
    if (frame.do === "pause") this.pause();
    else if (frame.do === "resume" && phase === "paused") this.#rounds.enter("countdown");
    else if ((frame.do === "next" && phase === "result") || (frame.do === "rematch" && phase === "over")) this.#rounds.begin();
    else if (frame.do === "vote" && phase === "round") this.#rounds.giveUp();
    else if (frame.do === "end") this.#rounds.endMatch();
    else if (frame.do === "quiet") this.#rounds.quiet(frame.on ?? true);
    return null;
  }

  #view(): RoomView {
    const { rules, options, sitting } = this.terms;
    const { phase, round, rounds, winners, ended, table } = this.#rounds;
    const machine = table?.machine ?? null;
    return {
      room: "",
      phase,
      rules: writeRules(rules),
      options,
      public: false,
      locked: true,
      round,
      at: this.#rounds.seconds(),
      seats: sitting.map((_, at) => this.#seat(SEATS[at]!)),
      watchers: 0,
      table: table && writePosition(this.#rounds.seen()),
      scores: rounds.map((points) => [...points]),
      votes: [],
      winners: [...winners],
      ended,
      left: phase === "countdown" ? COUNTDOWN : null,
      next: null,
      machine: machine && { quiet: machine.quiet, left: machine.toCome.length, play: null },
      commit: null,
      pledges: {},
    };
  }

  #seat(seat: Seat): SeatView {
    const at = seatIndex(seat);
    const { name, level } = this.terms.sitting[at]!;
    const mine = seat === ME;
    return { seat, name, kind: mine ? "person" : "bot", level, here: true, ready: !mine, host: mine, total: this.#rounds.totals()[at]! };
  }
}
