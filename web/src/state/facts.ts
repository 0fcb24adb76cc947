/** What everyone knows of a room, from a welcome, and from each event after it. */
import { SEATS, type Seat, seatIndex } from "../model/cards";
import { type Event, evolve } from "../model/evolve";
import { parseCommand, parsePosition } from "../model/notation";
import { type Rules, STANDARD, parseRules } from "../model/rules";
import type { EndedEvent, PhaseEvent, RoomEvent, RoomInfo, SeatEvent, SeatInfo } from "../protocol";
import { fold } from "./fold";
import type { Countdown, Ended, Facts } from "./snapshot";

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
  countdown: null,
  ended: null,
  match: null,
};

export function factsOf(room: RoomInfo): Facts {
  const counted = room.phase === "result" || room.phase === "over";
  return {
    ...NOTHING_KNOWN,
    phase: room.phase,
    rulesText: room.rules,
    rules: rulesOf(room.rules),
    options: room.options,
    seats: room.seats,
    watchers: room.watchers,
    locked: room.locked ?? false,
    round: room.round,
    scores: room.scores,
    table: room.table === null ? null : parsePosition(room.table),
    ended: counted ? lastRound(room) : null,
  };
}

/** The end of a round that one did not see oneself: only its points are known. */
function lastRound({ scores, seats }: RoomInfo): Ended | null {
  const last = scores.at(-1);
  const total = (letter: Seat) => seats.find(({ seat }) => seat === letter)?.total ?? null;
  return last === undefined
    ? null
    : { by: null, why: null, scores: last, totals: SEATS.slice(0, last.length).map(total) };
}

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
export function happened(facts: Facts, event: RoomEvent, now: number): Facts | null {
  switch (event.k) {
    case "did":
      return did(facts, event);
    case "dealt":
      return { ...begun(facts), table: parsePosition(event.table), round: event.round };
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
    case "react":
      return facts;
    default:
      event satisfies never; // A newer server says more; its versions count all the same.
      return facts;
  }
}

function did(facts: Facts, event: Extract<RoomEvent, { k: "did" }>): Facts | null {
  const table = facts.table && fold(facts.table, event, facts.rules);
  if (table === null) return null;
  const lapses = facts.votes.length > 0 && parseCommand(event.a).kind === "play";
  return { ...facts, table, votes: lapses ? [] : facts.votes };
}

/** A new round: and a new match, where the last one was over. */
const begun = (facts: Facts): Facts => ({
  ...facts,
  ended: null,
  votes: [],
  scores: facts.match === null ? facts.scores : [],
  match: null,
});

function phase(facts: Facts, { phase, left, next }: PhaseEvent, now: number): Facts {
  const seconds = left ?? next;
  const countdown: Countdown | null =
    seconds === undefined ? null : { left: seconds, until: now + seconds * 1000 };
  if (phase === "lobby") return { ...begun(facts), phase, countdown, table: null };
  return { ...facts, phase, countdown };
}

const NEWCOMER: Omit<SeatInfo, "seat"> = {
  name: "",
  kind: "person",
  level: null,
  here: true,
  ready: false,
  host: false,
  total: 0,
};

function seated(seats: readonly SeatInfo[], { k: _, s, gone, ...changed }: SeatEvent): SeatInfo[] {
  const others = seats
    .filter(({ seat }) => seat !== s)
    .map((seat) => (changed.host ? { ...seat, host: false } : seat));
  if (gone) return others;
  const before = seats.find(({ seat }) => seat === s) ?? { ...NEWCOMER, seat: s };
  return [...others, { ...before, ...changed }].sort((one, other) =>
    one.seat < other.seat ? -1 : 1,
  );
}

function ended(facts: Facts, { by, why, scores, totals }: EndedEvent): Facts {
  const seats = facts.seats.map((seat) => ({
    ...seat,
    total: totals[seatIndex(seat.seat)] ?? seat.total,
  }));
  const all = [...facts.scores, scores];
  return { ...facts, seats, scores: all, votes: [], ended: { by, why, scores, totals } };
}
