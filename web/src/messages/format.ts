/** Messages in the ICU subset `{name}`, `{n, plural, one {…} other {…}}`, `{kind, select, a {…} other {…}}`. */

export type Values = Readonly<Record<string, string | number>>;

export type Part =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "value"; readonly name: string }
  | { readonly kind: "count" }
  | { readonly kind: "choice"; readonly name: string; readonly plural: boolean; readonly cases: ReadonlyMap<string, readonly Part[]> };

export type Message = (values: Values) => string;

/** A message that cannot be read; says where. */
export class MessageError extends Error {}

/** How a language counts, writes figures and runs. */
interface Tongue {
  readonly plurals: Intl.PluralRules;
  readonly figures: Intl.NumberFormat;
  readonly direction: Direction;
}

export type Direction = "ltr" | "rtl";

export const directionOf = (language: string): Direction => (language === "he" ? "rtl" : "ltr");

export function compile(text: string, language: string): Message {
  const parts = read(text);
  const plurals = new Intl.PluralRules(language);
  const figures = new Intl.NumberFormat(language, { useGrouping: false });
  const tongue = { plurals, figures, direction: directionOf(language) };
  return (values) => write(parts, values, tongue);
}

/** The parts of a message, as written. */
export const read = (text: string): readonly Part[] => new Reader(text).parts(false);

function write(parts: readonly Part[], values: Values, tongue: Tongue, count = 0): string {
  return parts
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text;
        case "count":
          return tongue.figures.format(count);
        case "value":
          return shown(values[part.name] ?? "", tongue);
        case "choice":
          return choose(part, values, tongue);
      }
    })
    .join("");
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

/** A value; words that run the other way than the message, such as a name, are kept apart from it. */
function shown(value: string | number, { figures, direction }: Tongue): string {
  if (typeof value === "number") return figures.format(value);
  return value === "" || RIGHT_TO_LEFT.test(value) === (direction === "rtl") ? value : `\u2068${value}\u2069`;
}

function choose(part: Part & { kind: "choice" }, values: Values, tongue: Tongue): string {
  const value = values[part.name] ?? "";
  const named = part.plural ? (part.cases.get(`=${value}`) ?? part.cases.get(tongue.plurals.select(Number(value)))) : part.cases.get(String(value));
  return write(named ?? part.cases.get("other") ?? [], values, tongue, Number(value) || 0);
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  parts(nested: boolean): Part[] {
    const parts: Part[] = [];
    let text = "";
    const flush = (): void => {
      if (text !== "") parts.push({ kind: "text", text });
      text = "";
    };
    for (; this.at < this.text.length; this.at += 1) {
      const letter = this.text[this.at]!;
      if (letter === "}") {
        if (!nested) throw new MessageError(`stray } at ${this.at} in ${JSON.stringify(this.text)}`);
        break;
      }
      if (letter === "#" && nested) {
        flush();
        parts.push({ kind: "count" });
      } else if (letter === "{") {
        flush();
        parts.push(this.argument());
      } else text += letter;
    }
    flush();
    return parts;
  }

  /** From `{` to its `}`, which is left for the caller to step over. */
  private argument(): Part {
    const name = this.match(/\{\s*(\w+)\s*/y);
    if (this.text[this.at] === "}") return { kind: "value", name };
    const kind = this.match(/,\s*(plural|select)\s*,\s*/y);
    const cases = new Map<string, readonly Part[]>();
    while (this.text[this.at] !== "}") {
      const label = this.match(/(=?\w+)\s*\{/y);
      cases.set(label, this.parts(true));
      this.match(/(\})\s*/y);
    }
    if (!cases.has("other")) throw new MessageError(`no case "other" in ${JSON.stringify(this.text)}`);
    return { kind: "choice", name, plural: kind === "plural", cases };
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) throw new MessageError(`cannot read ${JSON.stringify(this.text)} at ${this.at}`);
    this.at = pattern.lastIndex;
    return found[1]!;
  }
}
