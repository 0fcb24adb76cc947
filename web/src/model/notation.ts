/** The table notation, both ways: positions and commands. */
import { COLOURS, SEATS, type Card, type Seat, isColour, isSeat, seatIndex } from "./cards";
import type { Command, Source, Target } from "./commands";
import { type Area, EMPTY_RUN, type Pile, type Run, type Table } from "./table";

/** A text that cannot be read: the token, where it starts (from 1), and what would be right. */
export class NotationError extends Error {
  constructor(
    readonly token: string,
    readonly column: number,
    readonly wanted: string,
  ) {
    super(`column ${column}: ${JSON.stringify(token)} ${wanted}`);
  }
}

interface Token {
  readonly text: string;
  readonly column: number;
}

const wrong = ({ text, column }: Token, wanted: string): NotationError =>
  new NotationError(text, column, wanted);

const tokens = (text: string): Token[] =>
  [...text.matchAll(/\S+/g)].map((match) => ({ text: match[0], column: match.index + 1 }));

/** The parts between tokens `mark`; each part knows the token or end behind it. */
function split(all: readonly Token[], mark: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of all) {
    if (token.text === mark) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

export function parsePosition(text: string): Table {
  const end: Token = { text: "", column: text.trimEnd().length + 1 };
  const [centre, ...sections] = split(tokens(text), "/");
  if (sections.length > SEATS.length) {
    throw wrong(sections[SEATS.length]![0] ?? end, `is one seat too many: at most ${SEATS.length}`);
  }
  const piles = list(centre!, end).map((token) => pile(token, sections.length));
  const areas = sections.map((section, index) => area(section, SEATS[index]!, sections.length, end));
  return { piles, areas };
}

/** The tokens of a field, none for `-`; an empty field is refused. */
function list(field: readonly Token[], end: Token): readonly Token[] {
  if (field.length === 0) throw wrong(end, "is missing: `-` says that nothing is there");
  return field.length === 1 && field[0]!.text === "-" ? [] : field;
}

function pile(token: Token, seats: number): Pile {
  const [colour, letters, ...rest] = token.text.split(":");
  if (!isColour(colour!) || !letters || rest.length > 0) {
    throw wrong(token, "is not a pile: a colour, `:` and a seat for each card, like r:ACA");
  }
  if (letters.length > 10) throw wrong(token, "has more than ten cards");
  if (letters.startsWith("*")) throw wrong(token, "has a joker in the place of a 1");
  return { colour, decks: [...letters].map((letter) => deck(letter, token, seats)) };
}

function deck(letter: string, token: Token, seats: number): Seat {
  if (!isSeat(letter)) throw wrong(token, `names no seat: ${letter || "nothing"} is not A to L`);
  if (seatIndex(letter) >= seats) throw wrong(token, `names seat ${letter}, who is not here`);
  return letter;
}

function area(section: readonly Token[], seat: Seat, seats: number, end: Token): Area | null {
  const fields = split(section, "|");
  if (fields.length !== 4) {
    throw wrong(section[0] ?? end, "starts a section without the four fields row | stack | waste | hand");
  }
  const [row, stack, waste, hand] = fields.map((field) => list(field, section.at(-1) ?? end));
  if (!row!.length && !stack!.length && !waste!.length && !hand!.length) return null;
  const read = (token: Token) => card(token.text, token, seat, seats);
  return {
    row: fields[0]!.map((token) => (token.text === "-" ? [] : sequence(token, seat, seats))),
    stack: run(stack!, read),
    waste: run(waste!, read),
    hand: run(hand!, read),
  };
}

function run(field: readonly Token[], read: (token: Token) => Card): Run {
  const hidden = /^\?([1-9]\d{0,2})$/.exec(field[0]?.text ?? "");
  if (hidden === null) return field.length === 0 ? EMPTY_RUN : { hidden: 0, cards: field.map(read) };
  return { hidden: Number(hidden[1]), cards: field.slice(1).map(read) };
}

function sequence(token: Token, seat: Seat, seats: number): Card[] {
  const cards = token.text.split(">").map((part) => card(part, token, seat, seats));
  cards.reduce((below, above) => {
    if (above.number >= below.number) throw wrong(token, "does not descend");
    if (above.colour === below.colour) throw wrong(token, "repeats a colour side by side");
    return above;
  });
  return cards;
}

function card(text: string, token: Token, own: Seat, seats: number): Card {
  const [, colour, number, owner] = /^([rgby])(10|[1-9])(?:@(.*))?$/.exec(text) ?? [];
  if (number === undefined) {
    throw wrong(token, `is not a card: a colour of ${COLOURS.join(" ")} and 1 to 10, like r7`);
  }
  const from = owner === undefined ? own : deck(owner, token, seats);
  return { colour: colour as Card["colour"], number: Number(number), deck: from };
}

/** A card as the seat `own` would write it. */
export const writeCard = ({ colour, number, deck }: Card, own: Seat): string =>
  `${colour}${number}${deck === own ? "" : `@${deck}`}`;

/** A card that stands alone, as in events: without `@` it is of the deck `own`. */
export const parseCard = (text: string, own: Seat): Card =>
  card(text, { text, column: 1 }, own, SEATS.length);

export function writePosition(table: Table): string {
  const piles = table.piles.map(({ colour, decks }) => `${colour}:${decks.join("")}`);
  const areas = table.areas.map((own, index) =>
    own === null ? "- | - | - | -" : writeArea(own, SEATS[index]!),
  );
  return [piles.join(" ") || "-", ...areas].join(" / ");
}

export function writeArea({ row, stack, waste, hand }: Area, seat: Seat): string {
  const cards = (list: readonly Card[], between: string): string =>
    list.map((one) => writeCard(one, seat)).join(between);
  const runs = [stack, waste, hand].map((run) =>
    [run.hidden ? `?${run.hidden}` : "", cards(run.cards, " ")].filter(Boolean).join(" "),
  );
  const slots = row.map((slot) => cards(slot, ">") || "-").join(" ");
  return [slots, ...runs].map((field) => field || "-").join(" | ");
}

export function parseCommand(text: string): Command {
  if (text === "turn" || text === "stop") return { kind: text };
  const [, from, to] = /^(s|w|r[1-9]\d{0,2})>(c(?:[1-9]\d{0,2})?|r[1-9]\d{0,2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new NotationError(text, 1, "is not a command: turn, stop, or a play like r1>c3, s>c, w>r2");
  }
  return { kind: "play", source: parseSource(from), target: parseTarget(to) };
}

function parseSource(text: string): Source {
  if (text === "s") return { zone: "stack" };
  return text === "w" ? { zone: "waste" } : { zone: "row", slot: place(text) };
}

function parseTarget(text: string): Target {
  if (text === "c") return { zone: "centre", pile: null };
  return text.startsWith("c")
    ? { zone: "centre", pile: place(text) }
    : { zone: "row", slot: place(text) };
}

/** The number behind the letter, counted from 0. */
const place = (text: string): number => Number(text.slice(1)) - 1;

export function writeCommand(command: Command): string {
  return command.kind === "play"
    ? `${writeSource(command.source)}>${writeTarget(command.target)}`
    : command.kind;
}

export function writeSource(source: Source): string {
  return source.zone === "row" ? `r${source.slot + 1}` : source.zone === "stack" ? "s" : "w";
}

function writeTarget(target: Target): string {
  if (target.zone === "row") return `r${target.slot + 1}`;
  return target.pile === null ? "c" : `c${target.pile + 1}`;
}
