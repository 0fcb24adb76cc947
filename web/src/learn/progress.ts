/** Which steps somebody has done, kept in this browser. */
import type { Store } from "../net/world";
import { LESSONS, type Lesson } from "./lessons";

const KEPT = "pellmell.learn";

export function keptProgress(store: Store): readonly Lesson["name"][] {
  const names = (store.getItem(KEPT) ?? "").split(" ");
  return LESSONS.map(({ name }) => name).filter((name) => names.includes(name));
}

export const keepProgress = (store: Store, done: readonly Lesson["name"][]): void => store.setItem(KEPT, done.join(" "));

/** The first step that is not done; 0 where all are. */
export const firstLeft = (done: readonly Lesson["name"][]): number => Math.max(0, LESSONS.findIndex(({ name }) => !done.includes(name)));
