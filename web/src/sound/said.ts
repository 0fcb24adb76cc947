/** The names of the noises, and what the action cards say. */

import de from "../messages/noises.de.json";
import en from "../messages/noises.en.json";
import { part } from "../messages/part";

export const said = part<keyof typeof en>({ en, de });
