/** What is typed on the number keys for one round: a table of texts, and the field that is written in. */

import { type Cards, type Entry, type Game, pointsOf } from "./game";

export type Column = "points" | keyof Cards;
export type Key = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "sign" | "delete";

/** The texts of each player, by column; empty where nothing was typed. */
export type Sheet = readonly Readonly<Record<Column, string>>[];

export interface Place {
  readonly player: number;
  readonly column: Column;
}

const EMPTY: Readonly<Record<Column, string>> = { points: "", middle: "", left: "", jokers: "" };
const LONGEST: Readonly<Record<Column, number>> = { points: 3, middle: 2, left: 2, jokers: 1 };

/** The fields of a player; a round that was written down in points is corrected in points. */
export function columnsOf(game: Game, entries?: readonly Entry[]): readonly Column[] {
  const written = entries?.find((entry) => entry !== null);
  const way = written === undefined ? game.way : typeof written === "number" ? "points" : "cards";
  if (way === "points") return ["points"];
  const hasJokers = game.jokers || (entries ?? []).some((entry) => entry !== null && typeof entry === "object" && entry.jokers > 0);
  return hasJokers ? ["middle", "left", "jokers"] : ["middle", "left"];
}

export const blank = (players: number): Sheet => Array.from({ length: players }, () => EMPTY);

export const sheetOf = (entries: readonly Entry[]): Sheet =>
  entries.map((entry) => {
    if (entry === null) return EMPTY;
    if (typeof entry === "number") return { ...EMPTY, points: String(entry) };
    return { points: "", middle: String(entry.middle), left: String(entry.left), jokers: String(entry.jokers) };
  });

export function typed(sheet: Sheet, { player, column }: Place, key: Key): Sheet {
  const text = sheet[player]?.[column] ?? "";
  return sheet.map((fields, i) => (i === player ? { ...fields, [column]: after(text, column, key) } : fields));
}

function after(text: string, column: Column, key: Key): string {
  const minus = text.startsWith("-") ? "-" : "";
  const digits = text.slice(minus.length);
  if (key === "delete") return digits === "" ? "" : minus + digits.slice(0, -1);
  if (key === "sign") return column === "points" ? (minus === "" ? `-${digits}` : digits) : text;
  if (digits.length >= LONGEST[column]) return text;
  return minus + (digits === "0" ? key : digits + key);
}

/** The first key typed into a field replaces what stood there. */
export const cleared = (sheet: Sheet, { player, column }: Place): Sheet => sheet.map((fields, i) => (i === player ? { ...fields, [column]: "" } : fields));

/** The entry of a player; undefined while something is missing. Cards left and jokers are none unless they are typed. */
export function entryOf(sheet: Sheet, player: number, columns: readonly Column[]): Entry | undefined {
  const fields = sheet[player] ?? EMPTY;
  const [first = "points"] = columns;
  if (!/\d/.test(fields[first])) return undefined;
  if (first === "points") return Number(fields.points) || 0;
  return { middle: Number(fields.middle), left: Number(fields.left), jokers: Number(fields.jokers) };
}

/** The points of a player, as far as they can be told. */
export function pointsTyped(sheet: Sheet, player: number, columns: readonly Column[]): number | null {
  const entry = entryOf(sheet, player, columns);
  return entry === undefined ? null : pointsOf(entry);
}

/** All entries; null while somebody's is missing, except of those who were not there (`away`). */
export function entriesOf(sheet: Sheet, columns: readonly Column[], away: readonly boolean[] = []): Entry[] | null {
  const entries = sheet.map((_, player) => entryOf(sheet, player, columns) ?? (away[player] ? null : undefined));
  return entries.some((entry) => entry === undefined) ? null : (entries as Entry[]);
}

/** The next field, from player to player; null after the last. */
export function nextPlace(players: number, columns: readonly Column[], { player, column }: Place): Place | null {
  const along = columns[columns.indexOf(column) + 1];
  if (along !== undefined) return { player, column: along };
  return player + 1 < players ? { player: player + 1, column: columns[0]! } : null;
}

export function placeBefore(columns: readonly Column[], { player, column }: Place): Place | null {
  const back = columns[columns.indexOf(column) - 1];
  if (back !== undefined) return { player, column: back };
  return player > 0 ? { player: player - 1, column: columns.at(-1)! } : null;
}
