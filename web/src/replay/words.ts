/** What looking back says, in all languages of the client. */

import type en from "../messages/replay.en.json";
import { part } from "../messages/part";
import { language } from "../messages/words.svelte";
import type { Seat } from "../model/cards";
import { topOf } from "../model/decide";
import { areaOf, type Table } from "../model/table";
import { cardWords } from "../screens/wording";
import type { Moment } from "./record";

export const t = part<keyof typeof en>("replay");

/** A number with one decimal, as the language writes it. */
export const tenths = (n: number, least = 1): string =>
  new Intl.NumberFormat(language(), { minimumIntegerDigits: least, minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(n);

/** Milliseconds as minutes and seconds: 1:07.3 */
export function clockOf(ms: number): string {
  const all = Math.round(ms / 100);
  return `${Math.floor(all / 600)}:${tenths((all % 600) / 10, 2)}`;
}

export const secondsOf = (ms: number): string => tenths(ms / 1000);

/** How quick somebody was; a dash where there was nothing to be quick at. */
export const reactionOf = (ms: number | null): string => (ms === null ? "–" : t("replay.seconds", { n: secondsOf(ms) }));

/** What a moment is, in a line; `before` is the table that it changed. */
export function told({ seat, command, refused }: Moment, before: Table, nameOf: (seat: Seat) => string): string {
  if (seat === null || command === null) return t("replay.did.room");
  const name = nameOf(seat);
  if (refused !== null) {
    return refused.by === null ? t("replay.did.refused", { name }) : t("replay.did.beaten", { name, by: nameOf(refused.by), ms: refused.ms ?? 0 });
  }
  if (command.kind !== "play") return t(`replay.did.${command.kind}`, { name });
  const area = areaOf(before, seat);
  const card = area === null ? undefined : topOf(area, command.source);
  return t(command.target.zone === "centre" ? "replay.did.play" : "replay.did.row", { name, card: card === undefined ? "" : cardWords(card) });
}
