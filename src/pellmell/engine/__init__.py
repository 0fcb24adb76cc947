"""The rules as pure functions over values: no clock, no chance of its own, no I/O.

A command goes into `decide.decide`, which gives events or a refusal; an event goes into
`evolve.evolve`, which gives the next table. Nothing here imports anything but the standard
library and msgspec.
"""
