/** How far the cards have been counted, from 0 to 1, as a rune; counted at once for who wishes calm. */

import { settings } from "../components/settings.svelte";

const LASTS = 900;

export function counting(): () => number {
  const calm = settings().animation === "none" || matchMedia("(prefers-reduced-motion: reduce)").matches;
  let done = $state.raw(calm ? 1 : 0);
  $effect(() => {
    const start = performance.now();
    let frame = requestAnimationFrame(function count(now) {
      done = Math.min(1, Math.max(done, (now - start) / LASTS));
      if (done < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  });
  return () => 1 - (1 - done) ** 3;
}
