/** The table of a screen, as a rune: made anew where its words change, and told of every change of its scene. */

import { untrack } from "svelte";
import { language } from "../messages/words.svelte";
import type { Step } from "../state/snapshot";
import "../styles/table.css";

/** What a table is drawn by. */
interface View<Scene> {
  tell(scene: Scene): void;
  step(step: Step): void;
  destroy(): void;
}

interface Wanted<Scene, V extends View<Scene>> {
  /** Where it is drawn; null as long as there is no such place. */
  readonly field: () => HTMLElement | null;
  readonly make: (field: HTMLElement) => V;
  readonly scene: () => Scene;
  /** Where its steps come from by themselves. */
  readonly onStep?: (listener: (step: Step) => void) => () => void;
}

export function drawn<Scene, V extends View<Scene>>({ field, make, scene, onStep }: Wanted<Scene, V>): () => V | null {
  let view = $state.raw<V | null>(null);
  $effect(() => {
    language();
    const place = field();
    if (place === null) return;
    const made = untrack(() => make(place));
    view = made;
    const off = onStep?.((step) => made.step(step));
    return () => {
      off?.();
      made.destroy();
      view = null;
    };
  });
  // Anew also when the taps change that wait, which the table reads of its room.
  $effect(() => view?.tell(scene()));
  return () => view;
}
