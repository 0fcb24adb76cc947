"""A whole round without a finger or a mouse."""

import asyncio
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.playing import alone, play
from tests.e2e.serving import Room, Serving, check

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_round_by_keyboard_alone(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    ann = await person()
    await ann.page.goto(server.here)
    await ann.at("home")
    await ann.choose("[data-action=new]")
    await ann.at("create")
    await ann.reach("form input")
    await ann.page.keyboard.press("Control+A")
    await ann.page.keyboard.type("Ann")
    await ann.choose("summary")
    await ann.reach('input[name$="-stack_size"]')
    while await ann.find('input[name$="-stack_size"]:checked').input_value() != "5":
        await ann.page.keyboard.press("ArrowLeft")
    await ann.choose("[data-action=create]")
    await ann.at("lobby")
    await ann.choose('[data-action=bot][data-level="beginner"]')
    await expect(ann.find(".seats [data-seat]")).to_have_count(2)
    await ann.choose("[data-action=start]")
    await ann.running()

    seen = await play(ann, press=ann.key)
    assert seen.screen == "result"
    link = await ann.page.evaluate("location.pathname + location.hash")
    code, _, key = link.rpartition("/")[2].partition("#k=")
    record = await Room(server, code, key).record(1)
    scores = await check(record, tmp_path)
    assert set(scores) == {"A", "B"}
    plays = [line for line in record.splitlines() if line[0].isdigit() and line.split()[1] == "A"]
    assert any(">c" in line for line in plays)
    await ann.choose("[data-action=next]")
    await asyncio.gather(ann.at("table"), ann.running())


async def test_help_names_the_keys_and_leaves_them_alone_while_open(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann)
    await ann.page.keyboard.press("?")
    await expect(ann.find("[data-help]")).to_be_visible()
    before = await ann.look()
    await ann.key("hand")
    assert (await ann.look()).hand == before.hand
    await ann.page.keyboard.press("Escape")
    await expect(ann.find("[data-help]")).to_have_count(0)
    await ann.key("hand")
    await ann.until(lambda now: now.hand == before.hand - 3)
