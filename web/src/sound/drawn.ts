/** How a throw of the machine is drawn: by its noise, or by its card where it is quiet. */

import { type Action, type ActionId, ACTIONS } from "./actions";
import { type NoiseId, NOISES } from "./noises";

export const drawnAs = (kind: ActionId, noise: NoiseId | null): Pick<Action, "icon" | "tint"> => (noise === null ? ACTIONS[kind] : NOISES[noise]);
