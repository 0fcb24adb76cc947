/** What crosses the wire, subprotocol `pellmell.v1`: one union a direction, told apart by `t`. */

export type SeatLetter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L";

export type Phase = "lobby" | "countdown" | "round" | "paused" | "result" | "over";

export type Level = "beginner" | "casual" | "skilled";

export type Kind = "person" | "bot";

export type Why = "stop" | "dead" | "vote" | "host";

/** The options of a room, as against those of the rules. */
export interface Options {
  fair: "arrival";
  queue: number;
  relaxed: number;
  watchers: number;
  assist: boolean;
}

export interface Hello {
  t: "hello";
  room: string;
  key?: string | null;
  host?: string | null;
  name?: string | null;
  token?: string | null;
  v?: number;
  watch?: boolean;
  client?: string | null;
}

export interface Do {
  t: "do";
  n: number;
  a: string;
  card?: string | null;
  round?: number | null;
}

export interface RoomDo {
  t: "room";
  n: number;
  do: string;
  round?: number | null;
  name?: string;
  ready?: boolean;
  emoji?: string;
  value?: string;
  rules?: string;
  options?: Partial<Options>;
  level?: Level;
  seat?: SeatLetter;
  on?: boolean;
}

export interface Look {
  t: "look";
}

export interface Ping {
  t: "ping";
  c: number;
}

export type ClientFrame = Hello | Do | RoomDo | Look | Ping;

export interface You {
  seat: SeatLetter | null;
  token: string | null;
  host: boolean;
  n: number;
}

export interface SeatView {
  seat: SeatLetter;
  name: string;
  kind: Kind;
  level: Level | null;
  here: boolean;
  ready: boolean;
  host: boolean;
  total: number;
}

export interface RoomView {
  room: string;
  phase: Phase;
  rules: string;
  options: Options;
  public: boolean;
  locked: boolean;
  round: number;
  at: number;
  seats: SeatView[];
  watchers: number;
  table: string | null;
  scores: (number | null)[][];
  votes: SeatLetter[];
  winners: SeatLetter[];
  ended: Ended | null;
  left: number | null;
  next: number | null;
}

export interface Welcome {
  t: "welcome";
  v: number;
  now: number;
  you: You;
  room: RoomView | null;
}

export interface Did {
  k: "did";
  s: SeatLetter;
  a: string;
  card: string | null;
  up: string[];
}

export interface Dealt {
  k: "dealt";
  table: string;
  round: number;
  first: boolean;
}

export interface PhaseIs {
  k: "phase";
  phase: Phase;
  left?: number;
  next?: number;
}

/** Only what changed of a seat, besides its letter. */
export interface SeatIs {
  k: "seat";
  s: SeatLetter;
  name?: string;
  kind?: Kind;
  level?: Level | null;
  here?: boolean;
  ready?: boolean;
  host?: boolean;
  gone?: boolean;
}

export interface Shuffled {
  k: "shuffled";
}

export interface Ended {
  k: "ended";
  by: SeatLetter | null;
  why: Why;
  scores: (number | null)[];
  totals: number[];
}

export interface MatchIs {
  k: "match";
  winners: SeatLetter[];
  totals: number[];
}

export interface RulesAre {
  k: "rules";
  rules: string;
}

export interface OptionsAre {
  k: "options";
  options: Options;
}

export interface Reacted {
  k: "react";
  s: SeatLetter;
  emoji: string;
}

export interface VotesAre {
  k: "vote";
  s: SeatLetter[];
}

export interface WatchersAre {
  k: "watchers";
  n: number;
}

export interface LockIs {
  k: "lock";
  on: boolean;
}

export interface Rekeyed {
  k: "rekeyed";
}

export type PublicEvent =
  | Did
  | Dealt
  | PhaseIs
  | SeatIs
  | Shuffled
  | Ended
  | MatchIs
  | RulesAre
  | OptionsAre
  | Reacted
  | VotesAre
  | WatchersAre
  | LockIs
  | Rekeyed;

export interface Ev {
  t: "ev";
  v: number;
  at: number;
  e: PublicEvent[];
}

export interface Ack {
  t: "ack";
  n: number;
  v: number;
  key?: string;
}

export interface Nack {
  t: "nack";
  n: number;
  why: string;
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
  after: number;
}

export type ServerFrame = Welcome | Ev | Ack | Nack | Pong | Bye;
