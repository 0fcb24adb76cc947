/** What is said about the settings of a device, in all languages of the client. */

import type en from "../messages/settings.en.json";
import { part } from "../messages/part";

export const t = part<keyof typeof en>("settings");
