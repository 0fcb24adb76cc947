/** A sound as samples, through the same way as it is heard: for those who measure it. */

import { lastsOf, RECIPES, type SoundId } from "./recipes";
import { VOLUMES } from "./speaker";
import { mouth, sound } from "./synth";

const RATE = 44_100;

export async function rendered(id: SoundId): Promise<Float32Array> {
  const recipe = RECIPES[id];
  const context = new OfflineAudioContext(1, Math.ceil((lastsOf(recipe) + 0.1) * RATE), RATE);
  const group = context.createGain();
  group.gain.value = VOLUMES[recipe.group];
  group.connect(mouth(context));
  sound(context, recipe, group, 0);
  return (await context.startRendering()).getChannelData(0);
}
