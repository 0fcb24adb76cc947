/** How loud the page is: as loud as each group of sounds was set, or silent altogether. */
import { STEPS } from "../components/settings";
import { settings } from "../components/settings.svelte";
import { isLoud } from "../screens/loud.svelte";
import { listen, speaker, VOLUMES } from "./speaker";

/** As a rune: this part of the page is heard from the first tap on, as loud as was set, and follows what is changed. */
export function audible(loud: () => boolean = isLoud): void {
  $effect(() => listen());
  $effect(() => turnUp(loud()));
}

/** Turn the loudspeaker up or down. */
export function turnUp(loud = isLoud()): void {
  const { noises, table, ui } = settings();
  const share = loud ? 1 : 0;
  speaker.set({
    noises: share * VOLUMES.noises * STEPS[noises],
    table: share * VOLUMES.table * STEPS[table],
    ui: share * VOLUMES.ui * STEPS[ui],
  });
}
