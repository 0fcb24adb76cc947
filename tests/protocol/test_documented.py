"""docs/protocol.md names everything that crosses the wire."""

import re
from pathlib import Path

import pytest

from pellmell.protocol import messages
from pellmell.room.hosting import FIELDS, REACTIONS

TEXT = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
NAMED = set(re.findall(r"`([^`\s]+)`", TEXT))


NAMES = {
    *messages.WORDS,
    *FIELDS,
    *REACTIONS,
    *messages.Options.__struct_fields__,
    *messages.RoomView.__struct_fields__,
    *(str(event.__struct_config__.tag) for event in messages.PublicEvent.__args__),
    *(str(frame.__struct_config__.tag) for frame in messages.ServerFrame.__args__),
}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_it_is_documented(name: str) -> None:
    assert name in NAMED


@pytest.mark.parametrize("event", messages.PublicEvent.__args__)
def test_every_field_of_an_event_is_documented(event: type[messages.Did]) -> None:
    row = next(
        line
        for line in TEXT.partition("### Events")[2].splitlines()
        if line.startswith("|") and f"`{event.__struct_config__.tag}`" in line.split("|")[1]
    )
    for field in event.__struct_encode_fields__:
        assert f"`{field}`" in row or field in {"rules", "options"}, field


def test_words_of_refusal_stand_in_their_order() -> None:
    table = TEXT.partition("### Refusals")[2].partition("###")[0]
    assert tuple(re.findall(r"^\| `([a-z-]+)`", table, re.MULTILINE)) == messages.WORDS
