"""Servers that are killed, stopped and started again, as real processes."""

import asyncio
import random
import socket
import sqlite3
from pathlib import Path

import aiohttp
import pytest

from pellmell.server.limits import STOP_SECONDS
from tests.process.serving import Frame, Player, Process, create, open_table

pytestmark = [pytest.mark.asyncio, pytest.mark.process]

SOURCES = ("s", "w", "r1", "r2", "r3", "r4")
"""Where a card is played from, blindly: refusals are answers too."""
STOPS_WITHIN = 10.0
"""Seconds from SIGTERM to the end of the process, which operators are promised."""


async def play(player: Player, dice: random.Random) -> None:
    """Turn and play at random until the line is cut."""

    async def commands() -> None:
        while True:
            a = "turn" if dice.random() < 0.5 else f"{dice.choice(SOURCES)}>c"
            try:
                await player.give({"t": "do", "a": a})
            except ConnectionError:
                return
            await asyncio.sleep(0.07)

    giving = asyncio.create_task(commands())
    try:
        while await player.next() is not None:
            pass
    except ConnectionError:
        pass
    finally:
        giving.cancel()


async def check_memory(player: Player) -> None:
    """What was answered is answered the same again, and what was not gets one answer only."""
    for n in range(max(1, player.n - 15), player.n + 1):  # fewer than a flood
        await player.again(n)
        await player.again(n)
    for n, answer in player.answers.items():
        if answer["t"] == "ack" and answer["v"] in player.events:
            did = [event for event in player.events[answer["v"]] if event["k"] == "did"]
            plays = player.sent[n]["t"] == "do"
            assert [event["s"] for event in did] == [player.seat] * plays


def table(welcome: Frame) -> Frame:
    """What a welcome shows, but for the clocks."""
    return {k: seen for k, seen in welcome["room"].items() if k not in {"left", "next", "at"}}


@pytest.mark.parametrize("seed", range(2))
async def test_kill_9_in_mid_round_loses_no_answered_command_and_doubles_none(
    tmp_path: Path, seed: int
) -> None:
    dice = random.Random(seed)
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        players = await open_table(http, server.url)
        for player in players:
            await player.in_phase("round")
        for _ in range(2):
            playing = [asyncio.create_task(play(player, dice)) for player in players]
            await asyncio.sleep(0.4 + dice.random() * 0.4)
            await server.kill()
            await asyncio.gather(*playing)
            seats = [player.seat for player in players]
            highest = [max(a["v"] for a in p.answers.values() if a["t"] == "ack") for p in players]
            server = await Process.start(tmp_path, port=server.port)
            for player, seat, v in zip(players, seats, highest, strict=True):
                welcome = await player.connect(http, server.url)
                assert (welcome["you"]["seat"], welcome["you"]["token"]) == (seat, None)
                assert welcome["v"] >= v
                assert welcome["you"]["n"] >= max(player.answers)
            for player in players:
                await check_memory(player)
            views = [await player.look() for player in players]
            while views[0]["v"] != views[1]["v"]:
                views = [await player.look() for player in players]
            assert table(views[0]) == table(views[1])
            for player in players:
                if player.phase in {"paused", "countdown"}:
                    await player.in_phase("round")
    code, said = await server.terminate()
    assert (code, said) == (0, "")


async def test_case_39_a_server_that_is_told_to_stop_says_so_to_all_and_comes_back(
    tmp_path: Path,
) -> None:
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        players = await open_table(http, server.url)
        for player in players:
            await player.in_phase("round")
        turned = await players[1].give({"t": "do", "a": "turn"})
        answer = await players[1].answered(turned)
        stopping = asyncio.create_task(server.terminate(STOPS_WITHIN))
        for player in players:
            last = None
            while (frame := await player.next()) is not None:
                last = frame
            assert last == {"t": "bye", "why": "restarting", "after": 1.0}
            assert player._line is not None
            assert player._line.close_code == 1012
        assert await stopping == (0, "")
        server = await Process.start(tmp_path, port=server.port)
        for player in players:
            await player.connect(http, server.url)
        await players[1].again(turned)
        assert players[1].answers[turned] == answer
        await players[1].in_phase("round")
    assert await server.terminate() == (0, "")


async def test_case_39_a_server_ends_in_time_though_nobody_answers_its_goodbye(
    tmp_path: Path,
) -> None:
    assert STOP_SECONDS < STOPS_WITHIN
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        room = await create(http, server.url)
        await Player(room, "Ada").connect(http, server.url)
        silent = socket.create_connection(("127.0.0.1", server.port))
        silent.send(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        code, _ = await server.terminate(STOPS_WITHIN)
        silent.close()
    assert code == 0


async def test_a_room_that_was_only_created_survives_too(tmp_path: Path) -> None:
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        room = await create(http, server.url)
        await server.kill()
        server = await Process.start(tmp_path)
        ada = Player(room, "Ada")
        assert (await ada.connect(http, server.url))["you"]["host"] is True
    await server.kill()


async def test_a_round_that_slept_since_the_server_was_killed_goes_on_for_who_comes_back(
    tmp_path: Path,
) -> None:
    server = await Process.start(tmp_path)
    async with aiohttp.ClientSession() as http:
        players = await open_table(http, server.url)
        await server.kill()
        with sqlite3.connect(tmp_path / "pellmell.db") as connection:
            connection.execute("UPDATE rooms SET active = active - 3 * 60 * 60")
        connection.close()
        server = await Process.start(tmp_path)
        async with http.get(f"{server.url}/metrics") as answer:
            assert "pellmell_rooms 0\n" in await answer.text()
        for player, seat in zip(players, "AB", strict=True):
            welcome = await player.connect(http, server.url)
            assert welcome["you"]["seat"] == seat
        async with http.get(f"{server.url}/metrics") as answer:
            assert "pellmell_rooms 1\n" in await answer.text()
        assert await server.terminate() == (0, "")
