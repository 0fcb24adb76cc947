"""The seats of a room that are taken, and by whom."""

import hmac

from pellmell.engine.cards import MAX_SEATS, Seat, letter
from pellmell.protocol.messages import Kind, Level, SeatView
from pellmell.room.answers import Answers


class Place:
    """A taken seat: who plays it, whether its person is here, and what they were answered.

    A bot that plays for a person who may come back has a `token`; one of its own has none.
    """

    def __init__(self, name: str, kind: Kind, level: Level | None, token: str | None) -> None:
        self.name = name
        self.kind: Kind = kind
        self.level: Level | None = level
        self.token = token
        self.here = kind == "bot"
        self.ready = kind == "bot"
        self.answers = Answers()
        self.newcomer = False
        """Whether they came when the match was over, whose points are another's."""

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays for a person who may come back."""
        return self.kind == "bot" and self.token is not None


class Places:
    """The taken seats by number, and the one that is the host."""

    def __init__(self) -> None:
        self.taken: dict[Seat, Place] = {}
        self.host: Seat | None = None

    def __getitem__(self, seat: Seat) -> Place:
        return self.taken[seat]

    def get(self, seat: Seat) -> Place | None:
        """The place of a seat, or None where it is free."""
        return self.taken.get(seat)

    def free(self) -> Seat | None:
        """The first free seat."""
        return next((seat for seat in range(MAX_SEATS) if seat not in self.taken), None)

    def of_token(self, token: str) -> Seat | None:
        """The seat that a token (its hash) opens."""
        opened = (s for s, place in self.taken.items() if same(place.token, token))
        return next(opened, None)

    def people(self) -> list[Seat]:
        """The seats that belong to a person, here or away, in order."""
        return sorted(s for s, place in self.taken.items() if place.token is not None)

    def people_here(self) -> list[Seat]:
        """The seats whose person is connected, in order."""
        return [seat for seat in self.people() if self.taken[seat].here]

    def span(self) -> int:
        """Letters up to the last one taken."""
        return max(self.taken, default=-1) + 1

    def views(self, totals: tuple[int, ...]) -> list[SeatView]:
        """What everyone may know of each taken seat, in order."""
        return [
            SeatView(
                seat=letter(seat),
                name=place.name,
                kind=place.kind,
                level=place.level,
                here=place.here,
                ready=place.ready,
                host=seat == self.host,
                total=totals[seat] if seat < len(totals) and not place.newcomer else 0,
            )
            for seat, place in sorted(self.taken.items())
        ]


def same(kept_hash: str | None, brought_hash: str) -> bool:
    """Whether two hashes are one, in a time that does not tell where they differ."""
    return kept_hash is not None and hmac.compare_digest(kept_hash, brought_hash)
