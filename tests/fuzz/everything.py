"""Every decoder there is, by name, and all of them as one."""

from typing import Final

from tests.fuzz import kept, messages, network, notation
from tests.fuzz.target import Target

TARGETS: Final[dict[str, Target]] = {
    target.name: target for room in (notation, messages, kept, network) for target in room.TARGETS
}
FEW: Final = 12
"""Seeds of each decoder in the one that is all of them."""


def _any(data: bytes) -> bool:
    """An input behind the name of its decoder and a space."""
    name, _, rest = data.partition(b" ")
    target = TARGETS.get(name.decode(errors="replace"))
    return target is not None and target.attempt(rest[: target.longest])


ALL: Final = Target(
    name="all",
    attempt=_any,
    seeds=tuple(
        f"{name} ".encode() + seed
        for name, target in TARGETS.items()
        for seed in target.seeds[:: -(-len(target.seeds) // FEW)]
    ),
    longest=1 << 15,
    share=0,
)
