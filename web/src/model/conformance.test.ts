/** The model against `conformance/`, the data that holds every engine to the same truth. */
import { describe, expect, test } from "vitest";
import { type Seat, SEATS } from "./cards";
import { decide, isOver, legal } from "./decide";
import { type Event, evolve } from "./evolve";
import { type ActionKind, type Noise, thrown } from "./machine";
import {
  NotationError,
  parseCard,
  parseCommand,
  parsePosition,
  writeCommand,
  writePosition,
} from "./notation";
import { perft } from "./perft";
import { type Rules, RulesError, parseRules, writeRules } from "./rules";
import { score } from "./score";
import { stuck } from "./stuck";
import { type Table, publicArea } from "./table";

const files = <T>(found: Record<string, T>): [string, T][] =>
  Object.entries(found).map(([path, content]) => [path.split("/").at(-1)!, content]);

const letters = (table: Table): Seat[] => SEATS.slice(0, table.areas.length);

const seen = (table: Table): Table => ({
  ...table,
  areas: table.areas.map((area) => area && publicArea(area)),
});

const moves = (table: Table, seat: Seat, rules: Rules): string[] =>
  legal(table, seat, rules).map(writeCommand).sort();

function cards(text: string, seat: Seat) {
  return text === "-" ? [] : text.split(" ").map((card) => parseCard(card, seat));
}

interface Position {
  rules: string;
  position: string;
  moves: Record<string, string[]>;
  depth: number;
  perft: number;
  counts?: number[];
  score: (number | null)[];
  stuck?: string;
}

describe("positions", () => {
  const positions = import.meta.glob<Position[]>("../../../conformance/positions.json", {
    eager: true,
    import: "default",
  });
  test.each(Object.values(positions).flat().map((entry, at) => [at, entry] as const))("%i", (_, entry) => {
    const rules = parseRules(entry.rules);
    const table = parsePosition(entry.position);
    expect(writePosition(table)).toBe(entry.position);
    for (const seat of letters(table)) {
      expect(moves(table, seat, rules)).toEqual([...(entry.moves[seat] ?? [])].sort());
    }
    expect(score(table, rules)).toEqual(entry.score);
    expect(perft(table, entry.depth, rules)).toBe(entry.perft);
    entry.counts?.forEach((lines, at) => expect(perft(table, at + 1, rules)).toBe(lines));
    if (entry.stuck !== undefined) expect(stuck(table, rules)).toBe(entry.stuck);
  });
});

/** A round as a runner holds it: a called end is known to the room, not to the table. */
class Round {
  table: Table;
  over: boolean;
  caller: string | null = null;
  readonly misplays: Partial<Record<Seat, number>> = {};

  constructor(
    position: string,
    readonly rules: Rules,
  ) {
    this.table = parsePosition(position);
    this.over = isOver(this.table, rules);
  }

  /** The word of a refusal, or null once the command has happened. */
  give(seat: Seat, text: string, meant?: string, hand?: string): string | null {
    const card = meant === undefined ? null : parseCard(meant, seat);
    const order = hand === undefined ? {} : { shuffle: () => cards(hand, seat) };
    const decided = this.over
      ? "round-over"
      : decide(this.table, seat, parseCommand(text), this.rules, { card, ...order });
    if (typeof decided === "string") return this.refuse(seat, decided);
    for (const event of decided) this.happen(event);
    return null;
  }

  refuse(seat: Seat, word: string): string {
    if (word === "does-not-fit") this.misplays[seat] = (this.misplays[seat] ?? 0) + 1;
    return word;
  }

  happen(event: Event): void {
    this.table = evolve(this.table, event);
    if (event.kind === "ended") [this.over, this.caller] = [true, event.by];
  }

  /** Throws what words name: `joker bell`, or `joker` quietly. */
  throws(words: string): void {
    const [kind = "", noise = null] = words.split(" ");
    const number = thrown(this.table.machine!) + 1;
    this.happen({ kind: "threw", throw: { number, kind: kind as ActionKind, noise: noise as Noise | null } });
  }

  shuffle(hands: Record<string, string>): void {
    const orders = Object.entries(hands).map(([seat, hand]) => [seat, cards(hand, seat as Seat)]);
    this.happen({ kind: "shuffled", hands: Object.fromEntries(orders) as object });
  }
}

type CaseStep = {
  seat: Seat;
  command: string;
  card?: string;
  hand?: string;
  refused?: string;
  position?: string;
  shuffle?: Record<string, string>;
  end?: "dead" | "vote" | "host";
  /** A kind, and its noise unless it is a quiet throw. */
  throw?: string;
  quiet?: boolean;
};

interface Case {
  id: string;
  kind: "play" | "deal" | "match";
  rules: string;
  position: string;
  steps?: CaseStep[];
  expect: Record<string, never>;
}

