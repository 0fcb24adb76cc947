/** The names of the noises, and what the action cards say. */

import type en from "../messages/noises.en.json";
import { part } from "../messages/part";

export const said = part<keyof typeof en>("noises");
