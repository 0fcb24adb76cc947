/** A record's round dealt again, and all that chance decided in it done again, from its seed and shares. */
import { type Dice, shuffled } from "../model/chance";
import { type Card, SEATS, type Seat } from "../model/cards";
import { dealtAgain } from "./dealt";
import { writeCard, writePosition } from "../model/notation";
import type { Rules } from "../model/rules";
import { areaOf, type Table } from "../model/table";
import type { Replayed } from "../replay/record";
import { chanceOf, type Sealed } from "./dice";
import { bytesOf, hex, sha256 } from "./sha256";

/** Why a record is not proved: it says nothing of its chance, or something else than its seed does. */
export type Fault =
  | { readonly why: "unsealed" | "seed" | "deal" }
  /** A line of it, and what it had to be; null for nothing at all. */
  | { readonly why: "chance"; readonly line: number; readonly told: string; readonly right: string | null };

const SECRET = /^[0-9a-f]{64}$/;
/** Milliseconds between two presses under which nobody can say which was first. */
const TIE = 10;

/** The seed and shares that a record goes by, or why it does not. */
export function redone(round: Replayed): Sealed | Fault {
  const sealed = sealedOf(round.headers);
  if (sealed === null) return { why: "unsealed" };
  if (hex(sha256(bytesOf(sealed.seed))) !== round.headers.get("Commit")) return { why: "seed" };
  const dice = chanceOf(sealed);
  if (writePosition(dealtAgain(round.deal, round.rules, dice)) !== writePosition(round.deal)) return { why: "deal" };
  const occasions = new Map<string, number>();
  let before = round.deal;
  for (const { text, line, table } of round.moments) {
    const chance = chanceIn(text, before, round.rules);
    before = table;
    if (chance === null) continue;
    const times = (occasions.get(chance.occasion) ?? 0) + 1;
    occasions.set(chance.occasion, times);
    const right = chance.due(dice(`${chance.occasion} ${times}`));
    if (right !== text) return { why: "chance", line, told: text, right };
  }
  return sealed;
}

function sealedOf(headers: ReadonlyMap<string, string>): Sealed | null {
  const seed = headers.get("Seed") ?? "";
  const shares = SEATS.flatMap((seat) => {
    const share = headers.get(`Share ${seat}`);
    return share === undefined ? [] : [[seat, share] as const];
  });
  return [seed, ...shares.map(([, share]) => share)].every((secret) => SECRET.test(secret)) ? { seed, shares: Object.fromEntries(shares) } : null;
}

/** What chance decided in a line: which occasion that was, and the line that it had to be. */
interface Chance {
  readonly occasion: string;
  due(dice: Dice): string | null;
}

function chanceIn(text: string, before: Table, rules: Rules): Chance | null {
  const [who, what, ...rest] = text.split(" ") as [string, ...string[]];
  if (who === "-") return chanceOfRoom(what!, rest, before);
  if (rules.recycle !== "shuffle" || what !== "turn" || rest[0] !== "=") return null;
  const { waste } = areaOf(before, who as Seat)!;
  return { occasion: `recycle ${who}`, due: (dice) => `${who} turn = ${written(shuffled(waste.cards, dice), who as Seat)}` };
}

function chanceOfRoom(what: string, rest: readonly string[], before: Table): Chance | null {
  switch (what) {
    case "shuffle":
      return { occasion: "shuffle", due: (dice) => `- shuffle ${reshuffled(before, dice)}` };
    case "throw":
      return { occasion: "throw", due: (dice) => thrown(before, dice) };
    case "race":
      return rest.at(-2) === "coin" ? { occasion: "coin", due: (dice) => tossed(rest, dice) } : null;
    default:
      return null;
  }
}

const written = (cards: readonly Card[], seat: Seat): string => cards.map((card) => writeCard(card, seat)).join(" ") || "-";

const reshuffled = (table: Table, dice: Dice): string =>
  SEATS.flatMap((seat) => {
    const area = areaOf(table, seat);
    return area === null ? [] : [`${seat} = ${written(shuffled([...area.hand.cards, ...area.waste.cards], dice), seat)}`];
  }).join(" ");

/** The machine's next throw, null where nothing is to come. */
function thrown({ machine }: Table, dice: Dice): string | null {
  if (machine === null || machine.toCome.length === 0) return null;
  const kind = machine.toCome[dice(machine.toCome.length)]!;
  const silent = machine.quiet || machine.noises.length === 0;
  return ["- throw =", kind, ...(silent ? [] : [machine.noises[dice(machine.noises.length)]!])].join(" ");
}

/** A race in which a coin named one of those whose presses are too close to the first to call. */
function tossed(race: readonly string[], dice: Dice): string {
  const presses = race.slice(1, -2);
  const racers = presses.flatMap((seat, at) => (at % 2 === 0 ? [{ seat, at: Math.round(Number(presses[at + 1]) * 1000) }] : []));
  const order = racers.sort((one, other) => one.at - other.at || (one.seat < other.seat ? -1 : 1));
  const close = order.filter(({ at }) => at - order[0]!.at < TIE);
  return ["- race", ...race.slice(0, -1), close[dice(Math.max(1, close.length))]!.seat].join(" ");
}
