/** Somebody in a house of this browser: the room as the screens read it, until they leave. */
import { browserDice } from "../net/chance";
import { browserWorld } from "../net/world";
import { RoomState } from "../state/room.svelte";
import { House } from "./house";
import { worldWith } from "./inside";
import type { Terms } from "./rounds";

export interface Visit {
  readonly house: House;
  readonly room: RoomState;
  leave(): void;
}

export function visit(terms: Terms): Visit {
  const house = new House(terms, browserWorld(), browserDice);
  let room!: RoomState;
  // The room outlives the component that opens it by cards that are still in the air; it holds nothing that has to be ended.
  $effect.root(() => {
    room = new RoomState({ code: "", name: terms.sitting[0]!.name }, worldWith(house));
  });
  room.connect();
  const leave = (): void => {
    room.close();
    house.close();
  };
  return { house, room, leave };
}
