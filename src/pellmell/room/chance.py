"""Where a room's chance, its secrets and its bots come from: given to it, never fetched."""

from collections.abc import Callable

import msgspec

from pellmell.protocol.minds import MakeMind


class Chance(msgspec.Struct, frozen=True):
    """`mint` makes a secret, `seed` the seed of a round's dice, `mind` a bot's mind.

    `cpu` tells the seconds of a processor that were used so far, for what a mind takes of it.
    """

    mint: Callable[[], str]
    seed: Callable[[], bytes]
    mind: MakeMind
    cpu: Callable[[], float]
    bot_names: tuple[str, ...]
