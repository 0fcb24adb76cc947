/** A round from its record: the table after every line, so that any moment can be shown. */
import { type Card, SEATS, type Seat } from "../model/cards";
import type { Command } from "../model/commands";
import { decide } from "../model/decide";
import { type Event, replay } from "../model/evolve";
import { isKind, isNoise, thrown } from "../model/machine";
import { parseCard, parseCommand, parsePosition } from "../model/notation";
import { type Rules, parseRules } from "../model/rules";
import { score } from "../model/score";
import type { Table } from "../model/table";

/** One line of a record, and the table that it leads to. */
export interface Moment {
  /** Milliseconds since the start of the round. */
  readonly at: number;
  /** The seat that did it; null for what the room did. */
  readonly seat: Seat | null;
  readonly command: Command | null;
  /** The word that refused it, and who was faster where somebody was. */
  readonly refused: { readonly word: string; readonly by: Seat | null; readonly ms: number | null } | null;
  readonly table: Table;
  /** The line of the record, counted from 1, and what it says but for the time. */
  readonly line: number;
  readonly text: string;
}

export interface Replayed {
  /** What stands before the lines, by name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly rules: Rules;
  readonly names: ReadonlyMap<Seat, string>;
  readonly deal: Table;
  readonly moments: readonly Moment[];
  readonly scores: readonly (number | null)[];
}

/** What is wrong with a record, and on which line. */
export class RecordError extends Error {
  constructor(
    readonly line: number,
    reason: string,
    cause?: unknown,
  ) {
    super(`line ${line}: ${reason}`, { cause });
  }
}

/** Rounds that a match has at most, as far as they are looked back on together. */
const MOST_ROUNDS = 60;

/** The rounds that `3-7` means, the last ones where they are too many; none where it means nothing. */
export function numbersOf(text: string): number[] {
  const [, first, last] = /^(\d{1,4})-(\d{1,4})$/.exec(text) ?? [];
  if (first === undefined || last === undefined) return [];
  const numbers = Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, at) => Number(first) + at);
  return numbers.slice(-MOST_ROUNDS);
}

const HEADER = /^\[([A-Z][a-z]*(?: [A-L])?) "((?:[^"\\]|\\["\\])*)"\]$/;
const LINE = /^(\d{1,7})\.(\d{3}) ([A-L-]) (.+)$/;
const A_LINE = "is not a line of a record; one is like 12.400 B turn";

export function readRecord(text: string): Replayed {
  const reader = new Reader();
  text.split(/\r?\n/).forEach((line, index) => {
    if (line.trim() === "") return;
    try {
      reader.read(line, index + 1);
    } catch (error) {
      throw error instanceof RecordError ? error : new RecordError(index + 1, (error as Error).message, error);
    }
  });
  return reader.replayed();
}

class Reader {
  readonly #values = new Map<string, string>();
  readonly #moments: Moment[] = [];
  readonly #misplays: Partial<Record<Seat, number>> = {};
  #rules: Rules | null = null;
  #deal: Table | null = null;
  #table: Table | null = null;
  #number = 0;
  #text = "";

  read(line: string, number: number): void {
    this.#number = number;
    const header = HEADER.exec(line);
    if (header !== null) this.#header(header[1]!, header[2]!.replace(/\\(["\\])/g, "$1"));
    else this.#line(line);
  }

  replayed(): Replayed {
    if (this.#deal === null || this.#rules === null || this.#table === null) throw new RecordError(1, "has no [Deal]; a record has one before its first line");
    const names = SEATS.flatMap((seat): [Seat, string][] => {
      const name = this.#values.get(`Seat ${seat}`);
      return name === undefined ? [] : [[seat, name]];
    });
    const scores = score(this.#table, this.#rules, this.#misplays);
    return { headers: this.#values, rules: this.#rules, names: new Map(names), deal: this.#deal, moments: this.#moments, scores };
  }

  #header(name: string, value: string): void {
    this.#values.set(name, value);
    if (name === "Rules") this.#rules = parseRules(value);
    if (name === "Deal") this.#table = this.#deal = parsePosition(value);
  }

  #line(line: string): void {
    const [, seconds, millis, who, what] = LINE.exec(line) ?? [];
    if (what === undefined) throw new Error(`${JSON.stringify(line)} ${A_LINE}`);
    if (this.#table === null || this.#rules === null) throw new Error("comes before [Rules] and [Deal]");
    const at = Number(seconds) * 1000 + Number(millis);
    this.#text = `${who!} ${what}`;
    if (who === "-") this.#room(at, what);
    else this.#command(at, who as Seat, what);
  }

  #command(at: number, seat: Seat, what: string): void {
    const [, text, mark, rest = ""] = /^(.*?)(?: ([=!]) (.*))?$/.exec(what)!;
    const command = parseCommand(text!);
    if (mark === "!") return this.#refused(at, seat, command, rest.split(" "));
    const order = mark === "=" ? cards(rest, seat) : null;
    const events = decide(this.#table!, seat, command, this.#rules!, order === null ? {} : { shuffle: () => order });
    if (typeof events === "string") throw new Error(`${events} ${seat} ${text}`);
    this.#follow(events);
    this.#tell({ at, seat, command, refused: null });
  }

  #refused(at: number, seat: Seat, command: Command, [word, by, ms]: string[]): void {
    if (word === "does-not-fit") this.#misplays[seat] = (this.#misplays[seat] ?? 0) + 1;
    const refused = { word: word!, by: (by as Seat | undefined) ?? null, ms: ms === undefined ? null : Number(ms) };
    this.#tell({ at, seat, command, refused });
  }

  #room(at: number, what: string): void {
    const words = what.split(" ");
    switch (words[0]) {
      case "shuffle":
        this.#follow([{ kind: "shuffled", hands: hands(words.slice(1)) }]);
        break;
      case "throw":
        this.#follow([this.#thrown(words[2] ?? "", words[3])]);
        break;
      case "quiet":
        this.#follow([{ kind: "quieted", on: words[1] === "on" }]);
        break;
    }
    this.#tell({ at, seat: null, command: null, refused: null });
  }

  #thrown(kind: string, noise: string | undefined): Event {
    const { machine } = this.#table!;
    if (machine === null || !isKind(kind) || (noise !== undefined && !isNoise(noise))) throw new Error(`throw = ${kind} is nothing a Speed Machine throws here`);
    return { kind: "threw", throw: { number: thrown(machine) + 1, kind, noise: noise ?? null } };
  }

  #follow(events: readonly Event[]): void {
    this.#table = replay(this.#table!, events);
  }

  #tell(moment: Omit<Moment, "table" | "line" | "text">): void {
    this.#moments.push({ ...moment, table: this.#table!, line: this.#number, text: this.#text });
  }
}

const cards = (text: string, seat: Seat): Card[] => (text === "-" ? [] : text.split(" ").map((word) => parseCard(word, seat)));

/** The new hands of `A = r1 b2 B = -`. */
function hands(words: readonly string[]): Partial<Record<Seat, Card[]>> {
  const starts = words.flatMap((word, index) => (word === "=" ? [index - 1] : []));
  return Object.fromEntries(
    starts.map((start, index) => {
      const seat = words[start] as Seat;
      return [seat, cards(words.slice(start + 2, starts[index + 1]).join(" "), seat)];
    }),
  );
}

/** The index of the last moment not later than `at` (ms), -1 before the first. */
export function momentAt(moments: readonly Moment[], at: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moments[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
