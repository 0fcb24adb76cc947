/** The words of a refusal; where several apply to a command of the table, the first is told. */
export const REFUSALS = [
  "unreadable",
  "stale",
  "too-fast",
  "not-seated",
  "not-host",
  "paused",
  "not-running",
  "round-over",
  "no-such-place",
  "empty",
  "moved-on",
  "not-allowed",
  "not-yet",
  "not-from-stack",
  "slot-taken",
  "resting",
  "beaten",
  "does-not-fit",
  "full",
  "moved",
  "used-up",
] as const;

export type RefusalWord = (typeof REFUSALS)[number];
