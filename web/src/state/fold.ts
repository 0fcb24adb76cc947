/** An accepted command, folded into the table as everyone sees it. */
import type { Seat } from "../model/cards";
import type { Command } from "../model/commands";
import { decide } from "../model/decide";
import { replay } from "../model/evolve";
import { parseCard, parseCommand } from "../model/notation";
import type { Rules } from "../model/rules";
import { type Area, type Run, type Table, areaOf, publicArea, withArea } from "../model/table";
import type { Did } from "../protocol";

/** The next table, or null where the event does not apply to this one. */
export function fold(table: Table, event: Did, rules: Rules): Table | null {
  const command = parseCommand(event.a);
  const card = event.card === null ? null : parseCard(event.card, event.s);
  const events = decide(table, event.s, command, rules, { card });
  if (typeof events === "string") return null;
  const next = replay(table, events);
  const after = reveal(publicArea(areaOf(next, event.s)!), command, event);
  return isTold(after) ? covered(withArea(next, event.s, after), command) : null;
}

/** A card that was passed on hides the one it lies on. */
function covered(table: Table, command: Command): Table {
  if (command.kind !== "use" || command.place.on !== "seat") return table;
  const { seat } = command.place;
  return withArea(table, seat, publicArea(areaOf(table, seat)!));
}

/** The area with the card that came to light: on the waste it was taken from or turned onto, else on the stack. */
function reveal(area: Area, command: Command, { up, s }: Did): Area {
  const [shown] = up;
  if (shown === undefined) return area;
  const onWaste =
    command.kind === "turn" || (command.kind === "play" && command.source.zone === "waste");
  const zone = onWaste ? "waste" : "stack";
  return { ...area, [zone]: faceUp(area[zone], shown, s) };
}

const faceUp = (run: Run, card: string, seat: Seat): Run =>
  run.hidden === 0 ? run : { hidden: run.hidden - 1, cards: [parseCard(card, seat)] };

/** Whether the tops that everyone sees are known. */
const isTold = ({ stack, waste }: Area): boolean =>
  [stack, waste].every((run) => run.hidden === 0 || run.cards.length > 0);
