/** What can be asked for of a room, and what goes with it. */
import type { RoomDo } from "../protocol";

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
  | "rename"
  | "rekey"
  | "host"
  | "lock"
  | "quiet";

export type RoomFields = Omit<RoomDo, "t" | "n" | "do" | "round">;
