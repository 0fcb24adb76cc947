/** What the screens can know of a room at one moment. */
import type { Card, Seat } from "../model/cards";
import type { Command, Source } from "../model/commands";
import type { Rules } from "../model/rules";
import type { Table } from "../model/table";
import type { ConnectionState } from "../net/connection";
import type { Ended, MatchIs, Options, Phase, SeatView } from "../protocol";
import type { RefusalWord } from "../model/words";
import type { RoomVerb } from "./verbs";

/** A command that was sent, or waits for the line, and has no answer yet. */
export interface Intent {
  readonly n: number;
  readonly command: Command;
  readonly card: Card | null;
}

/** A tap that came early: it is sent once a fitting pile appears, and lapses after a while. */
export interface QueuedTap {
  readonly source: Source;
  readonly card: Card;
}

export interface Refusal {
  /** Rises with every refusal, so that the same word twice is told twice. */
  readonly id: number;
  readonly word: RefusalWord;
  /** Who was faster and by how many milliseconds, for `beaten`. */
  readonly by: Seat | null;
  readonly ms: number | null;
  /** What was refused: a command of the table, or a verb of the room. */
  readonly command: Command | null;
  readonly verb: RoomVerb | null;
  readonly card: Card | null;
}

export interface Countdown {
  /** Seconds that were left when the server said so. */
  readonly left: number;
  /** When it is over, on the client's own clock (`RoomState.now()`, milliseconds). */
  readonly until: number;
}

/** What everyone at the table knows, as the server confirmed it. */
export interface Facts {
  /** null until the first welcome. */
  readonly phase: Phase | null;
  readonly rulesText: string;
  readonly rules: Rules;
  readonly options: Partial<Options>;
  readonly seats: readonly SeatView[];
  readonly watchers: number;
  readonly locked: boolean;
  readonly votes: readonly Seat[];
  readonly round: number;
  readonly scores: readonly (readonly (number | null)[])[];
  readonly table: Table | null;
  /** When the last card of the Speed Machine is heard, in the server's seconds. */
  readonly heardAt: number | null;
  /** Until the round begins, and in `result` until the next one starts by itself. */
  readonly countdown: Countdown | null;
  readonly ended: Ended | null;
  readonly match: Pick<MatchIs, "winners" | "totals"> | null;
  /** The hash of the seed that the server is bound to for the next round. */
  readonly commit: string | null;
}

export interface Snapshot extends Facts {
  readonly connection: ConnectionState;
  /** What opens a private room, for links to it. */
  readonly key: string | null;
  readonly me: Seat | null;
  readonly host: boolean;
  /** The confirmed table with what is pending on top of it. */
  readonly view: Table | null;
  readonly pending: readonly Intent[];
  readonly queued: readonly QueuedTap[];
  /** Piles, by number, that take no card for a moment: in a relaxed room each rests after a card. */
  readonly resting: readonly number[];
  readonly lastRefusal: Refusal | null;
  /** Round trip in milliseconds, null before the first pong. */
  readonly ping: number | null;
  /** Milliseconds from a command to its answer, as usual of late; null before the first one. */
  readonly lag: number | null;
}

/** One change of the view, for whoever draws it. */
export interface Step {
  readonly before: Table;
  readonly after: Table;
  readonly cause: "own" | "other" | "refused" | "reset";
  readonly seat?: Seat;
  readonly command?: Command;
}
