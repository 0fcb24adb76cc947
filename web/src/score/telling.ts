/** A game as text, to be sent to those who were there. */

import { figure } from "../screens/figure";
import { type Game, pointsOf, standing, totals } from "./game";
import { goalOf, nameOf, namesOf, t } from "./words";

/** What stands at the head of a game: who plays, then who leads or that several are level, and at last who won. */
export function headline(game: Game): string {
  const { leaders, state } = standing(game);
  const name = nameOf(game, leaders[0]!);
  if (game.rounds.length === 0) return namesOf(game, [...game.names.keys()]);
  if (state === "won") return t("score.wins", { name });
  if (state === "extra") return t("score.extra", { names: namesOf(game, leaders) });
  return leaders.length > 1 ? t("score.level", { names: namesOf(game, leaders) }) : t("score.leads", { name });
}

export function textOf(game: Game): string {
  const sums = totals(game);
  const lines = standing(game).lines.map(({ place, player, total, wins }) => {
    const won = game.goal.kind === "wins" ? ` (${t("score.roundsWon", { n: wins })})` : "";
    return `${place}. ${nameOf(game, player)}: ${figure(total)}${won}`;
  });
  const rounds = game.names.map((_, player) => {
    const points = game.rounds.map((entries) => (entries[player] == null ? "–" : figure(pointsOf(entries[player]))));
    return `${nameOf(game, player)}: ${points.join(" · ")} = ${figure(sums[player]!)}`;
  });
  const head = [`Pellmell · ${goalOf(game)} · ${t("score.played", { n: game.rounds.length })}`, headline(game)];
  return [...head, "", ...lines, ...(game.rounds.length === 0 ? [] : ["", ...rounds])].join("\n");
}
