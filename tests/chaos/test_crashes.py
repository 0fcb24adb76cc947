"""`kill -9` in mid-round: nothing acknowledged is lost, nothing is done twice, everyone is back."""

import socket
from pathlib import Path

import pytest

from tests.chaos.crashing import ROOM, crash

pytestmark = [pytest.mark.asyncio, pytest.mark.process]

CYCLES = 50


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as sock:
        port: int = sock.getsockname()[1]
        return port


@pytest.mark.parametrize("first", range(0, CYCLES, ROOM))
async def test_a_server_that_is_killed_again_and_again(tmp_path: Path, first: int) -> None:
    count = await crash(tmp_path, free_port(), ROOM, f"crash {first}")
    assert count.cycles == ROOM
    assert count.acknowledged > ROOM
