/** How a round came to its end, in a sentence. */

import { t } from "../messages/words.svelte";
import type { Ended } from "../protocol";
import type { RoomState } from "../state/room.svelte";

export function ending(room: RoomState, ended: Ended | null): string {
  if (ended === null) return "";
  if (ended.why !== "stop") return t(`result.${ended.why}`);
  if (ended.by === null) return "";
  return ended.by === room.me ? t("result.youStop") : t("result.stop", { name: room.nameOf(ended.by) });
}
