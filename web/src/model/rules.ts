/** Rules: a field for each point where rule sheets differ, presets, and the rules text. */
import { type Seat, isSeat } from "./cards";

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
  { name: "target", from: 1, to: 999 },
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

const french = { row_refill: "manual", recycle: "keep", deadlock: "score" } as const;

export const PRESETS = {
  standard: STANDARD,
  publisher: {
    ...STANDARD,
    row_refill: "manual",
    stop: "auto",
    deadlock: "score",
    match: "rounds",
  },
  french: { ...STANDARD, ...french },
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

/** A rules text that cannot be read; `token` is the part that is wrong. */
export class RulesError extends Error {
  constructor(
    readonly token: string,
    message: string,
  ) {
    super(message);
  }
}

/** Slots a row has when `seats` are dealt in. */
export function rowSize(rules: Rules, seats: number): number {
  if (rules.row_size !== "auto") return rules.row_size;
  return seats <= 2 ? 5 : seats === 3 ? 4 : 3;
}

/** Cards the stack of `seat` is dealt. */
export const stackSize = (rules: Rules, seat: Seat): number =>
  rules.stack_sizes[seat] ?? rules.stack_size;

/** The kind of match that is played by `seats`, with `auto` resolved. */
export function matchKind(rules: Rules, seats: number): Exclude<Rules["match"], "auto"> {
  if (rules.match !== "auto") return rules.match;
  return seats <= 5 ? "points" : "rounds";
}

const USUAL_TARGET = { points: 99, rounds: 5, round_wins: 3, single: 1 } as const;

/** Where the match of `seats` ends; under `auto` rounds stay five. */
export function matchTarget(rules: Rules, seats: number): number {
  const kind = matchKind(rules, seats);
  const fixed = kind === "single" || (kind === "rounds" && rules.match === "auto");
  return fixed ? USUAL_TARGET[kind] : (rules.target ?? USUAL_TARGET[kind]);
}

export function parseRules(text: string): Rules {
  const [preset, ...overrides] = text.split(",").map((part) => part.trim());
  if (!Object.hasOwn(PRESETS, preset!)) {
    const known = PRESET_NAMES.join(", ");
    throw new RulesError(preset!, `unknown preset ${quoted(preset!)}: one of ${known}`);
  }
  return overrides.reduce(override, PRESETS[preset as PresetName]);
}

/** The rules with one option of the text, `profi=on`, taken over. */
function override(rules: Rules, part: string): Rules {
  const [, name = part, seat, value = ""] = /^([a-z_]+)(?:\.([^=]*))?=(.*)$/.exec(part) ?? [];
  const option = OPTIONS.find((one) => one.name === name);
  if (option === undefined) {
    const known = OPTIONS.map((one) => one.name).join(", ");
    throw new RulesError(part, `unknown option ${quoted(name)}: one of ${known}`);
  }
  const read = optionValue(option, value, part);
  if (seat === undefined) return { ...rules, [name]: read };
  if (name !== "stack_size" || !isSeat(seat)) {
    throw new RulesError(part, `no seat's own option ${quoted(part)}: stack_size.A to stack_size.L`);
  }
  return { ...rules, stack_sizes: { ...rules.stack_sizes, [seat]: read } };
}

function optionValue(option: Option, value: string, part: string): string | number {
  if (option.values?.includes(value)) return /^\d/.test(value) ? Number(value) : value;
  if (option.from !== undefined && /^(0|[1-9]\d{0,2})$/.test(value)) {
    const number = Number(value);
    if (number >= option.from && number <= option.to!) return number;
  }
  if (option.name === "speed_interval") {
    const [, low, high] = /^([1-9]\d?)-([1-9]\d?)$/.exec(value) ?? [];
    if (low !== undefined && Number(low) <= Number(high)) return value;
  }
  throw new RulesError(
    part,
    `${option.name} cannot be ${quoted(value)}: ${allowedValues(option)}`,
  );
}

/** What may stand behind an option, for people. */
export function allowedValues(option: Option): string {
  if (option.values !== undefined) return option.values.join(", ");
  return option.from !== undefined ? `${option.from} to ${option.to}` : "seconds, like 3-8";
}

/** The shortest text that says these rules. */
export function writeRules(rules: Rules): string {
  const texts = PRESET_NAMES.map((name) => [name, ...differences(PRESETS[name], rules)].join(","));
  return texts.reduce((best, text) => (text.length < best.length ? text : best));
}

/** The options in which `rules` differ from a preset, as parts of a rules text. */
function differences(preset: Rules, rules: Rules): string[] {
  return OPTIONS.flatMap(({ name }) => {
    const own = name === "stack_size" ? handicaps(rules) : [];
    const value = said(rules, name);
    return value === said(preset, name) ? own : [`${name}=${value}`, ...own];
  });
}

const handicaps = (rules: Rules): string[] =>
  Object.entries(rules.stack_sizes)
    .filter(([, size]) => size !== rules.stack_size)
    .map(([seat, size]) => `stack_size.${seat}=${size}`)
    .sort();

/** An option's value; a target that is the usual one of its kind of match counts as unsaid. */
function said(rules: Rules, name: OptionName): string | number | null {
  if (name !== "target" || rules.target === null) return rules[name];
  const usual = USUAL_TARGET[rules.match === "auto" ? "points" : rules.match];
  return rules.target === usual ? null : rules.target;
}

const quoted = (text: string): string => JSON.stringify(text);
