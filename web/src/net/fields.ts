/** What stands in a text that a browser kept: it may be missing, an older version's, or somebody else's. */

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object, none of anything else. */
export const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? (value as Fields) : {});

/** The fields of the object that a text says, none where it says no object. */
export function fieldsIn(text: string | null): Fields {
  try {
    return fieldsOf(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}
