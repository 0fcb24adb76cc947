/** All that a game in this browser may want, so that it goes on where the network is gone. */

import { arrived, fetchAll } from "../messages/words.svelte";

export async function layIn(): Promise<void> {
  await Promise.all([import("./afterwards"), import("../machine/machine"), import("./Sounds.svelte"), import("../stats/keeping"), arrived(import("../match/Course.svelte"))]);
  fetchAll();
}
