"""The reader of messages against the data that the browser client's is held to as well."""

import json
from pathlib import Path
from typing import Any

import pytest

from pellmell.texts.icu import MessageError, read, write

DATA = json.loads((Path(__file__).parents[2] / "conformance/messages.json").read_text("utf-8"))


@pytest.mark.parametrize(
    "entry", DATA["says"], ids=lambda entry: f"{entry['language']}: {entry['said']}"
)
def test_what_is_said(entry: dict[str, Any]) -> None:
    assert write(read(entry["text"]), entry["values"], entry["language"]) == entry["said"]


@pytest.mark.parametrize("text", DATA["refused"])
def test_what_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        read(text)


def test_a_value_that_is_not_given_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="name"):
        write(read("{name}!"), {}, "en")
