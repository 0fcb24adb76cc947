/** Inputs that were good once, mangled by seeded chance: for the tests of everything that reads. */
import fc from "fast-check";

export const SEED = 20;

const TRAPS = ["", "-", "0", "1", "-1", "1e999", "NaN", "99999999999999999999", "null", "true", "{}", "[]", "__proto__", "constructor", "\u0000", "\u2028", "\ud800", "\ufeff", "٣", "²", "\n", "\r\n", " ", '"', "\\"];

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly put: string;
}

const edits = (words: readonly string[]): fc.Arbitrary<Edit[]> =>
  fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      cut: fc.constantFrom(0, 0, 1, 1, 2, 5, 40),
      put: fc.oneof(fc.constantFrom(...words, ...TRAPS), fc.string({ maxLength: 3 })),
    }),
    { minLength: 1, maxLength: 4 },
  );

/** One of the texts, cut and sown with words in a few places. */
export const mangled = (texts: readonly string[], words: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...texts), edits(words)).map(([text, changes]) =>
    changes.reduce((now, { at, cut, put }) => {
      const place = Math.floor(at * (now.length + 1));
      return now.slice(0, place) + put + now.slice(place + cut);
    }, text),
  );

/** A value like one of those given, something else in one or two places of it; or anything at all. */
export const twisted = (values: readonly unknown[]): fc.Arbitrary<unknown> => {
  const other = fc.oneof(fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e300, "", "x", [], {}, [null], { length: 3 }), fc.jsonValue({ maxDepth: 2 }));
  const change = fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), other);
  const changed = fc
    .tuple(fc.constantFrom(...values), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([value, changes]) => changes.reduce((now, [at, put]) => replaced(now, { left: Math.floor(at * parts(now)) }, put), value));
  return fc.oneof({ weight: 9, arbitrary: changed }, { weight: 1, arbitrary: fc.jsonValue() });
};

/** How many values are inside a value, itself included. */
const parts = (value: unknown): number =>
  typeof value === "object" && value !== null ? Object.values(value).reduce((sum: number, one) => sum + parts(one), 1) : 1;

/** The value with its so-manieth part, counted through all that is inside, replaced. */
function replaced(value: unknown, count: { left: number }, put: unknown): unknown {
  if (count.left === 0) {
    count.left = -1;
    return put;
  }
  if (count.left < 0) return value;
  count.left -= 1;
  if (Array.isArray(value)) return value.map((one) => replaced(one, count, put));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaced(one, count, put)]));
}
