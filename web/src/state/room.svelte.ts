/** A room as the screens read it: the core's latest snapshot, field by field, as runes. */
import type { Place, Source, Target } from "../model/commands";
import type { ActionKind } from "../model/machine";
import { areaOf } from "../model/table";
import type { RefusalWord } from "../model/words";
import { browserWorld, type World } from "../net/world";
import type { Verdict } from "../proof/witness";
import type { PublicEvent, SeatView } from "../protocol";
import { RoomCore, type Join } from "./core";
import type { Snapshot, Step } from "./snapshot";
import type { RoomFields, RoomVerb } from "./verbs";

/** What two people at one device ask for with one key. */
const TOGETHER: readonly RoomVerb[] = ["ready", "next", "rematch", "vote"];

export class RoomState {
  /** The room as a second person at the same device has it. */
  beside: RoomState | null = $state.raw(null);
  readonly code: string;
  readonly #core: RoomCore;
  #now: Snapshot = $state.raw()!;
  #verdict: Verdict = $state(null);

  constructor(join: Join, world: World = browserWorld()) {
    this.code = join.code;
    this.#core = new RoomCore(join, world);
    this.#now = this.#core.snapshot;
    this.#core.changes.on((snapshot) => {
      this.#now = snapshot;
    });
    // In practice nothing is promised, and so nothing is witnessed.
    if (join.code !== "") void this.#callWitness(world);
  }

  /** What the witness of the deal says of the round that ended last; null where it can't tell. */
  get verdict(): Verdict {
    return this.#verdict;
  }

  async #callWitness(world: World): Promise<void> {
    const { Witness } = await import("../proof/witness");
    const core = this.#core;
    const witness = new Witness(this.code, {
      me: () => core.snapshot.me,
      commit: () => core.snapshot.commit,
      rules: () => core.snapshot.rules,
      give: (value) => void core.room("share", { value }),
      kept: world.tab,
      random: (bytes) => crypto.getRandomValues(bytes),
    });
    core.events.on((event) => {
      const verdict = witness.happened(event);
      if (event.k === "reveal" || event.k === "dealt") this.#verdict = verdict;
    });
    core.changes.on(() => witness.look());
    witness.look();
  }

  readonly connection = $derived(this.#now.connection);
  readonly phase = $derived(this.#now.phase);
  readonly rulesText = $derived(this.#now.rulesText);
  readonly rules = $derived(this.#now.rules);
  readonly options = $derived(this.#now.options);
  readonly seats = $derived(this.#now.seats);
  readonly key = $derived(this.#now.key);
  readonly me = $derived(this.#now.me);
  readonly host = $derived(this.#now.host);
  readonly watchers = $derived(this.#now.watchers);
  readonly locked = $derived(this.#now.locked);
  readonly votes = $derived(this.#now.votes);
  readonly round = $derived(this.#now.round);
  readonly scores = $derived(this.#now.scores);
  readonly table = $derived(this.#now.table);
  readonly view = $derived(this.#now.view);
  readonly pending = $derived(this.#now.pending);
  readonly queued = $derived(this.#now.queued);
  readonly resting = $derived(this.#now.resting);
  readonly lastRefusal = $derived(this.#now.lastRefusal);
  readonly countdown = $derived(this.#now.countdown);
  readonly heardAt = $derived(this.#now.heardAt);
  readonly ended = $derived(this.#now.ended);
  readonly match = $derived(this.#now.match);
  readonly ping = $derived(this.#now.ping);
  readonly lag = $derived(this.#now.lag);
  /** One's own seat, and one's own cards as one sees them; null for who watches or was not dealt in. */
  readonly mine = $derived(this.me === null ? null : this.seatOf(this.me));
  readonly area = $derived(this.me === null || this.view === null ? null : areaOf(this.view, this.me));
  /** The seat that a page's words call you; null where two read them, or somebody who watches. */
  readonly you = $derived(this.beside === null ? this.me : null);

  /** Dials; the answers arrive as changes of the fields. */
  connect(): void {
    this.#core.connect();
  }

  /** Hangs up for good, without leaving the seat. */
  close(): void {
    this.#core.close();
  }

  /** The client's own clock, in milliseconds. */
  now(): number {
    return this.#core.now();
  }

  /** The server's clock at this moment, in seconds. */
  serverNow(): number | null {
    return this.#core.serverNow();
  }

  /** Lays a card: where it fits, if no target is named; an early tap waits, a second cancels. */
  play(source: Source, target?: Target): void {
    this.#core.acts.play(source, target);
  }

  turn(): void {
    this.#core.acts.act({ kind: "turn" });
  }

  stop(): void {
    this.#core.acts.act({ kind: "stop" });
  }

  /** Reaches for a card that the Speed Machine threw. */
  grab(number: number): void {
    this.#core.acts.grab(number);
  }

  /** Uses an action card on a pile, a slot of one's row or another seat. */
  use(action: ActionKind, place: Place): void {
    this.#core.acts.use(action, place);
  }

  /** Asks for something of the room; answers with the word of a refusal, or null. */
  room(verb: RoomVerb, fields: RoomFields = {}): Promise<RefusalWord | null> {
    if (this.beside !== null && TOGETHER.includes(verb)) void this.beside.#core.room(verb, fields);
    return this.#core.room(verb, fields);
  }

  /** Every place the source's card could go now, as one sees the table. */
  targets(source: Source): Target[] {
    return this.#core.acts.targets(source);
  }

  /** Those of them that take the card at once. */
  open(source: Source): Target[] {
    return this.#core.acts.open(source);
  }

  /** What is known of who sits there. */
  seatOf(letter: string): SeatView | null {
    return this.seats.find(({ seat }) => seat === letter) ?? null;
  }

  /** The room as the one at this device has it whose seat that is; null where it is somebody else's. */
  ownerOf(letter: string): RoomState | null {
    return [this, this.beside].find((one) => one?.me === letter) ?? null;
  }

  /** Who sits there, by name; the letter of a seat that nobody has any more. */
  readonly nameOf = (letter: string): string => this.seatOf(letter)?.name ?? letter;

  /** Called with every change of the view, in order; the answer ends it. */
  onStep(listener: (step: Step) => void): () => void {
    return this.#core.steps.on(listener);
  }

  /** Called with every change of what can be known, before the event that brought it. */
  onChange(listener: (now: Snapshot) => void): () => void {
    return this.#core.changes.on(listener);
  }

  /** Called with every event of the room as it arrives (reactions, the end of a match …). */
  onEvent(listener: (event: PublicEvent) => void): () => void {
    return this.#core.events.on(listener);
  }
}
