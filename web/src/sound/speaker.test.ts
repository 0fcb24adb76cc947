import { beforeEach, describe, expect, test, vi } from "vitest";

import { NOISES } from "../model/machine";
import { ACTION_SIGNS } from "./actions";
import { NOISE_SIGNS } from "./noises";
import { lastsOf, RECIPES } from "./recipes";
import { Speaker } from "./speaker";

/** As much of Web Audio as the speaker touches; it notes when sources start. */
class FakeContext {
  state = "suspended";
  currentTime = 10;
  outputLatency = 0.02;
  baseLatency = 0.01;
  sampleRate = 100;
  destination = this.node();
  readonly starts: number[] = [];
  readonly gains: { gain: FakeParam }[] = [];
  resumed = 0;
  private wake: () => void = () => undefined;

  resume(): Promise<void> {
    this.resumed += 1;
    return new Promise((done) => {
      this.wake = () => {
        this.state = "running";
        done();
      };
    });
  }

  async awake(): Promise<void> {
    this.wake();
    await vi.advanceTimersByTimeAsync(0);
  }

  createGain = () => {
    const made = { ...this.node(), gain: new FakeParam() };
    this.gains.push(made);
    return made;
  };
  createOscillator = () => ({ ...this.node(), frequency: new FakeParam(), detune: new FakeParam(), start: (at: number) => void this.starts.push(at), stop: () => undefined });
  createBufferSource = () => ({ ...this.node(), start: (at: number) => void this.starts.push(at), stop: () => undefined });
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  createBiquadFilter = () => ({ ...this.node(), frequency: new FakeParam(), Q: new FakeParam(), gain: new FakeParam() });
  createWaveShaper = () => this.node();
  createDynamicsCompressor = () => ({ ...this.node(), threshold: new FakeParam(), knee: new FakeParam(), ratio: new FakeParam(), attack: new FakeParam(), release: new FakeParam() });

  private node() {
    return { connect: <T>(next: T): T => next, disconnect: () => undefined };
  }
}

class FakeParam {
  value = 0;
  target: number | null = null;
  setValueAtTime = (): void => undefined;
  linearRampToValueAtTime = (): void => undefined;
  setTargetAtTime = (value: number): void => void (this.target = value);
}

let context: FakeContext;
let now: number;
let speaker: Speaker;
const first = () => Math.min(...context.starts);

beforeEach(() => {
  vi.useFakeTimers();
  context = new FakeContext();
  now = 5000;
  speaker = new Speaker({ open: () => context as unknown as AudioContext, now: () => now });
});

describe("a browser without Web Audio", () => {
  test("has a speaker that says so, and does nothing", () => {
    const mute = new Speaker({ open: () => null, now: () => 0 });
    mute.unlock();
    mute.play("horn").hush();
    mute.set({ noises: 0, table: 0, ui: 0 });
    mute.hush();
    expect(mute.state).toBe("missing");
  });
});

describe("before the first tap", () => {
  test("nothing sounds, and no context is made", () => {
    speaker.play("horn");
    speaker.wake();
    expect([speaker.state, context.starts, context.resumed]).toEqual(["locked", [], 0]);
  });

  test("test_case_21 the sound that the tap itself asks for is heard once the context runs", async () => {
    speaker.unlock();
    speaker.play("tick");
    expect(context.starts).toEqual([]);
    await context.awake();
    expect(first()).toBe(10);
    expect(speaker.state).toBe("on");
  });

  test("unless it is hushed before, or comes much too late", async () => {
    speaker.unlock();
    speaker.play("tick").hush();
    speaker.play("tock");
    now += 5000;
    await context.awake();
    expect(context.starts).toEqual([]);
  });

  test("two taps ask once", () => {
    speaker.unlock();
    speaker.unlock();
    expect(context.resumed).toBe(1);
  });
});

describe("once it is unlocked", () => {
  beforeEach(async () => {
    speaker.unlock();
    await context.awake();
  });

  test("a sound starts at its time of the clock, as much earlier as the way to the ear takes", () => {
    speaker.play("horn", 5150);
    expect(first()).toBeCloseTo(10 + 0.15 - 0.03);
  });

  test("at once if the time has just passed, and never if it has long passed", () => {
    speaker.play("tick", 4800);
    expect(first()).toBe(10);
    const before = context.starts.length;
    speaker.play("tick", 4000);
    expect(context.starts).toHaveLength(before);
  });

  test("another clock can be followed", () => {
    speaker.follow(() => 70_000);
    speaker.play("horn", 70_230);
    expect(first()).toBeCloseTo(10.2);
  });

  test("it wakes after a call", () => {
    context.state = "interrupted";
    speaker.wake();
    expect(context.resumed).toBe(2);
  });

  test("hushing ends what sounds", () => {
    const before = context.gains.length;
    speaker.play("horn");
    speaker.hush();
    expect(context.gains[before]?.gain.target).toBe(0);
  });

  test("each group has its loudness, kept for the context to come", async () => {
    speaker.set({ noises: 0.3, table: 0, ui: 1 });
    const groups = context.gains.slice(1, 4).map(({ gain }) => gain.value);
    expect(groups).toEqual([0.3, 0, 1]);
  });
});

test("test_case_21 each noise and each card is seen too, by a picture and a colour of its own", () => {
  const looks = [...Object.values(NOISE_SIGNS), ...Object.values(ACTION_SIGNS)];
  expect(new Set(looks.map(({ icon }) => icon)).size).toBe(13);
  expect(new Set(looks.map(({ tint }) => tint)).size).toBe(13);
});

test("each noise shakes in a rhythm of its own, about as long as it sounds", () => {
  expect(new Set(Object.values(NOISE_SIGNS).map(({ vibration }) => vibration.join())).size).toBe(8);
  for (const id of NOISES) {
    const shaking = NOISE_SIGNS[id].vibration.reduce((sum, ms) => sum + ms, 0) / 1000;
    expect(shaking, id).toBeLessThanOrEqual(lastsOf(RECIPES[id]) + 0.1);
  }
});
