import { expect, test } from "vitest";
import { ServerClock } from "./clock";

test("the server's time is told by the pong that came back fastest", () => {
  const clock = new ServerClock();
  expect(clock.at(1_000)).toBeNull();
  clock.heard(50.3, 1_000, 1_400);
  expect(clock.at(1_200)).toBeCloseTo(50.3);
  clock.heard(51.02, 2_000, 2_020);
  clock.heard(52.4, 3_000, 3_300);
  expect(clock.at(2_010)).toBeCloseTo(51.02);
  expect(clock.roundTrip).toBe(300);
});

test("another clock is followed from its first pong on", () => {
  const clock = new ServerClock();
  clock.heard(50.005, 1_000, 1_010);
  clock.heard(7.1, 2_000, 2_200);
  expect(clock.at(2_100)).toBeCloseTo(7.1);
});

test("a line is thought to take no time until a few pongs tell, and then as little as the quickest did", () => {
  const clock = new ServerClock();
  const lags = [900, 40, 60, 30].map((roundTrip, at) => {
    clock.heard(50 + at, 1_000 * at, 1_000 * at + roundTrip);
    return clock.lag;
  });
  expect(lags).toEqual([0, 0, 20, 15]);
});
