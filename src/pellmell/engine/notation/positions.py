"""Positions: a whole table as one line of text, written and read."""

import re
from typing import Final, NamedTuple, NoReturn

from pellmell.engine.cards import (
    DECK_SIZE,
    HIGHEST,
    LETTERS,
    LOWEST,
    MAX_SEATS,
    Card,
    Colour,
    Seat,
    deck_of,
    letter,
    seat_of,
)
from pellmell.engine.machine import NOTHING_BESIDE, Beside, Machine
from pellmell.engine.notation.machine import FIELDS as MACHINE_FIELDS
from pellmell.engine.notation.machine import (
    MACHINE,
    MachineError,
    format_beside,
    format_machine,
    read_beside,
    read_machine,
)
from pellmell.engine.notation.words import (
    HIGHEST_PLACE,
    NotationError,
    format_card,
    read_card,
    shown,
    the_seats,
)
from pellmell.engine.rules import Rules
from pellmell.engine.table import Area, Pile, Table
from pellmell.texts import Said, Value, said

NOTHING: Final = "-"
JOKER: Final = "*"
FIELDS: Final = ("notation.row", "notation.stack", "notation.waste", "notation.hand")
BESIDE: Final = "notation.noises"
"""The fields of a section, and the one that the Speed Machine adds, as messages name them."""
COLOURS: Final = {str(colour): colour for colour in Colour}
STANDARD: Final = Rules()
NOT_DEALT_IN: Final = Area(row=((),))
"""What four fields of `-` would be, were they not a seat that was not dealt in."""


def format_position(table: Table) -> str:
    """The whole table in one line, hidden cards included."""
    sections = [_centre(table)]
    for seat, area in enumerate(table.areas):
        piles = (area.stack, area.waste, area.hand)
        cards = (" ".join(format_card(c, seat) for c in pile) for pile in piles)
        sections.append(_section(table, seat, *cards))
    return _joined(table, sections)


def format_view(table: Table) -> str:
    """The table as everybody may see it: `?n` for n cards that lie covered or face down."""
    sections = [_centre(table)]
    for seat, area in enumerate(table.areas):
        fields = (_top(area.stack, seat), _top(area.waste, seat), _hidden(len(area.hand)))
        sections.append(_section(table, seat, *fields))
    return _joined(table, sections)


def _section(table: Table, seat: Seat, *fields: str) -> str:
    area = table.areas[seat]
    fifth = () if table.machine is None else (" ".join(format_beside(area.beside, seat)),)
    return " | ".join((_row(area, seat), *(field or NOTHING for field in (*fields, *fifth))))


def _joined(table: Table, sections: list[str]) -> str:
    machine = () if table.machine is None else (format_machine(table.machine),)
    return " / ".join((*sections, *machine))


def _centre(table: Table) -> str:
    piles = (
        f"{pile.colour}:{''.join(JOKER if d is None else letter(d) for d in pile.decks)}"
        for pile in table.piles
    )
    return " ".join(piles) or NOTHING


def _row(area: Area, seat: Seat) -> str:
    slots = (">".join(format_card(card, seat) for card in slot) or NOTHING for slot in area.row)
    return " ".join(slots) or NOTHING


def _top(cards: tuple[Card, ...], seat: Seat) -> str:
    parts = (_hidden(len(cards) - 1), *(format_card(card, seat) for card in cards[-1:]))
    return " ".join(filter(None, parts))


def _hidden(count: int) -> str:
    return f"?{count}" if count > 0 else ""


class _Token(NamedTuple):
    text: str
    column: int


class _Group(NamedTuple):
    """The tokens up to a mark, and the mark itself (at the end of the text an empty token)."""

    tokens: list[_Token]
    mark: _Token


def parse_position(text: str, rules: Rules = STANDARD, *, full: bool = False) -> Table:
    """The table that a text names, played under these rules; NotationError if it names none.

    With `full`, each deck must be whole: forty cards of a seat that is dealt in, else none.
    """
    tokens = [_Token(found[0], found.start() + 1) for found in re.finditer("[^ ]+", text)]
    _check_marks(tokens)
    centre, *sections = _groups(tokens, "/", _Token("", len(text) + 1))
    last = sections[-1].tokens if sections else []
    with_machine = bool(last) and last[0].text == MACHINE
    closing = sections.pop() if with_machine else None
    reader = _Reader(len(sections) or MAX_SEATS, machine=with_machine)
    piles = reader.piles(centre)
    if not sections:
        _refuse(centre.mark, "notation.no-sections")
    areas = tuple(reader.area(seat, part) for seat, part in enumerate(sections[:MAX_SEATS]))
    if len(sections) > MAX_SEATS:
        mark = sections[MAX_SEATS - 1].mark
        _refuse(mark, "notation.many-seats", seat=LETTERS[-1], most=MAX_SEATS)
    machine = None if closing is None else _machine(closing)
    table = Table(rules, piles, areas, machine=machine)
    if full:
        _check_decks(table, reader.found, sections)
    return table


