/** What the settings of the keys say, in all languages of the client. */

import type en from "../messages/keys.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("keys");
