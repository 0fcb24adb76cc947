import { describe, expect, test } from "vitest";

import { FakeWorld } from "../net/fake-world";
import type { ConnectionState } from "../net/connection";
import { type Page, Renewal } from "./renewal";

const OPEN: ConnectionState = { state: "open", why: null };
const LOST: ConnectionState = { state: "lost", why: null };
const OUTDATED: ConnectionState = { state: "closed", why: "outdated" };

function opened(replaced: boolean, tab = new FakeWorld().tab, build = "/assets/one.js") {
  let reloads = 0;
  const page: Page = { build, replaced: () => Promise.resolve(replaced), reload: () => (reloads += 1), tab };
  const renewal = new Renewal(page);
  renewal.saw({ state: "connecting", why: null }, null);
  return { renewal, tab, reloads: () => reloads };
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

describe("a page whose server was upgraded", () => {
  test("is loaded anew in the lobby, once", async () => {
    const { renewal, tab, reloads } = opened(true);
    renewal.saw(LOST, "lobby");
    renewal.saw(OPEN, "lobby");
    await settled();
    expect(reloads()).toBe(1);
    renewal.saw(OPEN, "result");
    expect(reloads()).toBe(1);
    const again = opened(true, tab);
    again.renewal.saw(LOST, "lobby");
    again.renewal.saw(OPEN, "lobby");
    await settled();
    expect(again.reloads()).toBe(0);
    const next = opened(true, tab, "/assets/two.js");
    next.renewal.saw(LOST, "lobby");
    next.renewal.saw(OPEN, "lobby");
    await settled();
    expect(next.reloads()).toBe(1);
  });

  test("waits for the end of the round", async () => {
    const { renewal, reloads } = opened(true);
    for (const shown of ["round", "paused", "countdown"] as const) {
      renewal.saw(LOST, shown);
      renewal.saw(OPEN, shown);
      await settled();
      expect(reloads()).toBe(0);
    }
    renewal.saw(OPEN, "result");
    expect(reloads()).toBe(1);
  });

  test("is not loaded anew while the line is away", async () => {
    const { renewal, reloads } = opened(true);
    renewal.saw(LOST, "round");
    renewal.saw(OPEN, "round");
    await settled();
    renewal.saw(LOST, "result");
    expect(reloads()).toBe(0);
  });

  test("that is too old to be let in is loaded anew at once, and once", () => {
    const { renewal, tab, reloads } = opened(false);
    renewal.saw(OUTDATED, null);
    expect(reloads()).toBe(1);
    const again = opened(false, tab);
    again.renewal.saw(OUTDATED, null);
    expect(again.reloads()).toBe(0);
  });
});

test("a page of the server's own build stays, and so does one that was not lost", async () => {
  const same = opened(false);
  same.renewal.saw(LOST, "lobby");
  same.renewal.saw(OPEN, "lobby");
  await settled();
  expect(same.reloads()).toBe(0);
  const steady = opened(true);
  steady.renewal.saw(OPEN, "lobby");
  steady.renewal.saw({ state: "closed", why: "taken-over" }, "lobby");
  await settled();
  expect(steady.reloads()).toBe(0);
});
