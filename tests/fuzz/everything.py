"""Every decoder there is, by name."""

from typing import Final

from tests.fuzz import kept, messages, network, notation
from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target]] = {
    target.name: target
    for room in (notation, messages, kept, network)
    for target in room.TARGETS
}