class _Reader:
    """Reads the parts of a position, and remembers which card it found in which token."""

    def __init__(self, seats: int, *, machine: bool) -> None:
        self._seats = seats
        self._machine = machine
        self.found: list[tuple[Card, _Token]] = []

    def piles(self, centre: _Group) -> tuple[Pile, ...]:
        tokens = _several(centre, said("notation.centre"))
        if len(tokens) > HIGHEST_PLACE:
            _refuse(tokens[HIGHEST_PLACE], "notation.many-piles", most=HIGHEST_PLACE)
        return tuple(self._pile(token) for token in tokens)

    def area(self, seat: Seat, section: _Group) -> Area:
        fields = _groups(section.tokens, "|", section.mark)
        if section.tokens and section.tokens[0].text == MACHINE:
            _refuse(section.tokens[0], "notation.machine-early")
        names = (*FIELDS, BESIDE) if self._machine else FIELDS
        row = self._row(seat, fields[0])
        named = zip(FIELDS[1:], fields[1:], strict=False)
        others = [self._cards(seat, field, name) for name, field in named]
        if len(fields) < len(names):
            after = said(names[len(fields) - 1], seat=letter(seat))
            _refuse(section.mark, "notation.field-missing", field=after, form=self._form())
        beside = self._beside(seat, fields[len(FIELDS)]) if self._machine else NOTHING_BESIDE
        if len(fields) > len(names):
            mark = fields[len(names) - 1].mark
            after = said(names[-1], seat=letter(seat))
            _refuse(mark, "notation.field-extra", field=after, form=self._form())
        stack, waste, hand = others
        area = Area(row, stack, waste, hand, beside)
        return Area() if area == NOT_DEALT_IN else area

    def _form(self) -> Said:
        return said("notation.section", machine="yes" if self._machine else "no")

    def _beside(self, seat: Seat, field: _Group) -> Beside:
        tokens = _several(field, said(BESIDE, seat=letter(seat)))
        try:
            beside = read_beside([token.text for token in tokens], seat, self._seats)
        except MachineError as error:
            _refuse(tokens[error.place], error.said)
        out = tokens[len(tokens) - len(beside.removed) :]
        self.found.extend(zip(beside.removed, out, strict=True))
        return beside

    def _pile(self, token: _Token) -> Pile:
        name, colon, decks = token.text.partition(":")
        if name not in COLOURS or not colon or not decks:
            _refuse(token, "notation.pile")
        if len(decks) > HIGHEST:
            _refuse(token, "notation.pile-high", count=len(decks), highest=HIGHEST)
        for place, mark in enumerate(decks):
            self._check_deck(token, place, mark)
        owners = tuple(seat_of(mark) for mark in decks)
        for number, owner in enumerate(owners, LOWEST):
            if owner is not None:
                self.found.append((Card(COLOURS[name], number, owner), token))
        return Pile(COLOURS[name], owners)

    def _check_deck(self, token: _Token, place: int, mark: str) -> None:
        if mark == JOKER:
            if place == 0:
                _refuse(token, "notation.pile-joker")
            return
        owner = seat_of(mark)
        if owner is None or owner >= self._seats:
            column = token.column + token.text.index(":") + 1 + place
            seats = the_seats(self._seats)
            _refuse(token, "notation.pile-deck", deck=shown(mark), at=column, seats=seats)

    def _row(self, seat: Seat, field: _Group) -> tuple[tuple[Card, ...], ...]:
        tokens = _filled(field, said(FIELDS[0], seat=letter(seat)))
        if len(tokens) > HIGHEST_PLACE:
            _refuse(tokens[HIGHEST_PLACE], "notation.many-slots", most=HIGHEST_PLACE)
        return tuple(() if token.text == NOTHING else self._slot(seat, token) for token in tokens)

    def _slot(self, seat: Seat, token: _Token) -> tuple[Card, ...]:
        cards: list[Card] = []
        column = token.column
        for text in token.text.split(">"):
            card = read_card(text, seat, self._seats)
            if isinstance(card, Said):
                if text == token.text:
                    _refuse(token, card)
                _refuse(token, "notation.within", at=column, reason=card)
            if cards and card.number >= cards[-1].number:
                _refuse(token, "notation.slot-rises")
            if cards and card.colour is cards[-1].colour:
                _refuse(token, "notation.slot-colour")
            cards.append(card)
            column += len(text) + 1
        self.found.extend((card, token) for card in cards)
        return tuple(cards)

    def _cards(self, seat: Seat, field: _Group, name: str) -> tuple[Card, ...]:
        tokens = _several(field, said(name, seat=letter(seat)))
        return tuple(self._card(seat, token) for token in tokens)

    def _card(self, seat: Seat, token: _Token) -> Card:
        card = read_card(token.text, seat, self._seats)
        if isinstance(card, Said):
            _refuse(token, card)
        self.found.append((card, token))
        return card


