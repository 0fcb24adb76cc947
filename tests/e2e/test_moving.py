"""A seat goes from one device to another in the middle of a round."""

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.playing import alone
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_code_brings_the_seat_to_another_device_and_back_again(
    server: Serving, person: NewPerson
) -> None:
    phone, laptop = await person(phone=True), await person()
    await alone(server, phone)
    await phone.tap("hand")
    held = await phone.until(lambda now: now.own["w"])
    await phone.act("menu")
    await phone.act("move")
    code = await phone.find("[data-move]").inner_text()

    await laptop.page.goto(server.here)
    await laptop.page.get_by_label("Join a table").fill(code.lower())
    await laptop.act("join")
    await laptop.at("move")
    await laptop.act("take")
    await laptop.running()
    seen = await laptop.until(lambda now: now.own.get("w"))
    assert (seen.own["r1"], seen.own["w"]) == (held.own["r1"], held.own["w"])
    await expect(phone.find("[data-screen=closed]")).to_have_attribute("data-why", "taken-over")
    await laptop.act("menu")
    await expect(laptop.find("[data-action=end]")).to_be_visible()

    await laptop.act("move")
    code = (await laptop.find("[data-move]").get_attribute("data-move")) or ""
    await phone.page.goto(f"{server.here}/move#{code}")
    await phone.act("take")
    await phone.running()
    await expect(laptop.find("[data-screen=closed]")).to_have_attribute("data-why", "taken-over")


async def test_a_code_that_moves_nothing_is_told_where_it_was_typed(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    ann.forgive("404")
    await ann.page.goto(f"{server.here}/move#ABC")
    await ann.act("take")
    await expect(ann.page.get_by_role("alert")).to_have_text("A code has eight letters and digits.")
    await ann.page.get_by_label("Code of the move").fill("ABCD EFGH")
    await ann.act("take")
    await expect(ann.page.get_by_role("alert")).to_contain_text("No seat moves by this code")
