"""A whole round without a finger or a mouse."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
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


@pytest.mark.parametrize("way", ["escape", "button", "beside"])
async def test_after_the_menu_single_keys_play_at_once(
    server: Serving, person: NewPerson, way: str
) -> None:
    ann = await person()
    await alone(server, ann)
    await ann.open("menu")
    if way == "escape":
        await ann.page.keyboard.press("Escape")
    elif way == "button":
        await ann.press(ann.find("dialog .close"))
    else:
        await ann.page.mouse.click(4, 4)
    await expect(ann.find("dialog[open]")).to_have_count(0)
    before = await ann.look()
    await ann.key("hand")
    await ann.until(lambda now: now.hand == before.hand - 3)
    await expect(ann.find("dialog[open]")).to_have_count(0)
    before = await ann.look()
    await ann.key("r1")
    await ann.until(lambda now: now.waiting == ["r1"] or now.own["r1"] != before.own["r1"])


async def test_whoever_comes_to_the_menu_by_tab_opens_it_by_the_space_bar_again(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann)
    await ann.reach("[data-action=menu]")
    before = await ann.look()
    for _ in range(2):
        await ann.page.keyboard.press("Space")
        await ann.find("dialog[open] h2").wait_for()
        await ann.close()
    assert (await ann.look()).hand == before.hand
    await ann.key("r1")
    await ann.until(lambda now: now.waiting == ["r1"] or now.own["r1"] != before.own["r1"])


async def test_keys_are_chosen_by_keyboard_alone_and_kept(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await alone(server, ann)
    await _keys_of_the_settings(ann)
    await ann.choose("[data-key-of=turn]")
    told = ann.find("[data-told-key]")
    await expect(ann.find("[data-waiting=turn]")).to_be_focused()
    await ann.page.keyboard.press("m")
    await expect(told).to_have_text(re.compile(r"^.?M.? is taken already: .?sound on and off"))
    await ann.page.keyboard.press("Enter")
    await expect(told).to_have_text(re.compile("browser"))
    await ann.page.keyboard.press("k")
    await expect(ann.find("[data-key-of=turn]")).to_be_focused()
    await expect(ann.find("[data-key-of=turn]")).to_have_text("K")
    await ann.page.keyboard.press("Space")
    await expect(ann.find("[data-waiting=turn]")).to_be_focused()
    await ann.page.keyboard.press("Escape")
    await expect(ann.find("[data-key-of=turn]")).to_be_focused()
    await ann.close()
    await ann.page.reload()
    await ann.running()
    await expect(ann.find("[data-source=hand] .hint")).to_have_text("K")
    before = await ann.look()
    await ann.page.keyboard.press("Space")
    await ann.page.keyboard.press("k")
    await ann.until(lambda now: now.hand == before.hand - 3)
    await ann.page.keyboard.press("?")
    await expect(ann.find("dialog kbd").get_by_text("K", exact=True)).to_have_count(1)
    await ann.close()
    await _keys_of_the_settings(ann)
    await ann.choose("[data-action=keys-usual]")
    await expect(ann.find("[data-key-of=turn]")).to_have_text("Space")


async def _keys_of_the_settings(ann: Person) -> None:
    await ann.choose("[data-action=menu]")
    await ann.choose("[data-action=settings]")
    await ann.choose("[data-part=keys] summary")
    await ann.find("[data-key-of=turn]").wait_for()
