/** Choosing what an action card is used on: the card, and the places that are lit for it. */
import type { Place } from "../model/commands";
import type { ActionKind } from "../model/machine";
import { cardWords } from "../screens/wording";
import type { RoomState } from "../state/room.svelte";
import { aim } from "../table/aim";
import type { Lies } from "../table/side";
import { type Choosable, choosable } from "./targets";
import { t } from "./words";

export interface Spot extends Choosable {
  readonly rect: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly label: string;
}

export class Picking {
  /** The card that looks for a place. */
  kind = $state<ActionKind | null>(null);
  spots = $state.raw<readonly Spot[]>([]);

  constructor(
    private readonly room: () => RoomState,
    private readonly table: () => Lies,
  ) {}

  /** Looks anew where the places lie. */
  look(): void {
    this.spots = this.kind === null ? [] : this.#spots(this.kind);
  }

  choose(spot: Spot): void {
    const { kind } = this;
    this.kind = null;
    this.spots = [];
    if (kind !== null) this.room().use(kind, spot.place);
  }

  /** Let go at a point of the table: the nearest place, if it is near enough. A finger that only slipped has tapped. */
  drop(at: { readonly x: number; readonly y: number }, slipped: boolean): void {
    const found = aim(at, this.spots.map((spot) => ({ target: spot, rect: spot.rect })), slipped ? 0 : undefined);
    if (found !== null) this.choose(found);
    else if (!slipped) this.kind = null;
  }

  #spots(kind: ActionKind): Spot[] {
    const { view, me, rules } = this.room();
    if (view === null || me === null) return [];
    return choosable(view, me, kind, rules).flatMap((one) => {
      const rect = this.table().placeRect(one.place);
      return rect === null ? [] : [{ ...one, rect, label: this.#label(one.place) }];
    });
  }

  #label(place: Place): string {
    const { view, area } = this.room();
    if (place.on === "seat") return t("target.seat", { name: this.room().nameOf(place.seat) });
    if (place.on === "slot") {
      const card = area?.row[place.slot]?.at(-1);
      return t("target.slot", { card: card ? cardWords(card) : "" });
    }
    const { colour, decks } = view!.piles[place.pile]!;
    const number = decks.length;
    return t("target.pile", { card: cardWords({ colour, number }), number: number + 1 });
  }
}
