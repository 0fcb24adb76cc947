/** What the score pad says, in all languages of the client. */

import type en from "../messages/score.en.json";
import { part } from "../messages/part";
import { language } from "../messages/words.svelte";
import type { Game } from "./game";

export const t = part<keyof typeof en>("score");

/** A player's name, or a number for a name. */
export const nameOf = ({ names }: Pick<Game, "names">, player: number): string => names[player]?.trim() || t("score.player", { n: player + 1 });

/** Several names as one says them: "Ada, Ben and Chloé". */
export const namesOf = (game: Pick<Game, "names">, players: readonly number[]): string =>
  new Intl.ListFormat(language(), { type: "conjunction" }).format(players.map((player) => nameOf(game, player)));

export const goalOf = ({ goal }: Pick<Game, "goal">): string => t(`score.to.${goal.kind}`, { n: goal.target });

/** The first letter of a name, as it is written: also where that takes several code points. */
export function initialOf(name: string): string {
  const letters = "Segmenter" in Intl ? new Intl.Segmenter(language()).segment(name)[Symbol.iterator]().next().value?.segment : [...name][0];
  return (letters ?? "").toLocaleUpperCase(language());
}

/** Letters for the marks of all players: the initial, and a figure where that is somebody else's too. */
export function marksOf(game: Pick<Game, "names">): string[] {
  const initials = game.names.map((_, player) => (game.names[player]?.trim() ? initialOf(nameOf(game, player)) : String(player + 1)));
  return initials.map((initial, player) => {
    const same = initials.slice(0, player).filter((other) => other === initial).length;
    return initials.filter((other) => other === initial).length > 1 ? `${initial}${same + 1}` : initial;
  });
}
