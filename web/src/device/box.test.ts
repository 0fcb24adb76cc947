import { beforeEach, expect, test } from "vitest";

import { FakeWorld } from "../net/fake-world";
import { Box, type Device } from "./box.svelte";

/** A device whose time passes when it is told to. */
class FakeDevice extends FakeWorld implements Device {
  readonly heard: string[] = [];
  readonly shakes: number[] = [];

  dice = (bound: number): number => Math.floor(bound / 2);
  play = (sound: string): void => void this.heard.push(sound);
  hush = (): void => undefined;
  shake = (pattern: readonly number[]): void => void (pattern.length > 0 && this.shakes.push(pattern.length));
}

let device: FakeDevice;
let box: Box;

beforeEach(() => {
  device = new FakeDevice();
  box = new Box(device);
});

const noisesHeard = () => device.heard.filter((sound) => !["tick", "tock", "flip", "place"].includes(sound));

test("it ticks and tocks, and throws with a noise and a shake", () => {
  box.start();
  device.advance(5400);
  expect(device.heard).toEqual(Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? "tick" : "tock")));
  device.advance(200);
  expect(box.run?.thrown).toHaveLength(1);
  expect(noisesHeard()).toEqual([box.run?.thrown[0]?.noise]);
  expect(device.shakes).toHaveLength(1);
  expect(box.shown).toBe(0);
});

test("after 24 throws it is still, and its cards can be taken", () => {
  box.start();
  device.advance(24 * 5500);
  expect([box.run?.phase, noisesHeard().length]).toEqual(["emptied", 24]);
  const heard = device.heard.length;
  device.advance(60_000);
  expect(device.heard).toHaveLength(heard);
  box.look(3);
  box.take(1);
  expect(box.run?.thrown[3]?.taker).toBe(1);
});

test("nothing is thrown while it pauses", () => {
  box.start();
  device.advance(6000);
  box.pause();
  device.advance(60_000);
  expect(box.run?.thrown).toHaveLength(1);
  box.resume();
  device.advance(5500);
  expect(box.run?.thrown).toHaveLength(2);
});

test("switched to quiet while it ticks, it makes no noise from the next throw on", () => {
  box.start();
  device.advance(5600);
  box.setQuiet(true);
  device.advance(5500);
  expect(noisesHeard()).toHaveLength(1);
  expect(box.run?.thrown[1]).toMatchObject({ noise: null, owner: null });
  box.setQuiet(false);
  device.advance(5500);
  expect(noisesHeard()).toHaveLength(2);
});

test("started twice, it ticks once", () => {
  box.start();
  box.start();
  device.advance(5600);
  expect(device.heard.filter((sound) => sound === "tick")).toHaveLength(5);
  expect(box.run?.thrown).toHaveLength(1);
});

test("another pace holds from the next throw on", () => {
  box.setPace("quick");
  box.start();
  device.advance(3600);
  expect(box.run?.thrown).toHaveLength(1);
});

test("a reload finds everything, and the machine paused", () => {
  box.resize(3);
  box.rename(1, "Ben");
  box.start();
  device.advance(12_000);
  box.take(box.run!.thrown[1]!.owner ?? 0);
  const again = new Box(device);
  expect(again.setup).toEqual(box.setup);
  expect(again.run).toEqual({ ...box.run, phase: "paused" });
  expect(again.shown).toBe(1);
});

test("what it cannot read it forgets", () => {
  for (const text of ["", "{", "null", "{}", '{"setup":{"names":[1,2],"noises":[[],[]],"pace":"usual","quiet":false}}', '{"setup":{"names":["",""],"noises":[["zebra"],[]],"pace":"usual","quiet":false}}']) {
    device.kept.setItem("pellmell.machine", text);
    expect(new Box(device).setup.names, text).toHaveLength(4);
  }
});

test("names stay with those who stay, and twelve is the most", () => {
  box.rename(0, "Ada");
  box.resize(2);
  box.resize(40);
  expect(box.setup.names).toEqual(["Ada", ...Array<string>(11).fill("")]);
  box.resize(0);
  expect(box.setup.names).toHaveLength(2);
  expect(box.setup.noises.flat()).toHaveLength(8);
});
