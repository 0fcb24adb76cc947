/** The person before this browser: the name that is kept, and a name for whoever has none. */

import { t } from "../messages/words.svelte";
import { browserWorld } from "../net/world";

const NAME = "pellmell.name";
export const NAME_MOST = 20;

const { kept, random } = browserWorld();
export { kept };

/** A name for somebody who has none in mind. */
export function randomName(): string {
  const names = t("join.names").split(", ");
  return names[Math.floor(random() * names.length)] ?? "";
}

export const keptName = (): string => kept.getItem(NAME) ?? "";

export const keepName = (name: string): void => kept.setItem(NAME, name);
