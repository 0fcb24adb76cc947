/** What practice says, in all languages of the client. */

import type en from "../messages/practice.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("practice");
