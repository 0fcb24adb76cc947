"""How bytes become a frame, or none."""

import pytest

from pellmell.protocol.messages import Do, Unreadable, decode


@pytest.mark.parametrize("text", ['\ufeff{"t":"do","n":7}', '\ufeff{"t":"do","n":7,"a":"turn"}'])
def test_a_byte_order_mark_is_no_frame_whether_as_bytes_or_as_text(text: str) -> None:
    assert decode(text) == decode(text.encode()) == Unreadable(None)


def test_what_cannot_be_understood_is_known_by_its_number_whether_as_bytes_or_as_text() -> None:
    text = '{"t":"do","n":7,"a":"\\ud800"}'
    assert decode(text) == decode(text.encode()) == Unreadable(7)
    assert decode('{"t":"do","n":7,"a":"turn"}') == Do(n=7, a="turn")
