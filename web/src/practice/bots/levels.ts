/** How fast and how attentive each level is. */
import type { Level } from "../../protocol";

/**
 * The times of a level in seconds, and its errors.
 *
 * A chance is noticed `notice` after it arose, on average; `look` is what every look takes, `weigh`
 * is added for each doubling of what there is to choose from; `reach`, `flip` and `wrap` are the
 * hand's own times, of which half the draws are shorter: to lay a card, to turn, and to take the
 * waste up again. `spread` is the sigma of their logarithms. `slips` is the share of plays that go
 * wrong. `order` says which of several noticed plays comes first.
 */
export interface Pace {
  readonly notice: number;
  readonly look: number;
  readonly weigh: number;
  readonly reach: number;
  readonly flip: number;
  readonly wrap: number;
  readonly spread: number;
  readonly slips: number;
  readonly order: "random" | "stack first";
}

/** The numbers of the server's bots, so that practice is like a real table. */
export const PACES: Readonly<Record<Level, Pace>> = {
  beginner: { notice: 3, look: 0.6, weigh: 0.18, reach: 1.2, flip: 1.3, wrap: 4, spread: 0.35, slips: 0.06, order: "random" },
  casual: { notice: 1.3, look: 0.42, weigh: 0.15, reach: 0.9, flip: 0.9, wrap: 3, spread: 0.3, slips: 0.03, order: "stack first" },
  skilled: { notice: 0.7, look: 0.32, weigh: 0.12, reach: 0.7, flip: 0.7, wrap: 2.4, spread: 0.27, slips: 0.02, order: "stack first" },
};

export const LEVELS = Object.keys(PACES) as readonly Level[];
