/** What is said of a seat that moves to another device, in all languages of the client. */

import { part } from "../messages/part";
import type en from "../messages/move.en.json";

export const t = part<keyof typeof en>("move");
