/** Rules: a field for each point where rule sheets differ, presets, and the rules text. */
import { SEATS, type Seat, isSeat } from "./cards";

export interface Rules {
  readonly row_size: "auto" | 3 | 4 | 5;
  readonly stack_size: number;
  /** Handicaps: seats whose stack has its own size. */
  readonly stack_sizes: Readonly<Partial<Record<Seat, number>>>;
  readonly row_refill: "auto" | "manual";
  readonly ligretto_to_centre: "any" | "no_ones";
  readonly turn: number;
  readonly recycle: "shuffle" | "keep";
  readonly stop: "call" | "auto";
  readonly deadlock: "auto" | "score" | "shuffle_hands";
  readonly misplay_penalty: number;
  readonly left_malus: number;
  readonly match: "auto" | "points" | "rounds" | "round_wins" | "single";
  /** null: what is usual for the kind of match (99 points, 5 rounds, 3 round wins). */
  readonly target: number | null;
  readonly profi: "off" | "on";
  readonly profi_step: "one" | "any_lower";
  readonly speed: "off" | "noises" | "quiet";
  /** Shortest and longest seconds between throws, `3-8`. */
  readonly speed_interval: string;
}

export type OptionName = Exclude<keyof Rules, "stack_sizes">;

/** How one option is written: listed words or numbers, a range of numbers, or `low-high`. */
export interface Option {
  readonly name: OptionName;
  readonly values?: readonly string[];
  readonly from?: number;
  readonly to?: number;
}

/** Every option of the rules, in the order of the rules text. */
export const OPTIONS: readonly Option[] = [
  { name: "row_size", values: ["auto", "3", "4", "5"] },
  { name: "stack_size", from: 5, to: 12 },
  { name: "row_refill", values: ["auto", "manual"] },
  { name: "ligretto_to_centre", values: ["any", "no_ones"] },
  { name: "turn", from: 1, to: 5 },
  { name: "recycle", values: ["shuffle", "keep"] },
  { name: "stop", values: ["call", "auto"] },
  { name: "deadlock", values: ["auto", "score", "shuffle_hands"] },
  { name: "misplay_penalty", from: 0, to: 1 },
  { name: "left_malus", from: 1, to: 3 },
  { name: "match", values: ["auto", "points", "rounds", "round_wins", "single"] },
  { name: "target", from: 1, to: 1000 },
  { name: "profi", values: ["off", "on"] },
  { name: "profi_step", values: ["one", "any_lower"] },
  { name: "speed", values: ["off", "noises", "quiet"] },
  { name: "speed_interval" },
];

export const STANDARD: Rules = {
  row_size: "auto",
  stack_size: 10,
  stack_sizes: {},
  row_refill: "auto",
  ligretto_to_centre: "any",
  turn: 3,
  recycle: "shuffle",
  stop: "call",
  deadlock: "auto",
  misplay_penalty: 0,
  left_malus: 2,
  match: "auto",
  target: null,
  profi: "off",
  profi_step: "one",
  speed: "off",
  speed_interval: "3-8",
};

export const PRESETS = {
  standard: STANDARD,
  publisher: {
    ...STANDARD,
    row_refill: "manual",
    stop: "auto",
    deadlock: "score",
    match: "rounds",
  },
  french: { ...STANDARD, row_refill: "manual", recycle: "keep", deadlock: "score" },
  playroom: {
    ...STANDARD,
    ligretto_to_centre: "no_ones",
    recycle: "keep",
    stop: "auto",
    deadlock: "shuffle_hands",
    match: "points",
  },
  speed: { ...STANDARD, speed: "noises", match: "single" },
} as const satisfies Record<string, Rules>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

/** A rules text that cannot be read: the part that is wrong, and where it starts (from 1). */
export class RulesError extends Error {
  constructor(
    readonly token: string,
    readonly column: number,
    readonly right: string,
  ) {
    super(`column ${column}: ${JSON.stringify(token)}, right is ${right}`);
  }
}

/** Slots a row has when `seats` are dealt in. */
export function rowSize(rules: Rules, seats: number): number {
  if (rules.row_size !== "auto") return rules.row_size;
  return seats <= 2 ? 5 : seats === 3 ? 4 : 3;
}

