/** The table notation, both ways: positions and commands. */
import { SEATS, type Card, type Seat, isColour, isSeat, seatIndex } from "./cards";
import type { Command, Place, Source, Target } from "./commands";
import type { ActionKind, Machine } from "./machine";
import { NOTHING_BESIDE } from "./machine";
import { MACHINE, readBeside, readMachine } from "./machine-notation";
import type { Area, Pile, Run, Table } from "./table";

export { writePosition } from "./position";

/** A text that cannot be read: the token, where it starts (from 1), and what would be right. */
export class NotationError extends Error {
  constructor(
    readonly token: string,
    readonly column: number,
    readonly wanted: string,
  ) {
    super(`column ${column}: ${JSON.stringify(token)}: ${wanted}`);
  }
}

interface Token {
  readonly text: string;
  readonly column: number;
  /** The card of a sequence that is being read. */
  readonly part?: string;
}

/** The tokens before a mark, and the mark itself: at the end of the text an empty token. */
interface Group {
  readonly tokens: readonly Token[];
  readonly mark: Token;
}

const HIGHEST_PLACE = 999;
const A_SECTION = "a section is row | stack | waste | hand";
const A_MACHINE = "the last section is like machine noises | joker:7 | bell:2 | 5:joker@bell";

function refuse({ text, column }: Token, wanted: string): never {
  throw new NotationError(text, column, wanted);
}

function groups(tokens: readonly Token[], mark: string, end: Token): Group[] {
  const found: Group[] = [];
  let inside: Token[] = [];
  for (const token of tokens) {
    if (token.text !== mark) inside.push(token);
    else {
      found.push({ tokens: inside, mark: token });
      inside = [];
    }
  }
  return [...found, { tokens: inside, mark: end }];
}

/** The table of a whole position, or of what somebody may see of one (`?n`). */
export function parsePosition(text: string): Table {
  const tokens = [...text.matchAll(/[^ ]+/g)].map((match) => ({
    text: match[0],
    column: match.index + 1,
  }));
  const glued = tokens.find(({ text }) => text.length > 1 && /[/|]/.test(text));
  if (glued) refuse(glued, "a mark stands between spaces");
  const end: Token = { text: "", column: text.length + 1 };
  const [centre, ...sections] = groups(tokens, "/", end);
  const closing = sections.at(-1)?.tokens[0]?.text === MACHINE ? sections.pop()! : null;
  const seats = sections.length || SEATS.length;
  const piles = several(centre!).map((token) => pile(token, seats));
  if (sections.length === 0) refuse(centre!.mark, "sections follow the centre");
  const areas = sections.slice(0, SEATS.length).map((one, at) => area(one, SEATS[at]!, seats, closing !== null));
  const last = sections[SEATS.length - 1];
  if (sections.length > SEATS.length) refuse(last!.mark, "too many seats");
  return { piles, areas, machine: closing && machine(closing) };
}

/** The machine of the last section. */
function machine({ tokens, mark }: Group): Machine {
  const [head, ...fields] = groups(tokens, "|", mark);
  const mode = head!.tokens[1] ?? head!.mark;
  const { text } = mode;
  if (head!.tokens.length !== 2 || (text !== "noises" && text !== "quiet")) refuse(mode, A_MACHINE);
  if (fields.length !== 3) refuse(mark, A_MACHINE);
  return readMachine(text as "noises" | "quiet", fields.map(several), refuse);
}

function filled({ tokens, mark }: Group): readonly Token[] {
  if (tokens.length === 0) refuse(mark, "an empty field is -");
  const many = tokens[HIGHEST_PLACE];
  if (many) refuse(many, "too many");
  return tokens;
}

/** The tokens of a field that is written `-` where it has none. */
function several(field: Group): readonly Token[] {
  const tokens = filled(field);
  if (tokens.length === 1 && tokens[0]!.text === "-") return [];
  const dash = tokens.find(({ text }) => text === "-");
  if (dash) refuse(dash, "- stands alone");
  return tokens;
}

function pile(token: Token, seats: number): Pile {
  const [colour = "", decks = "", ...rest] = token.text.split(":");
  if (!isColour(colour) || decks === "" || rest.length > 0) {
    refuse(token, "a pile is like r:ACA");
  }
  if (decks.length > 10) refuse(token, "a pile has ten cards");
  if (decks.startsWith("*")) refuse(token, "a pile starts with a 1");
  return { colour, decks: [...decks].map((letter) => pileDeck(letter, seats, token)) };
}

/** The deck of a pile's card, null for a joker. */
const pileDeck = (letter: string, seats: number, token: Token): Seat | null =>
  letter === "*" ? null : deck(letter, seats, token);

function deck(letter: string, seats: number, token: Token): Seat {
  if (isSeat(letter) && seatIndex(letter) < seats) return letter;
  return refuse(token, "no such deck here");
}

