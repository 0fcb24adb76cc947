/** What an action card could be used on now, each place with the key that chooses it. */
import { ACTIONS } from "../model/actions";
import type { Seat } from "../model/cards";
import type { Place } from "../model/commands";
import { decide } from "../model/decide";
import type { ActionKind } from "../model/machine";
import { writePlace } from "../model/notation";
import type { Rules } from "../model/rules";
import type { Table } from "../model/table";
import { ZONE_ORDER } from "../table/slots";

export interface Choosable {
  readonly place: Place;
  /** As the notation has it: `c3`, `r2`, `B`. */
  readonly name: string;
  readonly key: string;
}

const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";

export function choosable(table: Table, me: Seat, action: ActionKind, rules: Rules): Choosable[] {
  const places = (ACTIONS[action].places?.(table, me) ?? []).filter(
    (place) => typeof decide(table, me, { kind: "use", action, place }, rules) !== "string",
  );
  const zone = (place: Place): number => (place.on === "pile" ? ZONE_ORDER.indexOf(table.piles[place.pile]!.colour) : 0);
  return places
    .sort((one, other) => zone(one) - zone(other))
    .map((place, at) => ({ place, name: writePlace(place), key: keyOf(place, at) }));
}

/** Slots by their number and seats by their letter, piles one after the other. */
function keyOf(place: Place, at: number): string {
  if (place.on === "slot") return String(place.slot + 1);
  return place.on === "seat" ? place.seat.toLowerCase() : (KEYS[at] ?? "");
}
