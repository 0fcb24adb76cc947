/** The table of a screen, as a rune: made anew where its words change, and told of every change of its scene. */

import { untrack } from "svelte";
import { language } from "../messages/words.svelte";
import type { Step } from "../state/snapshot";
import "../styles/table.css";
import type { Scene } from "../table/side";
import type { TableView } from "../table/view";

interface Wanted {
  /** Where it is drawn; null as long as there is no such place. */
  readonly field: () => HTMLElement | null;
  readonly make: (field: HTMLElement) => TableView;
  readonly scene: () => Scene;
  /** Where its steps come from by themselves. */
  readonly onStep?: (listener: (step: Step) => void) => () => void;
}

export function drawn({ field, make, scene, onStep }: Wanted): () => TableView | null {
  let view = $state.raw<TableView | null>(null);
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
  $effect(() => view?.tell(scene()));
  return () => view;
}
