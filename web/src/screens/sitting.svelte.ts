/** Somebody at the table: what the table on the screen is told of a room, besides the cards. */

import { keyboard } from "../components/keyboard.svelte";
import { settings } from "../components/settings.svelte";
import { turnSize } from "../model/actions";
import { isCleared } from "../model/table";
import type { RoomState } from "../state/room.svelte";
import type { Scene } from "../table/side";

export class Sitting {
  readonly #room: () => RoomState;

  constructor(room: () => RoomState) {
    this.#room = room;
  }

  readonly area = $derived.by(() => this.#room().area);
  readonly dealt = $derived(this.area !== null);

  // Each by itself: a play changes one's area, and of these nothing, so that the table is drawn once.
  readonly #turn = $derived.by(() => (this.area === null ? this.#room().rules.turn : turnSize(this.area, this.#room().rules)));
  readonly #sitters = $derived.by(() => {
    const { seats, me } = this.#room();
    return seats.filter(({ seat }) => seat !== me || !this.dealt).map(({ seat, name, kind, here }) => ({ seat, name, bot: kind === "bot", here }));
  });

  readonly scene = $derived.by<Scene>(() => {
    const room = this.#room();
    return {
      me: this.dealt ? room.me : null,
      sitters: this.#sitters,
      turn: this.#turn,
      profi: room.rules.profi === "on",
      callsStop: room.rules.stop === "call",
      assist: room.options.assist ?? false,
      resting: room.resting,
      live: this.dealt && room.phase === "round",
      large: settings().large,
      left: settings().left,
      calm: settings().animation === "none",
      fast: settings().animation === "fast",
      keys: settings().keys ? keyboard() : null,
      picks: settings().input === "pick",
    };
  });

  readonly mayStop = $derived.by(() => this.scene.live && this.scene.callsStop && this.area !== null && isCleared(this.area));
}
