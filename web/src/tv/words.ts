/** What the big screen says, in all languages of the client. */

import type en from "../messages/tv.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("tv");