def _machine(section: _Group) -> Machine:
    """The machine of the last section."""
    head, *fields = _groups(section.tokens, "|", section.mark)
    mode = head.tokens[1] if len(head.tokens) > 1 else head.mark
    if len(head.tokens) != 2 or mode.text not in ("noises", "quiet"):
        _refuse(mode, "notation.mode")
    if len(fields) != len(MACHINE_FIELDS):
        _refuse(section.mark, "notation.machine-fields", n=len(fields))
    several = [_several(*field) for field in zip(fields, MACHINE_FIELDS, strict=True)]
    try:
        return read_machine(mode.text, [[token.text for token in tokens] for tokens in several])
    except MachineError as error:
        _refuse([token for tokens in several for token in tokens][error.place], error.said)


def _check_marks(tokens: list[_Token]) -> None:
    """Refuse a mark that is glued to something, which would hide where a field ends."""
    for token in tokens:
        if len(token.text) > 1 and ("/" in token.text or "|" in token.text):
            _refuse(token, "notation.mark")


def _groups(tokens: list[_Token], mark: str, end: _Token) -> list[_Group]:
    groups: list[_Group] = []
    group: list[_Token] = []
    for token in tokens:
        if token.text == mark:
            groups.append(_Group(group, token))
            group = []
        else:
            group.append(token)
    return [*groups, _Group(group, end)]


def _filled(group: _Group, place: Said) -> list[_Token]:
    if not group.tokens:
        _refuse(group.mark, "notation.nothing", place=place, nothing=repr(NOTHING))
    return group.tokens


def _several(group: _Group, place: Said) -> list[_Token]:
    """The tokens of a group that is written `-` where it has none."""
    _filled(group, place)
    if len(group.tokens) == 1 and group.tokens[0].text == NOTHING:
        return []
    for token in group.tokens:
        if token.text == NOTHING:
            _refuse(token, "notation.among", place=place)
    return group.tokens


def _check_decks(table: Table, found: list[tuple[Card, _Token]], sections: list[_Group]) -> None:
    first: dict[Card, _Token] = {}
    for card, token in found:
        name = f"{card.colour}{card.number}"
        seat = letter(card.deck)
        if not table.areas[card.deck].dealt:
            _refuse(token, "notation.not-dealt", card=name, seat=seat)
        if card in first:
            at = first[card].column
            _refuse(token, "notation.again", card=name, seat=seat, at=at, size=DECK_SIZE)
        first[card] = token
    for place, area in enumerate(table.areas):
        missing = [card for card in deck_of(place) if card not in first] if area.dealt else []
        if missing:
            names = ", ".join(f"{card.colour}{card.number}" for card in missing[:3])
            _refuse(
                sections[place].mark,
                "notation.deck-short",
                seat=letter(place),
                n=DECK_SIZE - len(missing),
                cards=names,
                size=DECK_SIZE,
            )


def _refuse(token: _Token, reason: str | Said, /, **values: Value) -> NoReturn:
    """Refuse a token: by what is wrong with it, or by the key of that and the further values."""
    if isinstance(reason, str):
        text = shown(token.text) if token.text else said("notation.end")
        reason = said(reason, token=text, **values)
    raise NotationError(token.column, reason)
