/** What the Speed Machine says at the table. */
import { part } from "../messages/part";
import type en from "../messages/speed.en.json";
import type { Seat } from "../model/cards";
import { said } from "../sound/said";
import type { Offer } from "./offers";

export const t = part<keyof typeof en>("speed");

/** Whose a lying card is: "Church bell, yours!" */
export function whoseCard(offer: Offer, nameOf: (seat: Seat) => string): string {
  const noise = offer.noise === null ? "" : said(`noise.${offer.noise}`);
  switch (offer.whose) {
    case "mine":
      return t("grab.mine", { noise });
    case "free":
      return offer.noise === null ? t("grab.free") : t("grab.freeNoise", { noise });
    case "other":
      return t(offer.toTheEnd ? "grab.othersToTheEnd" : "grab.others", { noise, name: nameOf(offer.owner!) });
  }
}
