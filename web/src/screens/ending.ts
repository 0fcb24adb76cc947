/** How a round came to its end, in a sentence. */

import { t } from "../messages/words.svelte";
import type { Seat } from "../model/cards";
import type { Ended } from "../protocol";
import type { RoomState } from "../state/room.svelte";

/** Whoever ended it themselves is told so, if the words are for nobody else: `you` are who reads them. */
export function ending(room: RoomState, ended: Ended | null, you: Seat | null): string {
  if (ended === null) return "";
  if (ended.why !== "stop") return t(`result.${ended.why}`);
  if (ended.by === null) return "";
  return ended.by === you ? t("result.youStop") : t("result.stop", { name: room.nameOf(ended.by) });
}
