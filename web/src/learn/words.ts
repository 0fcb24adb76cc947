/** What the tutorial says, in all languages of the client. */

import type en from "../messages/learn.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("learn");
