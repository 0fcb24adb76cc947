/** Marks of the Speed Machine on somebody's chip: their noises, and what lasts of their cards. */
import { type Beside, jokers } from "../model/machine";
import type { Rules } from "../model/rules";
import type { Area } from "../model/table";
import { ACTION_SIGNS } from "../sound/actions";
import { NOISE_SIGNS } from "../sound/noises";
import { said } from "../sound/said";
import { element, icon } from "../table/face";
import { t } from "./words";

/** A chip this wide has room for the noises of its seat. */
const ROOMY = 190;

/** What each place shows, so that only changes touch the page. */
const drawn = new WeakMap<HTMLElement, { readonly beside: Beside; readonly roomy: boolean; readonly malus: number }>();

export function drawMarks(place: HTMLElement, area: Area, rules: Rules, width: number): void {
  const { beside } = area;
  const [roomy, each] = [width >= ROOMY, rules.left_malus];
  const before = drawn.get(place);
  if (before?.beside === beside && before.roomy === roomy && before.malus === each) return;
  drawn.set(place, { beside, roomy, malus: each });
  const parked = jokers(beside);
  const made: HTMLElement[] = [];
  if (roomy) {
    for (const noise of beside.noises) made.push(mark(NOISE_SIGNS[noise].icon, NOISE_SIGNS[noise].tint, said(`noise.${noise}`), { "data-owns": noise }));
  }
  if (beside.used.includes("second")) made.push(mark(ACTION_SIGNS.second.icon, ACTION_SIGNS.second.tint, t("marks.second"), { "data-effect": "second" }));
  if (parked > 0) {
    const malus = parked * each;
    const one = mark(ACTION_SIGNS.joker.icon, ACTION_SIGNS.joker.tint, t("marks.jokers", { n: parked, malus }), { "data-jokers": String(parked) });
    one.append(element("span", "chip-malus", {}, [t("held.costs", { n: malus })]));
    made.push(one);
  }
  place.replaceChildren(...made);
}

function mark(path: string, tint: string, label: string, attributes: Readonly<Record<string, string>>): HTMLElement {
  const made = element("span", "chip-mark tinted", { role: "img", "aria-label": label, title: label, ...attributes }, [icon(path)]);
  made.style.setProperty("--tint", tint);
  return made;
}
