/** What a phone that is a hand says, in all languages of the client. */

import type en from "../messages/hand.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("hand");
