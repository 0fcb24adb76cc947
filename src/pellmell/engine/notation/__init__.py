"""The table notation: cards, positions and commands as text, both ways.

What is accepted is written back letter for letter, with single spaces; everything else is
refused by one line that names the token, its column and what would be right.
"""

from pellmell.engine.notation.positions import format_position, format_view, parse_position
from pellmell.engine.notation.words import (
    NotationError,
    format_card,
    format_command,
    parse_card,
    parse_command,
)

__all__ = [
    "NotationError",
    "format_card",
    "format_command",
    "format_position",
    "format_view",
    "parse_card",
    "parse_command",
    "parse_position",
]
