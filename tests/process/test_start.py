"""What keeps a server from starting is told in one line, with exit code 1."""

import asyncio
import os
import socket
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from tests.process.serving import Process, create, ended

pytestmark = [pytest.mark.asyncio, pytest.mark.process]


def one_line(told: tuple[int | None, str, str], *words: str) -> None:
    code, out, error = told
    assert (code, out) == (1, ""), told
    assert error.startswith("pellmell serve: ")
    assert error.count("\n") == 1
    for word in words:
        assert word in error


async def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = await ended("--port", str(port), "--data", str(tmp_path))
    one_line(told, f"port {port} is in use", "--port")


async def test_a_port_that_is_none(tmp_path: Path) -> None:
    one_line(await ended("--port", "70000", "--data", str(tmp_path)), "70000")


async def test_a_data_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    told = await ended("--port", "0", "--data", str(tmp_path / "file" / "data"))
    one_line(told, "cannot hold the data", "--data")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
async def test_a_data_directory_of_somebody_else(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)  # noqa: ASYNC240 - nothing else waits
    one_line(await ended("--port", "0", "--data", str(tmp_path)), "cannot hold the data")


async def test_a_data_directory_in_use(tmp_path: Path) -> None:
    server = await Process.start(tmp_path)
    told = await ended("--port", "0", "--data", str(tmp_path))
    await server.kill()
    one_line(told, "in use by another pellmell")


async def test_a_newer_log(tmp_path: Path) -> None:
    server = await Process.start(tmp_path)
    await server.terminate()
    with sqlite3.connect(tmp_path / "pellmell.db") as log:
        log.execute("UPDATE meta SET value = 99 WHERE name = 'format'")
    log.close()
    one_line(await ended("--port", "0", "--data", str(tmp_path)), "newer pellmell", "99")


async def test_an_origin_that_is_none(tmp_path: Path) -> None:
    told = await ended("--origin", "cards.example.org", "--data", str(tmp_path))
    one_line(told, "--origin 'cards.example.org' is not an origin", "https://cards.example.org")


async def test_an_address_that_is_not_this_machines(tmp_path: Path) -> None:
    told = await ended("--host", "203.0.113.1", "--port", "0", "--data", str(tmp_path))
    one_line(told, "203.0.113.1", "--host")


async def test_an_address_that_is_none(tmp_path: Path) -> None:
    told = await ended("--host", "no address", "--port", "0", "--data", str(tmp_path))
    one_line(told, "--host no address is not an address", "127.0.0.1")


async def test_a_damaged_room_is_set_aside_and_the_others_are_there(tmp_path: Path) -> None:
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        rooms = [(await create(http, server.url, public=True))["room"] for _ in range(2)]
        async with asyncio.timeout(20):
            for room in rooms:
                line = await http.ws_connect(f"{server.url}/ws")
                await line.send_json({"t": "hello", "room": room})
                await line.receive()
        await server.kill()
        with sqlite3.connect(tmp_path / "pellmell.db") as log:
            log.execute(
                "UPDATE entries SET body = X'7B7D' WHERE room = ? AND number = 0", rooms[:1]
            )
        log.close()
        server = await Process.start(tmp_path)
        async with http.get(f"{server.url}/api/rooms/{rooms[0]}") as answer:
            assert answer.status == 404
        async with http.get(f"{server.url}/api/rooms/{rooms[1]}") as answer:
            assert answer.status == 200
    code, said = await server.terminate()
    assert code == 0
    assert f"{rooms[0]}: entry 0 is damaged" in said
