import { beforeEach, describe, expect, test, vi } from "vitest";

import type { PublicEvent } from "../protocol";
import type { RoomState } from "../state/room.svelte";
import { noises, ticking, until } from "./sounds";

const played = vi.hoisted(() => [] as { id: string; at: number | undefined }[]);
vi.mock("../sound/speaker", () => ({ speaker: { play: (id: string, at?: number) => played.push({ id, at }) } }));

beforeEach(() => {
  played.length = 0;
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** A room whose server says that it is `now`, and what it can be told. */
function room(now: number | null) {
  let listener: (event: PublicEvent) => void = () => {};
  const state = {
    serverNow: () => now,
    onEvent: (heard: typeof listener) => {
      listener = heard;
      return () => (listener = () => {});
    },
  } as unknown as RoomState;
  return { state, tell: (event: PublicEvent) => listener(event) };
}

const threw = (noise: string | null, play: number): PublicEvent => ({ k: "threw", number: 1, card: "joker", noise, for: [], play });

describe("a throw", () => {
  test("sounds at the server's time, whatever the line took", () => {
    const { state, tell } = room(50.04);
    const ends: number[] = [];
    noises(state, (end) => ends.push(end));
    const now = performance.now();
    tell(threw("bell", 50.15));
    expect(played).toEqual([{ id: "bell", at: expect.closeTo(now + 110, 3) as number }]);
    expect(ends[0]).toBeGreaterThan(now + 1_000);
  });

  test("sounds a moment later where the server's clock is not known yet", () => {
    expect(until(room(null).state, 7)).toBe(150);
  });

  test("of a quiet machine is only put down, and other events are silent", () => {
    const { state, tell } = room(50);
    const end = noises(state, () => {});
    tell(threw(null, 50.15));
    tell({ k: "quiet", on: true });
    end();
    tell(threw("bell", 50.3));
    expect(played.map(({ id }) => id)).toEqual(["place"]);
  });
});

test("tick and tock alternate, but for the time after a noise", () => {
  vi.stubGlobal("document", { hidden: false });
  let silent = performance.now() + 1_200;
  const end = ticking(() => silent);
  vi.advanceTimersByTime(2_600);
  silent = Infinity;
  vi.advanceTimersByTime(1_000);
  end();
  expect(played.map(({ id }) => id)).toEqual(["tick", "tock", "tick"]);
  vi.unstubAllGlobals();
});
