/** Two people at one device, for tests: the room as each of them has it. */
import { FakeWorld } from "../net/fake-world";
import { FakeRoom } from "./fake-room";
import { RoomState } from "./room.svelte";

/** The seats A and B of a room for so many, A being the host. */
export function pair(seats: number, rules = "standard"): readonly [RoomState, RoomState] {
  const room = new FakeRoom(seats, rules, 1);
  const [first, second] = ["A", "B"].map((name) => {
    const world = new FakeWorld();
    const state = new RoomState({ code: "KQZ7MB", name }, world);
    state.connect();
    world.line.events.opened();
    room.read(world.line);
    room.deliver(world.line);
    return state;
  }) as [RoomState, RoomState];
  first.beside = second;
  second.beside = first;
  return [first, second];
}
