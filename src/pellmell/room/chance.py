"""Where a room's chance, its secrets and its bots come from: given to it, never fetched."""

from collections.abc import Callable

import msgspec

from pellmell.protocol.minds import MakeMind


class Chance(msgspec.Struct, frozen=True):
    """`mint` makes a secret, `seed` the seed of a round's dice, `mind` a bot's mind."""

    mint: Callable[[], str]
    seed: Callable[[], bytes]
    mind: MakeMind
    bot_names: tuple[str, ...]
