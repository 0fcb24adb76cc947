/** What everyone knows of a room, from a welcome, and from each event after it. */
import { SEATS, type Seat, seatIndex } from "../model/cards";
import { type Event, evolve } from "../model/evolve";
import { isKind, isNoise } from "../model/machine";
import { parseCommand, parsePosition } from "../model/notation";
import { type Rules, STANDARD, parseRules } from "../model/rules";
import type { Dealt, Did, Ended, PhaseIs, PublicEvent, RoomView, SeatIs, SeatView, Threw } from "../protocol";
import { fold } from "./fold";
import type { Countdown, Facts } from "./snapshot";

const SHUFFLED: Event = { kind: "shuffled", hands: {} };

export const NOTHING_KNOWN: Facts = {
  phase: null,
  rulesText: "standard",
  rules: STANDARD,
  options: {},
  seats: [],
  watchers: 0,
  locked: false,
  votes: [],
  round: 0,
  scores: [],
  table: null,
  heardAt: null,
  countdown: null,
  ended: null,
  match: null,
  commit: null,
};

/** The facts a welcome tells at `now` (ms). */
export const factsOf = (room: RoomView, now: number): Facts => ({
  phase: room.phase,
  rulesText: room.rules,
  rules: rulesOf(room.rules),
  options: room.options,
  seats: room.seats,
  watchers: room.watchers,
  locked: room.locked,
  votes: room.votes,
  round: room.round,
  scores: room.scores,
  table: room.table === null ? null : parsePosition(room.table),
  heardAt: room.machine?.play ?? null,
  countdown: countdown(room.left ?? room.next, now),
  ended: room.ended,
  match: room.winners.length === 0 ? null : { winners: room.winners, totals: totals(room.seats) },
  commit: room.commit,
});

/** The totals of each letter up to the last seat; a free one has none. */
const totals = (seats: readonly SeatView[]): number[] => {
  const letters = Math.max(0, ...seats.map(({ seat }) => seatIndex(seat) + 1));
  const total = (letter: Seat) => seats.find(({ seat }) => seat === letter)?.total ?? 0;
  return SEATS.slice(0, letters).map(total);
};

const countdown = (seconds: number | null | undefined, now: number): Countdown | null =>
  seconds == null ? null : { left: seconds, until: now + seconds * 1000 };

/** The rules of a text; options of a newer server, unknown here, are passed over. */
function rulesOf(text: string): Rules {
  try {
    return parseRules(text);
  } catch {
    const parts = text.split(",");
    const known = parts.filter((part, at) => at === 0 || isRules(`standard,${part}`));
    return known.length < parts.length ? rulesOf(known.join(",")) : STANDARD;
  }
}

function isRules(text: string): boolean {
  try {
    return parseRules(text) !== null;
  } catch {
    return false;
  }
}

/** The facts after an event at `now` (ms), or null where it does not apply to them. */
export function happened(facts: Facts, event: PublicEvent, now: number): Facts | null {
  switch (event.k) {
    case "did":
      return did(facts, event);
    case "dealt":
      return dealt(facts, event);
    case "phase":
      return phase(facts, event, now);
    case "seat":
      return { ...facts, seats: seated(facts.seats, event) };
    case "shuffled":
      return { ...facts, votes: [], table: facts.table && evolve(facts.table, SHUFFLED) };
    case "ended":
      return ended(facts, event);
    case "rules":
      return { ...facts, rulesText: event.rules, rules: rulesOf(event.rules) };
    case "options":
      return { ...facts, options: { ...facts.options, ...event.options } };
    case "vote":
      return { ...facts, votes: event.s };
    case "watchers":
      return { ...facts, watchers: event.n };
    case "lock":
      return { ...facts, locked: event.on };
    case "match":
      return { ...facts, match: { winners: event.winners, totals: event.totals } };
    case "threw":
      return threw(facts, event);
    case "quiet":
      return byMachine(facts, { kind: "quieted", on: event.on });
    case "commit":
      return { ...facts, commit: event.hash };
    case "react":
    case "rekeyed":
    case "pledge":
    case "shares":
    case "reveal":
      return facts;
    default:
      event satisfies never; // A newer server says more; its versions count all the same.
      return facts;
  }
}

function did(facts: Facts, event: Did): Facts | null {
  const table = facts.table && fold(facts.table, event, facts.rules);
  if (table === null) return null;
  const lapses = facts.votes.length > 0 && parseCommand(event.a).kind === "play";
  return { ...facts, table, votes: lapses ? [] : facts.votes };
}

const byMachine = (facts: Facts, event: Event): Facts | null =>
  facts.table?.machine ? { ...facts, table: evolve(facts.table, event) } : null;

/** Kinds and noises are the model's words; a machine of another make is not followed. */
function threw(facts: Facts, { number, card, noise, play }: Threw): Facts | null {
  if (!isKind(card) || (noise !== null && !isNoise(noise))) return null;
  const after = byMachine(facts, { kind: "threw", throw: { number, kind: card, noise } });
  return after && { ...after, heardAt: play };
}

/** A new round, for which nobody has to be ready any more; the first of a match begins with totals of nothing. */
function dealt(facts: Facts, { table, round, first }: Dealt): Facts {
  const total = first && { total: 0 };
  const seats = facts.seats.map((seat) => ({ ...seat, ready: seat.kind === "bot", ...total }));
  const begun = { ...facts, ...(first && { scores: [] }), seats, ended: null, match: null, votes: [] };
  return { ...begun, round, table: parsePosition(table), heardAt: null, commit: null };
}

function phase(facts: Facts, { phase, left, next }: PhaseIs, now: number): Facts {
  const lobby = phase === "lobby" && { table: null, ended: null, match: null, votes: [] };
  return { ...facts, ...lobby, phase, countdown: countdown(left ?? next, now), heardAt: null };
}

const NEWCOMER: Omit<SeatView, "seat"> = {
  name: "",
  kind: "person",
  level: null,
  here: true,
  ready: false,
  host: false,
  total: 0,
};

function seated(seats: readonly SeatView[], { k: _, s, gone, ...changed }: SeatIs): SeatView[] {
  const others = seats
    .filter(({ seat }) => seat !== s)
    .map((seat) => (changed.host ? { ...seat, host: false } : seat));
  if (gone) return others;
  const before = seats.find(({ seat }) => seat === s) ?? { ...NEWCOMER, seat: s };
  return [...others, { ...before, ...changed }].sort((one, other) =>
    one.seat < other.seat ? -1 : 1,
  );
}

function ended(facts: Facts, event: Ended): Facts {
  const total = ({ seat, total }: SeatView) => event.totals[seatIndex(seat)] ?? total;
  const seats = facts.seats.map((seat) => ({ ...seat, total: total(seat) }));
  return { ...facts, seats, scores: [...facts.scores, event.scores], votes: [], ended: event };
}
