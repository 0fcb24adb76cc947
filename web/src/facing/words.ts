/** What two at one device are told, in all languages of the client. */

import type en from "../messages/facing.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("facing");
