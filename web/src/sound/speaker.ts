/** The one loudspeaker of the page: silent until the first tap, and silent for good where there is no Web Audio. */

import { lastsOf, RECIPES, type Recipe, type SoundId } from "./recipes";
import { mouth, sound } from "./synth";

export type Group = Recipe["group"];
export type Volumes = Readonly<Record<Group, number>>;

/** What the speaker needs of the browser. */
export interface AudioWorld {
  /** A new context, or null where there is none. */
  open(): AudioContext | null;
  /** Milliseconds of the clock that `play` is told times of: the server's at a table, else the device's own. */
  now(): number;
}

/** A sound that is or will be heard. */
export interface Sounding {
  hush(): void;
}

const SILENCE: Sounding = { hush: () => undefined };
/** Later than this a sound would only mislead. */
const TOO_LATE = 0.6;
export const VOLUMES: Volumes = { noises: 1, table: 0.5, ui: 0.5 };

export class Speaker {
  private context: AudioContext | null = null;
  private missing = false;
  private waking: Promise<void> | null = null;
  private readonly groups = new Map<Group, GainNode>();
  private readonly sounding = new Set<Sounding>();
  private volumes: Volumes = VOLUMES;

  constructor(private world: AudioWorld) {}

  /** Whether sounds are heard, wait for a tap, or can never be heard here. */
  get state(): "on" | "locked" | "missing" {
    if (this.missing) return "missing";
    return this.context?.state === "running" ? "on" : "locked";
  }

  /** Follow another clock, such as the server's. */
  follow(now: () => number): void {
    this.world = { open: this.world.open, now };
  }

  /** To be called straight from a tap: some browsers allow sound nowhere else. */
  unlock(): void {
    if (this.missing) return;
    this.context ??= this.open();
    if (this.context === null || this.context.state === "running" || this.waking !== null) return;
    this.waking = this.context
      .resume()
      .catch(() => undefined)
      .finally(() => (this.waking = null));
  }

  /** After a call or a locked screen; never makes a context, which only a tap may. */
  wake(): void {
    if (this.context !== null) this.unlock();
  }

  set(volumes: Volumes): void {
    this.volumes = volumes;
    for (const [group, gain] of this.groups) gain.gain.value = volumes[group];
  }

  /** Let a sound, by name or by what it is made of, be heard now, or at a time of the clock. */
  play(id: SoundId | Recipe, at: number = this.world.now()): Sounding {
    if (this.context === null) return SILENCE;
    if (this.context.state !== "running") return this.waking === null ? SILENCE : this.afterWaking(this.waking, id, at);
    const wait = (at - this.world.now()) / 1000;
    if (wait < -TOO_LATE) return SILENCE;
    return this.start(this.context, typeof id === "string" ? RECIPES[id] : id, this.context.currentTime + Math.max(0, wait - latency(this.context)));
  }

  /** End whatever sounds, and whatever was to sound. */
  hush(): void {
    for (const one of [...this.sounding]) one.hush();
  }

  /** The tap that unlocks the sound often asks for one too. */
  private afterWaking(waking: Promise<void>, id: SoundId | Recipe, at: number): Sounding {
    let inner: Sounding | null = SILENCE;
    const one: Sounding = {
      hush: () => {
        this.sounding.delete(one);
        inner?.hush();
        inner = null;
      },
    };
    this.sounding.add(one);
    void waking.then(() => {
      if (inner !== null && this.context?.state === "running") inner = this.play(id, at);
      this.sounding.delete(one);
    });
    return one;
  }

  private start(context: AudioContext, recipe: Recipe, at: number): Sounding {
    const gain = sound(context, recipe, this.groups.get(recipe.group)!, at);
    const one: Sounding = {
      hush: () => {
        clearTimeout(timer);
        this.sounding.delete(one);
        gain.gain.setTargetAtTime(0, context.currentTime, 0.012);
        setTimeout(() => gain.disconnect(), 120);
      },
    };
    const timer = setTimeout(() => {
      this.sounding.delete(one);
      gain.disconnect();
    }, (at - context.currentTime + lastsOf(recipe)) * 1000 + 500);
    this.sounding.add(one);
    return one;
  }

  private open(): AudioContext | null {
    const context = this.world.open();
    if (context === null) {
      this.missing = true;
      return null;
    }
    const end = mouth(context);
    for (const group of ["noises", "table", "ui"] as const) {
      const gain = context.createGain();
      gain.gain.value = this.volumes[group];
      gain.connect(end);
      this.groups.set(group, gain);
    }
    return context;
  }
}

/** Seconds between the context's clock and the ear. */
const latency = (context: AudioContext): number => (context.outputLatency || 0) + (context.baseLatency || 0);

/** A context of this browser; an old Safari has it under an old name, a bare one not at all. */
function open(): AudioContext | null {
  const named = globalThis as { AudioContext?: typeof AudioContext; webkitAudioContext?: typeof AudioContext };
  const Made = named.AudioContext ?? named.webkitAudioContext;
  try {
    return Made === undefined ? null : new Made({ latencyHint: "interactive" });
  } catch {
    return null;
  }
}

export const speaker = new Speaker({ open, now: () => performance.now() });

/** Unlock with the first tap or key, and wake whenever the browser has put the sound to sleep. */
export function listen(to: Document = document): () => void {
  const unlock = (): void => speaker.unlock();
  const wake = (): void => {
    if (!to.hidden) speaker.wake();
  };
  const heard = [
    ["pointerup", unlock],
    ["click", unlock],
    ["keydown", unlock],
    ["pointerdown", wake],
    ["visibilitychange", wake],
  ] as const;
  for (const [event, action] of heard) to.addEventListener(event, action, true);
  return () => heard.forEach(([event, action]) => to.removeEventListener(event, action, true));
}

/** An iPhone's silent switch mutes pages, except those that say that they are for listening to. */
export function aloud(): void {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession !== undefined) audioSession.type = "playback";
}

/** Shake the device, where it can. */
export function shake(pattern: readonly number[]): void {
  if ("vibrate" in navigator) navigator.vibrate([...pattern]);
}