describe("cases", () => {
  const cases = import.meta.glob<Case[]>("../../../conformance/cases/*.json", {
    eager: true,
    import: "default",
  });
  // Dealing and counting a match are the server's; a client never does either.
  const plays = Object.values(cases)
    .flat()
    .filter(({ kind }) => kind === "play");
  test.each(plays.map((one) => [one.id, one] as const))("%s", (_, { rules, position, steps = [], expect }) => {
    const round = new Round(position, parseRules(rules));
    for (const step of steps) take(round, step);
    for (const [key, wanted] of Object.entries(expect)) hold(round, key, wanted, expect);
  });
});

function take(round: Round, step: CaseStep): void {
  const before = round.table;
  if (step.shuffle) return round.shuffle(step.shuffle);
  if (step.throw !== undefined) return round.throws(step.throw);
  if (step.quiet !== undefined) return round.happen({ kind: "quieted", on: step.quiet });
  if (step.end) return round.happen({ kind: "ended", by: null, why: step.end });
  const refused = round.give(step.seat, step.command, step.card, step.hand);
  expect(refused).toBe(step.refused ?? null);
  if (refused !== null) expect(round.table).toBe(before);
  if (step.position) expect(writePosition(round.table)).toBe(step.position);
}

/** Holds what a case expects against what a round has come to. */
function hold({ table, rules, over, caller, misplays }: Round, key: string, wanted: unknown, all: object): void {
  switch (key) {
    case "position":
      return expect(writePosition(table)).toBe(wanted);
    case "view":
      return expect(writePosition(seen(table))).toBe(wanted);
    case "over":
      return expect(over).toBe(wanted);
    case "caller":
      return expect(caller).toBe(wanted);
    case "score":
      return expect(score(table, rules, misplays)).toEqual(wanted);
    case "frozen":
      return;
    case "stuck":
      return expect(stuck(table, rules, (all as { frozen?: Seat[] }).frozen)).toBe(wanted);
    case "legal":
      for (const [seat, list] of Object.entries(wanted as Record<Seat, string[]>)) {
        expect(over ? [] : moves(table, seat as Seat, rules)).toEqual([...list].sort());
      }
      return;
    default:
      throw new Error(`unknown expectation ${key}`);
  }
}

interface Refusal {
  text: string;
  token: string;
  column: number;
  full?: boolean;
}

describe("refusals", () => {
  const refusals = import.meta.glob<Refusal[]>("../../../conformance/refusals/*.json", {
    eager: true,
    import: "default",
  });
  const readers: Record<string, (text: string) => unknown> = {
    "positions.json": parsePosition,
    "commands.json": parseCommand,
    "rules.json": parseRules,
  };
  for (const [name, list] of files(refusals)) {
    const read = readers[name];
    // Whole decks are not checked here, records are not read, and a view may hide cards.
    const mine = list.filter(({ full, token }) => !full && !token?.startsWith("?"));
    if (read === undefined || mine.length === 0) continue;
    test.each(mine.map((one) => [one.text, one] as const))(`${name}: %s`, (text, { token, column }) => {
      const error = refusal(() => read(text));
      expect([error.token, error.column]).toEqual([token, column]);
    });
  }
});

function refusal(action: () => unknown): NotationError | RulesError {
  try {
    action();
  } catch (error) {
    if (error instanceof NotationError || error instanceof RulesError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("records", () => {
  const records = import.meta.glob<string>("../../../conformance/records/*.txt", {
    eager: true,
    import: "default",
    query: "?raw",
  });
  const all = files(records);
  test.runIf(all.length > 0).each(all)("%s", (_, text) => {
    const header = (name: string) => new RegExp(`^\\[${name} "(.*)"\\]$`, "m").exec(text)![1]!;
    const rules = parseRules(header("Rules"));
    expect(writeRules(rules)).toBe(header("Rules"));
    const round = new Round(header("Deal"), rules);
    for (const line of text.split("\n").filter((one) => /^\d/.test(one))) follow(round, line);
    const [caller, ...points] = header("Result").split(" ");
    expect(round.caller ?? "-").toBe(caller);
    expect(score(round.table, rules, round.misplays).map((one) => String(one ?? "-"))).toEqual(points);
  });
});

/** Replays a line of a record; refused commands and races that were weighed changed nothing. */
function follow(round: Round, line: string): void {
  const [, seat, rest = ""] = /^\S+ (\S+) (.*)$/.exec(line) ?? [];
  const [asked = "", word] = rest.split(" ! ");
  const [command = "", hand] = asked.split(" = ");
  if (word !== undefined) round.refuse(seat as Seat, word);
  else if (seat !== "-") expect(round.give(seat as Seat, command, undefined, hand)).toBeNull();
  else if (rest.startsWith("shuffle ")) {
    const hands = [...rest.matchAll(/([A-L]) = ((?:[rgby-]\S* ?)*)/g)];
    round.shuffle(Object.fromEntries(hands.map(([, of, order]) => [of, order!.trim()])));
  } else if (rest.startsWith("throw = ")) {
    round.throws(rest.slice(8));
  } else if (rest.startsWith("quiet ")) {
    round.happen({ kind: "quieted", on: rest === "quiet on" });
  } else if (rest.startsWith("end ")) {
    round.happen({ kind: "ended", by: null, why: rest.slice(4) as "dead" });
  }
}
