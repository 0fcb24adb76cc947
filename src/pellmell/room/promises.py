"""What a room's chance comes from: the seeds it is bound to, and the shares of those who play."""

from collections import Counter

from pellmell.engine.cards import Seat, letter
from pellmell.engine.deal import SeededDice
from pellmell.engine.events import Event, Recycled
from pellmell.engine.proof import Proof, commitment
from pellmell.protocol import messages
from pellmell.room import facts


class Promises:
    """The proof of the round that is played, and what the next one's will be."""

    def __init__(self) -> None:
        self.pledges: dict[Seat, str] = {}
        self.shares: dict[Seat, str] = {}
        self.asked = False
        self._left: set[Seat] = set()
        self._next: str | None = None
        self._proof: Proof | None = None
        self._occasions: Counter[str] = Counter()

    @property
    def commit(self) -> str | None:
        """The hash of the next round's seed, while the room is bound to one."""
        return None if self._next is None else commitment(bytes.fromhex(self._next))

    @property
    def due(self) -> list[Seat]:
        """The seats whose share is still waited for."""
        return sorted(self.pledges.keys() - self.shares.keys() - self._left) if self.asked else []

    def next_proof(self) -> Proof | None:
        """What the next round's chance would come from if it were dealt now."""
        if self._next is None:
            return None
        shares = tuple((s, bytes.fromhex(share)) for s, share in sorted(self.shares.items()))
        return Proof(bytes.fromhex(self._next), shares)

    def dice(self, occasion: str) -> SeededDice:
        """The chance of the next occasion of its kind in this round."""
        assert self._proof is not None, "chance is asked for in a round only"
        return self._proof.dice(f"{occasion} {self._occasions[occasion] + 1}")

    def happened(self, events: tuple[Event, ...]) -> None:
        """Count the occasions that events used up."""
        for event in events:
            if isinstance(event, Recycled):
                self.used(f"recycle {letter(event.seat)}")

    def used(self, occasion: str) -> None:
        """An occasion is over; the next of its kind has other chance."""
        self._occasions[occasion] += 1

    def dealt(self) -> None:
        """A round was dealt by what was promised for it."""
        self._proof, self._next = self.next_proof(), None
        self._occasions.clear()
        self.pledges, self.shares, self.asked = {}, {}, False
        self._left.clear()

    def headers(self) -> tuple[tuple[str, str], ...]:
        """The lines of a record that prove the round."""
        if self._proof is None:
            return ()
        shares = ((f"Share {letter(s)}", share.hex()) for s, share in self._proof.shares)
        seed = self._proof.seed
        return (("Commit", commitment(seed)), ("Seed", seed.hex()), *shares)

    def apply(
        self,
        fact: facts.Committed
        | facts.Pledged
        | facts.SharesAsked
        | facts.SharesDropped
        | facts.Shared
        | facts.Revealed,
    ) -> tuple[messages.PublicEvent, ...]:
        """Take in a fact; what everyone is told of it."""
        match fact:
            case facts.Committed(seed):
                self._next = seed
                return (messages.Commit(self.commit or ""),)
            case facts.Pledged(seat, hashed):
                self.pledges[seat] = hashed
                return (messages.Pledge(letter(seat), hashed),)
            case facts.SharesAsked():
                self.asked = True
                return (messages.SharesDue([letter(seat) for seat in self.due]),)
            case facts.SharesDropped():
                self.asked = False
                return ()
            case facts.Shared(seat, share):
                self.shares[seat] = share
                return ()
            case facts.Revealed():
                return self._revealed()

    def forget(self, seat: Seat) -> None:
        """A seat is free; nothing of it is waited for."""
        self.pledges.pop(seat, None)
        self.shares.pop(seat, None)
        self._left.discard(seat)

    def left(self, seat: Seat) -> None:
        """A seat's person is gone for good, and what they pledged is not waited for."""
        self._left.add(seat)

    def _revealed(self) -> tuple[messages.PublicEvent, ...]:
        if self._proof is None:
            return ()
        shares = {letter(s): share.hex() for s, share in self._proof.shares}
        return (messages.Reveal(seed=self._proof.seed.hex(), shares=shares),)
