/** What one does at the table: plays, turns and stops, and taps that wait for a pile. */
import { type Card, type Seat, sameCard } from "../model/cards";
import type { Command, Place, Source, Target } from "../model/commands";
import { decide, targets, topOf } from "../model/decide";
import type { ActionKind } from "../model/machine";
import { type Table, areaOf } from "../model/table";
import type { RefusalWord } from "../model/words";
import type { World } from "../net/world";
import type { Facts, QueuedTap, Refusal } from "./snapshot";
import { Taps } from "./taps";

/** The room, as far as acting in it goes. */
export interface Stage {
  now(): { readonly me: Seat | null; readonly view: Table | null; readonly facts: Facts };
  /** Whether one more command may be under way. */
  mayAsk(): boolean;
  /** Whether a pile takes no card for a moment. */
  rests(pile: number): boolean;
  /** A pile rests that was not known to. */
  rest(pile: number): void;
  /** Whether a grab of that card is under way. */
  reaches(number: number): boolean;
  give(command: Command, card: Card | null): void;
  refuse(word: RefusalWord, what: Partial<Refusal>): void;
  changed(): void;
}

const USUAL_QUEUE = 600;

export class Acts {
  readonly #taps: Taps;
  /** The card that came too early for a resting pile once, and is on its way a second time. */
  #second: Card | null = null;

  constructor(
    world: World,
    private readonly stage: Stage,
  ) {
    this.#taps = new Taps(world);
  }

  get queued(): readonly QueuedTap[] {
    return this.#taps.queued;
  }

  clear(): void {
    this.#taps.clear();
    this.#second = null;
  }

  /** Every place the source's card could go now, as one sees the table. */
  targets(source: Source): Target[] {
    const { me, view, facts } = this.stage.now();
    return me && view ? targets(view, me, source, facts.rules) : [];
  }

  /** Those of them that take the card at once. */
  open(source: Source): Target[] {
    return this.targets(source).filter((target) => this.#isAwake(target));
  }

  /** Lays a card: where it fits, if no target is named; an early tap waits, a second cancels. */
  play(source: Source, target?: Target): void {
    const card = this.#cardAt(source);
    if (card === undefined) return;
    if (this.#taps.remove({ source, card })) return this.stage.changed();
    this.#second = null;
    const goal = target !== undefined && this.#isAwake(target) ? target : this.#goal(source);
    if (goal === undefined) return this.#wait(source, card);
    this.act({ kind: "play", source, target: goal }, card);
  }

  /** Reaches for a card that the Speed Machine threw; a hand that is on its way there reaches on. */
  grab(number: number): void {
    if (!this.stage.reaches(number)) this.act({ kind: "grab", number });
  }

  /** Uses an action card on a place, and says which number card is meant to move. */
  use(action: ActionKind, place: Place): void {
    this.act({ kind: "use", action, place }, this.#moved(place) ?? null);
  }

  #moved(place: Place): Card | undefined {
    if (place.on === "pile") return undefined;
    return this.#cardAt(place.on === "slot" ? { zone: "row", slot: place.slot } : { zone: "stack" });
  }

  /** Gives a command; what cannot be right, by what one sees, is not sent at all. */
  act(command: Command, card: Card | null = null): void {
    const word = this.#refused(command);
    if (word === null) this.stage.give(command, card);
    else this.stage.refuse(word, { command, card });
  }

  /** Sends the taps whose card fits by now, and drops those whose card is gone. */
  letTapsGo(): void {
    for (const { source, card } of this.queued) {
      const lies = this.#cardAt(source);
      const gone = this.stage.now().facts.phase !== "round" || !lies || !sameCard(lies, card);
      const goal = gone ? undefined : this.#goal(source);
      if (!gone && goal === undefined) continue;
      this.#taps.remove({ source, card });
      if (goal === undefined) this.stage.changed();
      else this.act({ kind: "play", source, target: goal }, card);
    }
  }

  /** A pile rests after all: the card waits for its end, and goes once more where it still fits. */
  again(source: Source, card: Card): void {
    const twice = this.#second !== null && sameCard(this.#second, card);
    this.#second = twice ? null : card;
    const lies = this.#cardAt(source);
    if (twice || this.#patience() === 0 || !lies || !sameCard(lies, card)) return;
    const piles = this.targets(source).flatMap((target) => (target.zone === "centre" && target.pile !== null ? [target.pile] : []));
    if (piles.length === 0) return;
    for (const pile of piles) if (!this.stage.rests(pile)) this.stage.rest(pile);
    this.#queue({ source, card }, "resting");
  }

  #isAwake(target: Target): boolean {
    return target.zone !== "centre" || target.pile === null || !this.stage.rests(target.pile);
  }

  /** Milliseconds for which an early tap waits. */
  #patience(): number {
    return this.stage.now().facts.options.queue ?? USUAL_QUEUE;
  }

  #cardAt(source: Source): Card | undefined {
    const { me, view } = this.stage.now();
    const area = me && view && areaOf(view, me);
    return area ? topOf(area, source) : undefined;
  }

  /** Where a tap sends a card: whichever pile it fits, else the first slot; nowhere while all such piles rest. */
  #goal(source: Source): Target | undefined {
    const [first] = this.targets(source);
    if (first?.zone !== "centre") return first;
    const awake = this.open(source).find(({ zone }) => zone === "centre");
    // The room takes the first as well, where nothing speaks against it.
    return this.#isAwake(first) ? { zone: "centre", pile: null } : awake;
  }

  /** Keeps an early tap until a pile fits and is awake, or refuses it where none can be. */
  #wait(source: Source, card: Card): void {
    const command: Command = { kind: "play", source, target: { zone: "centre", pile: null } };
    const word = this.#refused(command) ?? "resting";
    const mayWait = word === "does-not-fit" || word === "resting";
    if (!mayWait || this.#patience() === 0) return this.stage.refuse(word, { command, card });
    this.#queue({ source, card }, word);
  }

  #queue(tap: QueuedTap, word: RefusalWord): void {
    this.#taps.add(tap, this.#patience(), () => this.#lapsed(tap, word));
    this.stage.changed();
  }

  /** A card whose pile only rests waits on; what nothing fits by now is refused. */
  #lapsed(tap: QueuedTap, word: RefusalWord): void {
    const { source, card } = tap;
    if (this.targets(source).length > 0) return this.#queue(tap, "resting");
    this.stage.refuse(word, { command: { kind: "play", source, target: { zone: "centre", pile: null } }, card });
  }

  /** Why a command is not worth sending; null where it is. */
  #refused(command: Command): RefusalWord | null {
    const { me, view, facts } = this.stage.now();
    if (me === null) return "not-seated";
    if (facts.phase === "paused") return "paused";
    if (facts.phase !== "round" || view === null) return "not-running";
    if (!this.stage.mayAsk()) return "too-fast";
    const decided = decide(view, me, command, facts.rules);
    return typeof decided === "string" ? decided : null;
  }
}
