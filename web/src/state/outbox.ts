/** One's own numbered frames that have no answer yet; those of the table outlive a reload. */
import type { Card, Seat } from "../model/cards";
import { type Command, sameSource } from "../model/commands";
import { parseCard, parseCommand, writeCard, writeCommand } from "../model/notation";
import { keepUnderWay, underWay } from "../net/memory";
import type { Store } from "../net/world";
import type { RefusalWord } from "../model/words";
import type { Do, RoomDo } from "../protocol";
import type { Guess } from "./predict";
import type { Intent } from "./snapshot";
import type { RoomFields, RoomVerb } from "./verbs";

export interface Entry {
  readonly n: number;
  readonly frame: Do | RoomDo;
  /** Set for a command of the table. */
  readonly command: Command | null;
  readonly card: Card | null;
  /** It was answered: its effect, if any, is confirmed or on its way, and shown no more. */
  done: boolean;
  readonly settle: (refused: RefusalWord | null) => void;
}

/** Fewer than the answers a server keeps, so that each resend gets its own. */
export const MOST_PENDING = 32;

const nothing = (): void => {};

export class Outbox {
  entries: readonly Entry[] = [];
  /** Those of them that are commands of the table. */
  intents: readonly Intent[] = [];
  #next: number;
  /** What an earlier page of this tab left under way, until the seat is known again. */
  #left: readonly Do[];

  constructor(
    private readonly tab: Store,
    private readonly code: string,
  ) {
    const { next, pending } = underWay(tab, code);
    this.#next = next;
    this.#left = pending;
  }

  /** Numbers a command of the table. */
  command(command: Command, card: Card | null, seat: Seat, round: number): Entry {
    const meant = card === null ? {} : { card: writeCard(card, seat) };
    const n = this.#next++;
    const frame: Do = { t: "do", n, a: writeCommand(command), ...meant, round };
    return this.#add({ n, frame, command, card, done: false, settle: nothing });
  }

  /** Numbers a request about the room; `settle` hears the answer. */
  request(verb: RoomVerb, fields: RoomFields, settle: Entry["settle"]): Entry {
    const n = this.#next++;
    const frame: RoomDo = { ...fields, t: "room", n, do: verb };
    return this.#add({ n, frame, command: null, card: null, done: false, settle });
  }

  /** What the view of a round shows as if it had happened. */
  guesses(round: number): Guess[] {
    return this.entries.flatMap(({ command, card, done, frame }) =>
      command === null || done || frame.round !== round ? [] : [{ command, card }],
    );
  }

  /** Notes that the own command an event tells of has happened. */
  happened(told: Command): void {
    const entry = this.entries.find(({ command }) => command && isSame(command, told));
    if (entry) entry.done = true;
  }

  /** The server knows `seat` and has answered up to `n`. */
  welcomed(seat: Seat, n: number): void {
    const left = this.#left.flatMap((frame) => restored(frame, seat));
    this.#left = [];
    this.#next = Math.max(this.#next, n + 1);
    this.#replace([...left, ...this.entries]);
    for (const entry of this.entries) entry.done ||= entry.n <= n;
  }

  /** Takes out the frame that an answer is for. */
  take(n: number): Entry | undefined {
    const entry = this.entries.find((one) => one.n === n);
    if (entry) this.#replace(this.entries.filter((one) => one !== entry));
    return entry;
  }

  /** Forgets everything: the seat they were for is another's, or no one's. */
  clear(): void {
    this.#left = [];
    this.#replace([]);
  }

  #add(entry: Entry): Entry {
    this.#replace([...this.entries, entry]);
    return entry;
  }

  #replace(entries: readonly Entry[]): void {
    this.entries = entries;
    this.intents = entries.flatMap(({ n, command, card }) =>
      command === null ? [] : [{ n, command, card }],
    );
    this.#keep();
  }

  #keep(): void {
    const pending = this.entries.flatMap(({ frame }) => (frame.t === "do" ? [frame] : []));
    keepUnderWay(this.tab, this.code, { next: this.#next, pending });
  }
}

/** A command kept across a reload; nothing where the kept text is none. */
function restored(frame: Do, seat: Seat): Entry[] {
  try {
    const command = parseCommand(frame.a);
    const card = frame.card == null ? null : parseCard(frame.card, seat);
    return [{ n: frame.n, frame, command, card, done: false, settle: nothing }];
  } catch {
    return [];
  }
}

/** Whether what was told is what was asked for; a play may have left the pile open, a grab the card. */
function isSame(asked: Command, told: Command): boolean {
  if (asked.kind === "use") return writeCommand(asked) === writeCommand(told);
  if (asked.kind === "grab") return told.kind === "grab" && (asked.number ?? told.number) === told.number;
  if (asked.kind !== "play" || told.kind !== "play") return asked.kind === told.kind;
  if (!sameSource(asked.source, told.source)) return false;
  const [one, other] = [asked.target, told.target];
  if (one.zone === "row") return other.zone === "row" && one.slot === other.slot;
  return other.zone === "centre" && (one.pile === null || one.pile === other.pile);
}
