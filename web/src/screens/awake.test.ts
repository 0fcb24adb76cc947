import { describe, expect, test } from "vitest";

import { type Screen, stayAwake } from "./awake";

/** A browser that keeps the screen on while a lock is held, and takes every lock from a hidden page. */
class FakeScreen implements Screen {
  readonly locks: { released: boolean }[] = [];
  hidden = false;
  refuses = false;
  #listeners = new Set<EventListenerOrEventListenerObject>();

  readonly wakeLock = {
    request: async (): Promise<WakeLockSentinel> => {
      if (this.refuses) throw new DOMException("the battery is low", "NotAllowedError");
      const lock = { released: false, release: async () => void (lock.released = true) };
      this.locks.push(lock);
      return lock as unknown as WakeLockSentinel;
    },
  };

  readonly page = (() => {
    const screen = this;
    return {
      get hidden() {
        return screen.hidden;
      },
      addEventListener: (_: string, listener: EventListenerOrEventListenerObject) => void this.#listeners.add(listener),
      removeEventListener: (_: string, listener: EventListenerOrEventListenerObject) => void this.#listeners.delete(listener),
    };
  })();

  get awake(): number {
    return this.locks.filter(({ released }) => !released).length;
  }

  async show(on: boolean): Promise<void> {
    this.hidden = !on;
    if (!on) for (const lock of this.locks) lock.released = true;
    for (const listener of this.#listeners) (listener as () => void)();
    await settled();
  }
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await Promise.resolve();
};

describe("a screen that stays on", () => {
  test("from when it is asked until it is ended", async () => {
    const screen = new FakeScreen();
    const end = stayAwake(screen);
    await settled();
    expect(screen.awake).toBe(1);
    end();
    await settled();
    expect(screen.awake).toBe(0);
  });

  test("again when the page comes back, and once only", async () => {
    const screen = new FakeScreen();
    const end = stayAwake(screen);
    await settled();
    await screen.show(false);
    expect(screen.awake).toBe(0);
    await screen.show(true);
    await screen.show(true);
    expect(screen.awake).toBe(1);
    end();
    await settled();
    await screen.show(true);
    expect(screen.awake).toBe(0);
  });

  test("not where it was ended before the browser answered", async () => {
    const screen = new FakeScreen();
    stayAwake(screen)();
    await settled();
    expect(screen.locks).toHaveLength(1);
    expect(screen.awake).toBe(0);
  });

  test("after a refusal it is asked again when the page comes back", async () => {
    const screen = new FakeScreen();
    screen.refuses = true;
    stayAwake(screen);
    await settled();
    expect(screen.awake).toBe(0);
    screen.refuses = false;
    await screen.show(false);
    await screen.show(true);
    expect(screen.awake).toBe(1);
  });
});
