/** The machine that runs: it ticks, throws at times of its own, and can be taken from. */

import type { Dice } from "../model/chance";
import type { Noise } from "../model/machine";
import type { Store } from "../net/world";
import { NOISE_SIGNS } from "../sound/noises";
import type { SoundId } from "../sound/recipes";
import { pause } from "./chance";
import { keep, recall } from "./kept";
import { begin, FEWEST, giveBack, MOST, paused, type PaceName, PACES, resumed, type Run, type Setup, setupFor, stopped, take, throwNext } from "./machine";

/** What the machine needs of the device. */
export interface Device {
  after(ms: number, action: () => void): () => void;
  readonly dice: Dice;
  readonly kept: Store;
  play(sound: SoundId): void;
  hush(): void;
  shake(pattern: readonly number[]): void;
}

const BEAT = 500;
/** After a noise the ticking waits, so that the noise is heard alone. */
const BEAT_AFTER_NOISE = 1500;
const QUIET_SHAKE = [60];

export class Box {
  setup = $state.raw<Setup>(null!);
  run = $state.raw<Run | null>(null);
  /** Counts the ticks and tocks. */
  beat = $state(0);
  /** The thrown card that is looked at. */
  shown = $state(0);
  private timers: (() => void)[] = [];

  constructor(private readonly device: Device) {
    const kept = recall(device.kept);
    this.setup = kept?.setup ?? setupFor(["", "", "", ""], device.dice);
    this.run = kept?.run ?? null;
    this.shown = this.last;
  }

  get last(): number {
    return (this.run?.thrown.length ?? 0) - 1;
  }

  /** Another number of players; those who stay keep their names, and everybody gets new noises. */
  resize(players: number): void {
    const count = Math.max(FEWEST, Math.min(MOST, players));
    const names = Array.from({ length: count }, (_, i) => this.setup.names[i] ?? "");
    this.settle(setupFor(names, this.device.dice, this.setup));
  }

  deal(): void {
    this.settle(setupFor(this.setup.names, this.device.dice, this.setup));
  }

  rename(player: number, name: string): void {
    this.settle({ ...this.setup, names: this.setup.names.map((old, i) => (i === player ? name : old)) });
  }

  setPace(pace: PaceName): void {
    this.settle({ ...this.setup, pace });
  }

  setQuiet(quiet: boolean): void {
    this.settle({ ...this.setup, quiet });
  }

  start(): void {
    this.shown = -1;
    this.become(begin(this.device.dice));
    this.wind();
  }

  pause(): void {
    if (this.run?.phase !== "running") return;
    this.unwind();
    this.become(paused(this.run));
  }

  resume(): void {
    if (this.run?.phase !== "paused") return;
    this.become(resumed(this.run));
    this.wind();
  }

  /** The round is over. */
  stop(): void {
    if (this.run === null) return;
    this.unwind();
    this.become(stopped(this.run));
  }

  /** Back to where players and noises are chosen. */
  clear(): void {
    this.unwind();
    this.run = null;
    this.save();
  }

  look(at: number): void {
    this.shown = at;
  }

  take(player: number): void {
    if (this.run === null) return;
    const after = take(this.run, this.shown, player);
    if (after !== this.run) this.device.play("place");
    this.become(after);
  }

  giveBack(at: number): void {
    if (this.run !== null) this.become(giveBack(this.run, at));
  }

  /** Let one noise be heard, and felt. */
  demonstrate(noise: Noise): void {
    this.device.hush();
    this.device.play(noise);
    this.device.shake(NOISE_SIGNS[noise].vibration);
  }

  private settle(setup: Setup): void {
    this.setup = setup;
    this.save();
  }

  private become(run: Run): void {
    this.run = run;
    this.save();
  }

  private save(): void {
    keep(this.device.kept, { setup: this.setup, run: this.run });
  }

  /** Tick, and throw at some time. */
  private wind(beat = BEAT): void {
    this.cancel();
    this.tick(beat);
    this.timers.push(this.device.after(pause(PACES[this.setup.pace], this.device.dice), () => this.throw()));
  }

  private unwind(): void {
    this.cancel();
    this.device.hush();
    this.device.shake([]);
  }

  private cancel(): void {
    for (const cancel of this.timers) cancel();
    this.timers = [];
  }

  private tick(wait: number): void {
    const cancel = this.device.after(wait, () => {
      this.timers = this.timers.filter((one) => one !== cancel);
      this.beat += 1;
      this.device.play(this.beat % 2 === 1 ? "tick" : "tock");
      this.tick(BEAT);
    });
    this.timers.push(cancel);
  }

  private throw(): void {
    this.cancel();
    if (this.run === null) return;
    this.become(throwNext(this.run, this.setup));
    this.shown = this.last;
    const noise = this.run.thrown[this.last]?.noise ?? null;
    this.device.play(noise ?? "flip");
    this.device.shake(noise === null ? QUIET_SHAKE : NOISE_SIGNS[noise].vibration);
    if (this.run.phase === "running") this.wind(noise === null ? BEAT : BEAT_AFTER_NOISE);
  }
}
