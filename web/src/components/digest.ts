/** The rules of a table in a few short lines: the goal, the deal, and whatever is not standard. */

import { type Key, t } from "../messages/words.svelte";
import { matchKind, matchTarget, OPTIONS, type Rules, rowSize, STANDARD } from "../model/rules";

export function goal(rules: Rules, seats: number): string {
  const n = matchTarget(rules, seats);
  switch (matchKind(rules, seats)) {
    case "points":
      return t("digest.points", { n });
    case "rounds":
      return t("digest.rounds", { n });
    case "round_wins":
      return t("digest.wins", { n });
    case "single":
      return t("digest.single");
  }
}

/** How far a match goes, beside the number of its round: "to 99", "of 5". */
export function towards(rules: Rules, seats: number): string {
  const n = matchTarget(rules, seats);
  switch (matchKind(rules, seats)) {
    case "points":
    case "round_wins":
      return t("table.goal", { n });
    case "rounds":
      return t("table.goalRounds", { n });
    case "single":
      return "";
  }
}

const TOLD = ["row_size", "stack_size", "match", "target"];

export function digest(rules: Rules, seats: number): string[] {
  const unusual = OPTIONS.filter(({ name }) => !TOLD.includes(name) && rules[name] !== STANDARD[name]);
  const lines = unusual.map(({ name }) => {
    const value = String(rules[name]);
    const said = /^\d/.test(value) ? value : t(`rule.${name}.${value}` as Key);
    return t("digest.rule", { rule: t(`rule.${name}`), value: said });
  });
  return [goal(rules, seats), t("digest.row", { n: rowSize(rules, seats), stack: rules.stack_size }), ...lines];
}
