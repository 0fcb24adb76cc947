/** What everyone is told of an accepted command: the card that moved, its pile, and what came to light. */
import type { Card, Seat } from "../model/cards";
import { type Command, movedBy } from "../model/commands";
import { topOf } from "../model/decide";
import { writeCard, writeCommand } from "../model/notation";
import { type Table, areaOf, count, top } from "../model/table";
import type { Did } from "../protocol";

export function told(seat: Seat, command: Command, before: Table, after: Table): Did {
  const moved = movedBy(command);
  const card = moved === null ? undefined : topOf(areaOf(before, seat)!, moved);
  return {
    k: "did",
    s: seat,
    a: writeCommand(named(command, before, after)),
    card: card === undefined ? null : writeCard(card, seat),
    up: shown(seat, command, before, after).map((one) => writeCard(one, seat)),
  };
}

/** The command with the number of the pile or of the thrown card that it was about. */
function named(command: Command, before: Table, after: Table): Command {
  if (command.kind === "grab") {
    const taken = before.machine?.lying.find((one) => !after.machine?.lying.includes(one));
    return { kind: "grab", number: taken?.number ?? command.number };
  }
  if (command.kind !== "play" || command.target.zone === "row") return command;
  const pile = after.piles.findIndex(({ decks }, at) => decks.length !== before.piles[at]?.decks.length);
  return { ...command, target: { zone: "centre", pile } };
}

/** What can be seen now and could not before. */
function shown(seat: Seat, command: Command, before: Table, after: Table): Card[] {
  const [was, is] = [areaOf(before, seat)!, areaOf(after, seat)!];
  const stackLess = count(is.stack) < count(was.stack);
  const waste = command.kind === "turn" || (command.kind === "play" && command.source.zone === "waste");
  const card = stackLess ? top(is.stack) : waste ? top(is.waste) : undefined;
  return card === undefined ? [] : [card];
}
