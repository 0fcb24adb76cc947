/** The whole seconds a countdown still has, as a rune. */

import type { Countdown } from "../state/snapshot";

export function left(countdown: () => Pick<Countdown, "until"> | null, now: () => number): () => number {
  let seconds = $state(0);
  $effect(() => {
    const until = countdown()?.until;
    if (until === undefined) return void (seconds = 0);
    let timer: ReturnType<typeof setTimeout>;
    const tick = (): void => {
      const rest = until - now();
      seconds = Math.max(0, Math.ceil(rest / 1000));
      if (rest > 0) timer = setTimeout(tick, (rest % 1000) + 5);
    };
    tick();
    return () => clearTimeout(timer);
  });
  return () => seconds;
}
