/** What crosses the wire, subprotocol `pellmell.v1`: one union a direction, told apart by `t`. */
export type SeatLetter =
  | "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";

export type Phase = "lobby" | "countdown" | "round" | "paused" | "result" | "over";

export type Level = "beginner" | "casual" | "skilled";

export type RefusalWord =
  | "unreadable"
  | "stale"
  | "too-fast"
  | "not-seated"
  | "not-host"
  | "paused"
  | "not-running"
  | "round-over"
  | "no-such-place"
  | "empty"
  | "moved-on"
  | "not-allowed"
  | "not-yet"
  | "not-from-stack"
  | "slot-taken"
  | "resting"
  | "beaten"
  | "does-not-fit"
  | "full"
  | "moved";

export type RoomVerb =
  | "name"
  | "ready"
  | "leave"
  | "react"
  | "vote"
  | "share"
  | "next"
  | "rematch"
  | "rules"
  | "options"
  | "start"
  | "pause"
  | "resume"
  | "end"
  | "bot"
  | "kick"
  | "rekey"
  | "host"
  | "lock"
  | "quiet";

export interface RoomOptions {
  fair?: "press" | "arrival";
  queue?: number;
  relaxed?: number;
  watchers?: number;
  assist?: boolean;
}

export interface SeatInfo {
  seat: SeatLetter;
  name: string;
  kind: "person" | "bot";
  level: Level | null;
  here: boolean;
  ready: boolean;
  host: boolean;
  total: number;
}

export interface RoomInfo {
  room: string;
  phase: Phase;
  rules: string;
  options: RoomOptions;
  round: number;
  seats: SeatInfo[];
  watchers: number;
  table: string | null;
  scores: (number | null)[][];
  locked?: boolean;
}

export interface Hello {
  t: "hello";
  room: string;
  key?: string;
  host?: string;
  name: string;
  token: string | null;
  v: number;
  watch: boolean;
  client: string;
}

export interface Do {
  t: "do";
  n: number;
  a: string;
  card?: string;
  round?: number;
}

export interface RoomFields {
  name?: string;
  ready?: boolean;
  emoji?: string;
  value?: string;
  rules?: string;
  options?: RoomOptions;
  level?: Level;
  seat?: SeatLetter;
  on?: boolean;
  round?: number;
}

export type RoomRequest = { t: "room"; n: number; do: RoomVerb } & RoomFields;

export interface Look {
  t: "look";
}

export interface Ping {
  t: "ping";
  c: number;
}

export type ClientFrame = Hello | Do | RoomRequest | Look | Ping;

export interface Welcome {
  t: "welcome";
  v: number;
  now: number;
  you: { seat: SeatLetter | null; token: string | null; host: boolean; n: number };
  room: RoomInfo | null;
}

export interface Happened {
  t: "ev";
  v: number;
  at: number;
  e: RoomEvent[];
}

export interface Ack {
  t: "ack";
  n: number;
  v: number;
}

export interface Nack {
  t: "nack";
  n: number;
  why: RefusalWord;
  by?: SeatLetter;
  ms?: number;
}

export interface Pong {
  t: "pong";
  c: number;
  now: number;
}

export interface Bye {
  t: "bye";
  why: string;
  after?: number;
}

export type ServerFrame = Welcome | Happened | Ack | Nack | Pong | Bye;

export interface DidEvent {
  k: "did";
  s: SeatLetter;
  a: string;
  card?: string;
  up: string[];
}

export interface DealtEvent {
  k: "dealt";
  table: string;
  round: number;
}

export interface PhaseEvent {
  k: "phase";
  phase: Phase;
  left?: number;
  next?: number;
}

/** Only what changed of a seat, besides its letter. */
export interface SeatEvent {
  k: "seat";
  s: SeatLetter;
  name?: string;
  kind?: "person" | "bot";
  level?: Level | null;
  here?: boolean;
  ready?: boolean;
  host?: boolean;
  total?: number;
  gone?: true;
}

export interface ShuffledEvent {
  k: "shuffled";
}

export interface EndedEvent {
  k: "ended";
  by: SeatLetter | null;
  why: "stop" | "dead" | "vote" | "host";
  scores: (number | null)[];
  totals: (number | null)[];
}

export interface RulesEvent {
  k: "rules";
  rules: string;
}

export interface OptionsEvent {
  k: "options";
  options: RoomOptions;
}

export interface ReactEvent {
  k: "react";
  s: SeatLetter;
  emoji: string;
}

export interface VoteEvent {
  k: "vote";
  s: SeatLetter[];
}

export interface WatchersEvent {
  k: "watchers";
  n: number;
}

export interface LockEvent {
  k: "lock";
  on: boolean;
}

export interface MatchEvent {
  k: "match";
  winners: SeatLetter[];
  totals: (number | null)[];
}

export type RoomEvent =
  | DidEvent
  | DealtEvent
  | PhaseEvent
  | SeatEvent
  | ShuffledEvent
  | EndedEvent
  | RulesEvent
  | OptionsEvent
  | ReactEvent
  | VoteEvent
  | WatchersEvent
  | LockEvent
  | MatchEvent;