/** The kind of match that is played by `seats`, with `auto` resolved. */
export function matchKind(rules: Rules, seats: number): Exclude<Rules["match"], "auto"> {
  if (rules.match !== "auto") return rules.match;
  return seats <= 5 ? "points" : "rounds";
}

const USUAL_TARGET = { auto: 99, points: 99, rounds: 5, round_wins: 3, single: 1 } as const;

/** Where the match of `seats` ends; under `auto` rounds stay five. */
export function matchTarget(rules: Rules, seats: number): number {
  const kind = matchKind(rules, seats);
  const fixed = kind === "single" || (kind === "rounds" && rules.match === "auto");
  return fixed ? USUAL_TARGET[kind] : (rules.target ?? USUAL_TARGET[kind]);
}

/** The rules a text names: a preset, then overrides, separated by commas. */
export function parseRules(text: string): Rules {
  const [preset = "", ...overrides] = text.split(",");
  if (!Object.hasOwn(PRESETS, preset)) {
    throw new RulesError(preset, 1, PRESET_NAMES.join());
  }
  let rules: Rules = PRESETS[preset as PresetName];
  let column = preset.length + 2;
  const seen = new Set<string>();
  for (const part of overrides) {
    const name = part.split("=", 1)[0]!;
    rules = override(rules, part, column);
    if (seen.has(name)) throw new RulesError(name, column, "one of each");
    seen.add(name);
    column += part.length + 1;
  }
  return settled(rules);
}

/** The one form that equal rules share: nothing is said that would be so anyway. */
export function settled(rules: Rules): Rules {
  const sizes = Object.entries(rules.stack_sizes)
    .filter(([, size]) => size !== rules.stack_size)
    .sort();
  const target = rules.target === USUAL_TARGET[rules.match] ? null : rules.target;
  return { ...rules, stack_sizes: Object.fromEntries(sizes), target };
}

/** The rules with one option of the text, `profi=on`, taken over. */
function override(rules: Rules, part: string, column: number): Rules {
  const [name = "", value] = part.split(/=(.*)/s);
  const [plain, seat] = name.split(/\.(.*)/s);
  const option = OPTIONS.find((one) => one.name === plain);
  if (option === undefined || (seat !== undefined && plain !== "stack_size")) {
    throw new RulesError(name, column, OPTIONS.map((one) => one.name).join());
  }
  if (seat !== undefined && !isSeat(seat)) throw new RulesError(seat, column, SEATS.join());
  if (value === undefined) throw new RulesError(name, column, `${name}=…`);
  const read = optionValue(option, value);
  if (read === null) {
    const { values, from, to } = option;
    const allowed = values?.join() ?? (from === undefined ? "3-8" : `${from}-${to}`);
    throw new RulesError(value, column + name.length + 1, allowed);
  }
  return seat === undefined
    ? { ...rules, [plain!]: read }
    : { ...rules, stack_sizes: { ...rules.stack_sizes, [seat]: read } };
}

/** The value a text gives an option, as its field holds it, or null where it is none. */
function optionValue(option: Option, value: string): string | number | null {
  const { values, from = Infinity, to = -Infinity } = option;
  const number = /^(0|[1-9]\d{0,3})$/.test(value) ? Number(value) : NaN;
  if (values?.includes(value)) return Number.isNaN(number) ? value : number;
  if (number >= from && number <= to) return number;
  return option.name === "speed_interval" && isInterval(value) ? value : null;
}

function isInterval(text: string): boolean {
  const [, low, high] = /^([1-9]\d?)-([1-9]\d?)$/.exec(text) ?? [];
  return low !== undefined && Number(low) <= Number(high) && Number(high) <= 60;
}

/** The shortest text that says these rules; of equally short ones the earliest preset's. */
export function writeRules(rules: Rules): string {
  const said = settled(rules);
  const texts = PRESET_NAMES.map((name) => [name, ...differences(PRESETS[name], said)].join(","));
  return texts.reduce((best, text) => (text.length < best.length ? text : best));
}

/** The options in which rules differ from a preset, as parts of a rules text. */
function differences(preset: Rules, rules: Rules): string[] {
  return OPTIONS.flatMap(({ name }) => {
    const own = name === "stack_size" ? Object.entries(rules.stack_sizes) : [];
    const parts = own.map(([seat, size]) => `stack_size.${seat}=${size}`);
    return rules[name] === preset[name] ? parts : [`${name}=${rules[name]}`, ...parts];
  });
}
