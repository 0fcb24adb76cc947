import { expect, test } from "vitest";

import { Lag } from "./lag";

const after = (...lags: readonly number[]): Lag => {
  const lag = new Lag();
  lags.forEach((ms, n) => {
    lag.asked(n, 1000);
    lag.answered(n, 1000 + ms);
  });
  return lag;
};

test("nothing is known before the first answer", () => {
  const lag = new Lag();
  lag.asked(1, 0);
  expect(lag.usual).toBeNull();
});

test("the middle one of the last five counts, so that one hiccup does not", () => {
  expect(after(40).usual).toBe(40);
  expect(after(40, 900, 50).usual).toBe(50);
  expect(after(900, 900, 900, 40, 41, 42, 43, 44).usual).toBe(42);
});

test("answers may come in another order, and each counts once", () => {
  const lag = new Lag();
  lag.asked(1, 0);
  lag.asked(2, 10);
  lag.answered(2, 40);
  lag.answered(1, 90);
  lag.answered(1, 900);
  expect(lag.usual).toBe(30);
});

test("what was under way when the line was lost tells nothing", () => {
  const lag = after(40);
  lag.asked(7, 0);
  lag.forget();
  lag.answered(7, 60_000);
  expect(lag.usual).toBe(40);
});
