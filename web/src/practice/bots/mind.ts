/**
 * A mind that plays with a person's delays and errors.
 *
 * It looks, and of all that could be done it notices some: each chance at a moment of its own,
 * drawn when the chance arises. It chooses among the noticed, and its hand takes a while to get
 * there; by then the table may have moved on, and the play is refused like anybody's. Where it
 * notices nothing it turns its hand.
 */
import type { Seat } from "../../model/cards";
import type { Dice } from "../../model/chance";
import type { Command } from "../../model/commands";
import type { Rules } from "../../model/rules";
import { type Area, type Table, areaOf, count } from "../../model/table";
import { handling, happens, waiting } from "./chance";
import { type Choice, USES, chanceOf, choices, isSalient, misfits } from "./choices";
import type { Pace } from "./levels";

/** What a mind means to do, and after how many seconds; null is to look again. */
export interface Intention {
  readonly command: Command | null;
  readonly after: number;
}

const SOONEST = 0.05;
/** Seconds that a refused play costs; it doubles with each further refusal in a row. */
const RECOVERY = 0.25;
const LONGEST_RECOVERY = 4;
/** How many times faster than others a chance that leaps to the eye is noticed. */
const SALIENCE = 2;
/** How many times rarer slips are where they cost points. */
const CARE = 4;

export class Mind {
  /** When each chance that is there is noticed. */
  #moments: ReadonlyMap<string, number> = new Map();
  #tried: Choice | null = null;
  #wrapping = false;
  #barren = false;
  #refusals = 0;

  constructor(
    private readonly pace: Pace,
    private readonly seat: Seat,
    private readonly rules: Rules,
    private readonly dice: Dice,
  ) {}

  /** The next intention at `now` (seconds), by what everyone can see; `refused` says how the last one went. */
  think(sight: Table, now: number, refused: boolean): Intention {
    this.#learn(refused);
    this.#tried = null;
    this.#wrapping = false;
    const recovery = this.#recovery();
    const noticed = this.#noticed(sight, now, now + recovery + this.pace.look);
    const { command, after } = noticed.length > 0 ? this.#play(sight, noticed) : this.#turn(areaOf(sight, this.seat));
    return { command, after: Math.max(SOONEST, recovery + after) };
  }

  /** Take in what became of the last intention. */
  #learn(refused: boolean): void {
    if (refused) {
      this.#refusals += 1;
      if (this.#tried !== null) this.#moments = new Map([...this.#moments].filter(([chance]) => chance !== chanceOf(this.#tried!)));
      return;
    }
    this.#refusals = 0;
    if (this.#tried !== null) this.#barren = false;
    else if (this.#wrapping) this.#barren = true;
  }

  #recovery(): number {
    return this.#refusals === 0 ? 0 : Math.min(LONGEST_RECOVERY, RECOVERY * 2 ** Math.min(this.#refusals - 1, 10));
  }

  /** What could be done and will have been noticed by then, in no order. */
  #noticed(sight: Table, now: number, until: number): Choice[] {
    const found = choices(sight, this.seat, this.rules).filter(({ use }) => this.#barren || use !== "biding");
    const known = this.#moments;
    const moments = new Map<string, number>();
    for (const choice of found) {
      const chance = chanceOf(choice);
      moments.set(chance, known.get(chance) ?? moments.get(chance) ?? now + this.#untilNoticed(choice));
    }
    this.#moments = moments;
    return found.filter((choice) => moments.get(chanceOf(choice))! <= until);
  }

  #untilNoticed(choice: Choice): number {
    return waiting(isSalient(choice) ? this.pace.notice / SALIENCE : this.pace.notice, this.dice);
  }

  /** One of the noticed, or a slip instead, and how long that takes. */
  #play(sight: Table, noticed: readonly Choice[]): Intention {
    const { pace, dice } = this;
    const first = (one: Choice, other: Choice): Choice => (USES.indexOf(other.use) < USES.indexOf(one.use) ? other : one);
    const choice = pace.order === "random" ? noticed[dice(noticed.length)]! : noticed.reduce(first);
    const after = pace.look + pace.weigh * Math.log2(noticed.length + 1) + handling(pace.reach, pace.spread, dice);
    const slip = this.#slip(sight);
    if (slip !== null) return { command: slip, after };
    this.#tried = choice;
    return { command: choice.command, after };
  }

  /** A play that does not fit, now and then; never again while the last one still stings. */
  #slip(sight: Table): Command | null {
    const share = this.pace.slips / (this.rules.misplay_penalty > 0 ? CARE : 1);
    if (this.#refusals > 0 || !happens(share, this.dice)) return null;
    const wrong = misfits(sight, this.seat);
    return wrong.length === 0 ? null : wrong[this.dice(wrong.length)]!;
  }

  /** Turn the hand, take the waste up again, or wait where there is neither. */
  #turn(area: Area | null): Intention {
    const { pace, dice } = this;
    if (area === null) return { command: null, after: pace.look };
    if (count(area.hand) > 0) return { command: { kind: "turn" }, after: handling(pace.flip, pace.spread, dice) };
    if (count(area.waste) === 0) return { command: null, after: pace.look };
    this.#wrapping = true;
    return { command: { kind: "turn" }, after: handling(pace.wrap, pace.spread, dice) };
  }
}
