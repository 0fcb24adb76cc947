import { render } from "svelte/server";
import { expect, test } from "vitest";

import { pair } from "../state/fake-pair";
import TakeNames from "./TakeNames.svelte";

const offered = (room: ReturnType<typeof pair>[number]): string[] => [...render(TakeNames, { props: { room } }).body.matchAll(/data-seat="(.)"/g)].map(([, seat]) => seat!);

test("the host takes names from others, and not from who sits at the same device", () => {
  const [host] = pair(4);
  expect(offered(host)).toEqual(["C", "D"]);
  host.beside = null;
  expect(offered(host)).toEqual(["B", "C", "D"]);
});
