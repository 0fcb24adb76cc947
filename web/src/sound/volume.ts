/** How loud the page is: as loud as each group of sounds was set, or silent altogether. */
import { STEPS } from "../components/settings";
import { settings } from "../components/settings.svelte";
import { isLoud } from "../screens/loud.svelte";
import { speaker, VOLUMES } from "./speaker";

/** Turn the loudspeaker up or down; as an effect, whenever what it says is changed. */
export function turnUp(): void {
  const { noises, table, ui } = settings();
  const share = isLoud() ? 1 : 0;
  speaker.set({
    noises: share * VOLUMES.noises * STEPS[noises],
    table: share * VOLUMES.table * STEPS[table],
    ui: share * VOLUMES.ui * STEPS[ui],
  });
}
