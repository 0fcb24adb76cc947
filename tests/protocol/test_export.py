"""The generated files are those that the messages make."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pellmell.protocol import export, messages

CHECKOUT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("path", "text"),
    [(export.TYPESCRIPT, export.typescript()), (export.ASYNCAPI, export.asyncapi())],
    ids=["typescript", "asyncapi"],
)
def test_what_was_generated_is_current(path: Path, text: str) -> None:
    assert (CHECKOUT / path).read_text("utf-8") == text, "run python -m pellmell.protocol.export"


def test_every_frame_and_event_has_its_types() -> None:
    text = export.typescript()
    for union in (messages.ClientFrame, messages.ServerFrame, messages.PublicEvent):
        for struct in union.__args__:
            config = struct.__struct_config__
            assert f"export interface {struct.__name__} {{\n  {config.tag_field}: " in text


def test_fields_are_optional_exactly_where_they_may_be_left_out() -> None:
    class Sample(msgspec.Struct, tag_field="t", tag="sample", omit_defaults=True):
        """A sample."""

        a: int
        b: str | None = None
        c: bool | msgspec.UnsetType = msgspec.UNSET
        d: float | msgspec.UnsetType | None = msgspec.UNSET
        e: list[list[int | None]] = []
        f: messages.Phase | None = None
        g: None = None

    assert export._interface(Sample) == (
        '/** A sample. */\nexport interface Sample {\n  t: "sample";\n  a: number;\n'
        "  b?: string;\n  c?: boolean;\n  d?: number | null;\n  e?: (number | null)[][];\n"
        "  f?: Phase;\n}\n"
    )


def test_a_type_that_nobody_foresaw_is_refused() -> None:
    class Sample(msgspec.Struct):
        a: frozenset[int]

    with pytest.raises(TypeError, match="has no TypeScript yet"):
        export._interface(Sample)


def test_every_reference_of_the_document_leads_somewhere() -> None:
    document = json.loads(export.asyncapi())

    def references(part: Any) -> list[str]:
        if isinstance(part, dict):
            own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
            return own + [ref for value in part.values() for ref in references(value)]
        return (
            [ref for value in part for ref in references(value)] if isinstance(part, list) else []
        )

    found = references(document)
    assert len(found) > 30
    for reference in found:
        part = document
        for step in reference.removeprefix("#/").split("/"):
            part = part[step]
    assert set(document["channels"]["room"]["messages"]) == {
        "hello", "do", "room", "look", "ping", "welcome", "ev", "ack", "nack", "pong",
        "stalled", "bye"
    }  # fmt: skip