function area(section: Group, seat: Seat, seats: number, besides: boolean): Area | null {
  const [first] = section.tokens;
  if (first?.text === MACHINE) refuse(first, "the machine's section is the last");
  const fields = groups(section.tokens, "|", section.mark);
  const read = (token: Token) => card(token, seat, seats);
  const row = filled(fields[0]!).map((token) => (token.text === "-" ? [] : sequence(token, read)));
  const [stack, waste, hand] = fields.slice(1, 4).map((field) => run(several(field), read));
  const wanted = besides ? `${A_SECTION} | noises and action cards` : A_SECTION;
  const length = besides ? 5 : 4;
  if (fields.length < length) refuse(section.mark, wanted);
  const write = (card: Card) => writeCard(card, seat);
  const inside = (token: Token, part: string) => read({ ...token, part });
  const beside = besides ? readBeside(several(fields[4]!), inside, write, refuse) : NOTHING_BESIDE;
  if (fields.length > length) refuse(fields[length - 1]!.mark, wanted);
  const nothing = section.tokens.every(({ text }) => text === "-" || text === "|");
  const dealt = !nothing || row.length > 1;
  return dealt ? { row, stack: stack!, waste: waste!, hand: hand!, beside } : null;
}

function run(field: readonly Token[], read: (token: Token) => Card): Run {
  const hidden = /^\?([1-9]\d{0,2})$/.exec(field[0]?.text ?? "");
  if (hidden === null) return { hidden: 0, cards: field.map(read) };
  return { hidden: Number(hidden[1]), cards: field.slice(1).map(read) };
}

function sequence(token: Token, read: (token: Token) => Card): Card[] {
  const cards: Card[] = [];
  for (const text of token.text.split(">")) {
    const card = read({ ...token, part: text });
    const below = cards.at(-1);
    if (below && card.number >= below.number) refuse(token, "a slot descends");
    if (below && card.colour === below.colour) refuse(token, "neighbours differ in colour");
    cards.push(card);
  }
  return cards;
}

function card(token: Token, own: Seat, seats: number): Card {
  const [, colour, number, owner] = /^([rgby])(10|[1-9])(?:@(.*))?$/.exec(token.part ?? token.text) ?? [];
  if (number === undefined) {
    refuse(token, "a card is like r7");
  }
  if (owner === own) refuse(token, "its own deck is not named");
  const from = owner === undefined ? own : deck(owner, seats, token);
  return { colour: colour as Card["colour"], number: Number(number), deck: from };
}

/** A card as the seat `own` would write it. */
export const writeCard = ({ colour, number, deck }: Card, own: Seat): string =>
  `${colour}${number}${deck === own ? "" : `@${deck}`}`;

/** A card that stands alone, as in events: without `@` it is of the deck `own`. */
export const parseCard = (text: string, own: Seat): Card =>
  card({ text, column: 1 }, own, SEATS.length);

export function parseCommand(text: string): Command {
  if (text === "turn" || text === "stop") return { kind: text };
  if (/^(grab|use)\b/.test(text)) return commandOfMachine(text);
  const [, from, to] = /^(s|w|r[1-9]\d{0,2})>(c(?:[1-9]\d{0,2})?|r[1-9]\d{0,2})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    throw new NotationError(text, 1, "a command is like r1>c3");
  }
  return { kind: "play", source: parseSource(from), target: parseTarget(to) };
}

function commandOfMachine(text: string): Command {
  const grab = /^grab(?: ([1-9]\d?))?$/.exec(text);
  if (grab) return { kind: "grab", number: grab[1] === undefined ? null : Number(grab[1]) };
  const [, action, place] =
    /^use (?=joker c|remove r|voila [A-L])(joker|remove|voila) ([cr][1-9]\d{0,2}|[A-L])$/.exec(text) ?? [];
  if (action === undefined || place === undefined) {
    throw new NotationError(text, 1, "grab 5, use joker c3, use remove r2 or use voila B");
  }
  return { kind: "use", action: action as ActionKind, place: parsePlace(place) };
}

function parsePlace(text: string): Place {
  if (isSeat(text)) return { on: "seat", seat: text };
  return text.startsWith("c") ? { on: "pile", pile: place(text) } : { on: "slot", slot: place(text) };
}

export function writePlace(one: Place): string {
  if (one.on === "seat") return one.seat;
  return one.on === "pile" ? `c${one.pile + 1}` : `r${one.slot + 1}`;
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
  switch (command.kind) {
    case "play":
      return `${writeSource(command.source)}>${writeTarget(command.target)}`;
    case "grab":
      return command.number === null ? "grab" : `grab ${command.number}`;
    case "use":
      return `use ${command.action} ${writePlace(command.place)}`;
    default:
      return command.kind;
  }
}

export function writeSource(source: Source): string {
  return source.zone === "row" ? `r${source.slot + 1}` : source.zone === "stack" ? "s" : "w";
}

function writeTarget(target: Target): string {
  if (target.zone === "row") return `r${target.slot + 1}`;
  return target.pile === null ? "c" : `c${target.pile + 1}`;
}
