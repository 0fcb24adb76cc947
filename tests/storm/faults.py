"""What can go wrong, and the subset that a seed switches on."""

import random

import msgspec

SHARE = 0.35
"""How likely each fault is to be on."""
SHARES = {"delay": 0.6}
"""The likelier ones: nobody is held up where all are equally far away."""


class Faults(msgspec.Struct):
    """The faults of one run."""

    drop: bool = False
    half_open: bool = False
    delay: bool = False
    duplicate: bool = False
    garbage: bool = False
    slow_reader: bool = False
    reconnect_storm: bool = False
    wrong_token: bool = False
    second_tab: bool = False
    kill: bool = False
    power: bool = False
    flip: bool = False
    full: bool = False
    broken_sync: bool = False
    slow_sync: bool = False
    wall_clock: bool = False
    freeze: bool = False
    together: bool = False
    host_leaves: bool = False
    bot_raises: bool = False
    drain: bool = False

    @property
    def names(self) -> list[str]:
        """Those that are on."""
        return [name for name in self.__struct_fields__ if getattr(self, name)]


def swarm(chance: random.Random) -> Faults:
    """A random subset; now and then none at all."""
    if chance.random() < 0.05:
        return Faults()
    return Faults(
        **{name: chance.random() < SHARES.get(name, SHARE) for name in Faults.__struct_fields__}
    )
