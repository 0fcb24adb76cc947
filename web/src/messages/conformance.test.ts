/** The reader of messages against `conformance/messages.json`, which holds the command line's to the same. */

import { describe, expect, test } from "vitest";

import { compile, MessageError, type Values } from "./format";

interface Entry {
  readonly language: string;
  readonly text: string;
  readonly values: Values;
  readonly said: string;
}

const FILES = import.meta.glob<{ says: Entry[]; refused: string[] }>("../../../conformance/messages.json", { import: "default", eager: true });
const { says, refused } = Object.values(FILES)[0]!;

describe("what is said", () => {
  test.each(says)("$language: $text with $values", ({ language, text, values, said }) => expect(compile(text, language)(values)).toBe(said));
});

describe("what is refused", () => {
  test.each(refused)("%s", (text) => expect(() => compile(text, "en")).toThrow(MessageError));
});
