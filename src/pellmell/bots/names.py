"""What bots are called."""

from typing import Final

NAMES: Final = (
    "Pip", "Juno", "Moss", "Otto", "Wren", "Ziggy", "Fern", "Basil", "Nell", "Bruno", "Tilly",
    "Rufus", "Poppy", "Milo", "Clover", "Hugo", "Olive", "Felix", "Maple", "Toby", "Hazel",
    "Oscar", "Minka", "Bertie", "Saffi", "Kasper", "Dotty", "Rollo", "Pepper", "Linus", "Mabel",
    "Quinn",
)  # fmt: skip
"""Short names, no two alike and all in letters that every font has; more than a table has seats."""
