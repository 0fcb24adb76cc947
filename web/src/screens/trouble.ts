/** Why there is no table, as it is said to whoever wanted one. */

import { t } from "../messages/words.svelte";
import { RoomsError } from "../net/rooms";

export function troubleOf(error: unknown): string {
  if (!(error instanceof RoomsError)) return t("create.unreachable");
  const busy = error.status === 429 || error.status === 503;
  return busy ? t("create.busy") : t("create.failed", { why: error.message });
}
