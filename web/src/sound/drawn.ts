/** How a throw of the machine is drawn: by its noise, or by its card where it is quiet. */

import type { ActionKind, Noise } from "../model/machine";
import { ACTION_SIGNS } from "./actions";
import { NOISE_SIGNS } from "./noises";

export const drawnAs = (kind: ActionKind, noise: Noise | null): { readonly icon: string; readonly tint: string } => (noise === null ? ACTION_SIGNS[kind] : NOISE_SIGNS[noise]);
