import { render } from "svelte/server";
import { beforeAll, expect, test } from "vitest";

import { arrived } from "../messages/words.svelte";
import { pair } from "../state/fake-pair";
import Noises from "./Noises.svelte";

beforeAll(() => arrived(import("./words")));

/** Whose each noise is, in words: the first two are A's, two more B's. */
const owners = (room: ReturnType<typeof pair>[number]): string[] => [...render(Noises, { props: { room } }).body.matchAll(/<bdi>([^<]*)<\/bdi>/g)].map(([, name]) => name!);

test("one's own noises are called so, unless two read it", () => {
  const [ann] = pair(2, "speed");
  expect(owners(ann).slice(0, 4)).toEqual(["A", "A", "B", "B"]);
  ann.beside = null;
  expect(owners(ann).slice(0, 4)).toEqual(["you", "you", "B", "B"]);
});
