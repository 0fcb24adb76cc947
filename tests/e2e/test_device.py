"""The Speed Machine beside real cards, through all its throws on a fast clock."""

import re
from typing import Final

import pytest
from playwright.async_api import Locator, Page, expect

from pellmell.engine.machine import Noise
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SOUNDLESS: Final = "delete globalThis.AudioContext; delete globalThis.webkitAudioContext;"
FELT: Final = "globalThis.felt = []; navigator.vibrate = (pattern) => felt.push(pattern.length);"
HEARD: Final = """
globalThis.heard = [];
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (at) {
  heard.push(this.context.state);
  return start.call(this, at);
};
"""
LOCKS: Final = """
globalThis.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => {
  locks.push(what);
  return { release: async () => locks.push("released") };
} } });
"""
PRINTED: Final = "globalThis.printed = 0; globalThis.print = () => { printed += 1; };"
EIGHT: Final = sorted(Noise)
LONGEST: Final = 8_000
"""Milliseconds between two throws at the usual pace, at most."""


async def machine(server: Serving, person: NewPerson, *scripts: str) -> Person:
    """Somebody's phone as the machine, with a clock that can be turned on."""
    ann = await person(phone=True)
    for script in scripts:
        await ann.context.add_init_script(script)
    await ann.page.clock.install()
    await ann.page.goto(f"{server.here}/machine")
    await expect(ann.page.locator("[data-screen=machine]")).to_be_visible()
    await ann.page.wait_for_load_state("networkidle")
    return ann


async def count(page: Page) -> int:
    """How many cards were thrown, as the page says."""
    told = re.match(r"\d+", await page.locator("[data-count]").inner_text())
    assert told is not None
    return int(told[0])


async def next_throw(page: Page) -> int:
    """Turn the clock on until there is one more card."""
    before = await count(page)
    for _ in range(LONGEST // 250 + 1):
        await page.clock.run_for(250)
        if await count(page) > before:
            return before + 1
    raise AssertionError(f"no card after the {before}th in {LONGEST} ms")


async def test_all_24_throws_without_a_server(server: Serving, person: NewPerson) -> None:
    ann = await machine(server, person, FELT)
    page = ann.page
    await ann.laid_in()
    await ann.context.set_offline(True)
    names = ("Ada", "Ben", "Chloé")
    await page.click("[data-action=fewer]")
    for player, name in enumerate(names):
        await page.locator(f'[data-player="{player}"] input').fill(name)
    await expect(page.locator("[data-aside] [data-noise]")).to_have_count(2)
    owners = {
        await card.get_attribute("data-noise"): name
        for player, name in enumerate(names)
        for card in await page.locator(f'[data-player="{player}"] [data-noise]').all()
    }
    assert len(owners) == 6

    await page.click("[data-action=start]")
    noises: list[str | None] = []
    actions: list[str | None] = []
    for number in range(1, 25):
        assert await next_throw(page) == number
        noise = await page.locator(".stage").get_attribute("data-noise")
        noises.append(noise)
        actions.append(await page.locator("[data-action-card]").get_attribute("data-action-card"))
        whose = await page.locator("[data-whose]").inner_text()
        free = page.locator("[data-taker]:enabled")
        if noise in owners:
            assert owners[noise] in whose
            await expect(free).to_have_count(1)
            await expect(free).to_contain_text(owners[noise])
        else:
            await expect(free).to_have_count(3)
        if number % 3 == 0:
            await free.first.click()
            await expect(page.locator("[data-action=undo]")).to_be_visible()
    assert sorted(map(noises.count, set(noises))) == [3] * 8
    assert sorted(map(actions.count, set(actions))) == [4, 4, 4, 4, 8]
    assert len([length for length in await page.evaluate("felt") if length > 0]) == 24

    await expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "emptied")
    await expect(page.locator("[data-open]")).to_have_count(16)
    await page.locator("[data-open]").first.click()
    await page.locator("[data-taker='2']").click()
    await expect(page.locator("[data-open]")).to_have_count(15)
    await page.click("[data-action=stop]")
    await page.click("[data-action=stop-yes]")
    await expect(page.locator("[data-screen=machine-over] [data-player]")).to_have_count(3)
    taken = page.locator("[data-screen=machine-over] [role=img]")
    await expect(taken).to_have_count(9)
    await page.click("[data-action=again]")
    assert await count(page) == 0


async def test_a_card_not_taken_is_open_to_all_and_a_wrong_tap_is_undone(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person)).page
    await page.click("[data-action=start]")
    await next_throw(page)
    await expect(page.locator("[data-taker]:enabled")).to_have_count(1)
    await next_throw(page)
    await page.click("[data-open='0']")
    await expect(page.locator("[data-taker]:enabled")).to_have_count(4)
    await page.click("[data-taker='3']")
    await expect(page.locator("[data-open]")).to_have_count(0)
    await page.click("[data-action=undo]")
    await expect(page.locator("[data-open]")).to_have_count(1)
    await expect(page.locator("[data-taker]:enabled")).to_have_count(4)


async def test_a_reload_finds_the_round_paused_where_it_was(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person)).page
    await page.locator('[data-player="0"] input').fill("Ada")
    await page.click("[data-action=start]")
    for _ in range(3):
        await next_throw(page)
    await page.reload()
    await expect(page.locator("[data-phase]")).to_have_attribute("data-phase", "paused")
    assert await count(page) == 3
    await expect(page.locator("[data-taker='0']")).to_contain_text("Ada")
    await page.clock.run_for(3 * LONGEST)
    assert await count(page) == 3
    await page.click("[data-action=go-on]")
    assert await next_throw(page) == 4


async def test_the_noise_button_makes_it_quiet_while_it_ticks(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person)).page
    await page.click("[data-action=start]")
    await next_throw(page)
    await expect(page.locator(".stage")).not_to_have_attribute("data-noise", "")
    await page.click("[data-action=quiet]")
    await next_throw(page)
    await expect(page.locator(".stage")).to_have_attribute("data-noise", "")
    await expect(page.locator("[data-taker]:enabled")).to_have_count(4)
    await page.click("[data-action=quiet]")
    await next_throw(page)
    await expect(page.locator(".stage")).not_to_have_attribute("data-noise", "")


async def test_the_blue_button_plays_all_eight_with_their_owners_where_nothing_can_be_heard(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person, SOUNDLESS)).page
    await page.locator('[data-player="0"] input').fill("Ada")
    own = [
        await card.get_attribute("data-noise")
        for card in await page.locator('[data-player="0"] [data-noise]').all()
    ]
    await page.click("[data-action=hear]")
    heard: dict[str | None, str] = {}
    while await page.locator("[data-screen=machine-hear]").count():
        told = await page.evaluate(
            "[document.querySelector('.stage [data-noise]').dataset.noise,"
            " document.querySelector('.owner').innerText]"
        )
        heard[told[0]] = told[1]
        await page.clock.run_for(500)
    await expect(page.locator("[data-screen=machine]")).to_be_visible()
    assert len(heard) == 8
    assert {noise for noise, owner in heard.items() if owner == "Ada"} == set(own)


async def test_the_tap_that_starts_it_unlocks_the_sound(server: Serving, person: NewPerson) -> None:
    page = (await machine(server, person, HEARD)).page
    assert await page.evaluate("heard") == []
    await page.click("[data-action=start]")
    await next_throw(page)
    await page.wait_for_function("heard.length > 0")
    assert set(await page.evaluate("heard")) == {"running"}
    await page.click("[data-action=pause]")
    before = await page.evaluate("heard.length")
    await page.clock.run_for(LONGEST)
    assert await page.evaluate("heard.length") == before


async def test_the_screen_stays_on_while_it_runs(server: Serving, person: NewPerson) -> None:
    page = (await machine(server, person, LOCKS)).page
    assert await page.evaluate("locks") == []
    await page.click("[data-action=start]")
    await page.wait_for_function("locks.length === 1")
    await page.click("[data-action=stop]")
    await page.click("[data-action=stop-yes]")
    await page.wait_for_function("locks.at(-1) === 'released'")
    assert await page.evaluate("locks") == ["screen", "released"]


async def test_the_cards_are_held_up_to_one_player_after_the_other(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person)).page
    await page.click("[data-action=fewer]")
    dealt = await _dealt(page, ("Ada", "Ben", "Chloé"))
    await page.click("[data-action=hold]")
    held = page.locator("[data-screen=machine-hold]")
    for name, noises in dealt.items():
        await expect(held.locator("h1")).to_contain_text(name)
        assert await _noises(held) == noises
        await held.locator("[data-action=next]").click()
    aside = await _noises(held)
    assert sorted([*aside, *(noise for own in dealt.values() for noise in own)]) == EIGHT
    await held.locator("[data-action=previous]").click()
    await expect(held.locator("h1")).to_contain_text("Chloé")
    await held.locator("[data-action=next]").click()
    await held.locator("[data-action=next]").click()
    await expect(page.locator("[data-screen=machine]")).to_be_visible()


async def test_the_sheet_for_the_printer_has_every_card_with_its_owner(
    server: Serving, person: NewPerson
) -> None:
    page = (await machine(server, person, PRINTED)).page
    await page.click("[data-action=fewer]")
    dealt = await _dealt(page, ("Ada", "Ben", "Chloé"))
    sheet = page.locator("section", has=page.locator(".cards"))
    await expect(sheet.first).to_be_hidden()
    await page.click("[data-action=print]")
    assert await page.evaluate("printed") == 1

    await page.emulate_media(media="print")
    await expect(page.locator("[data-screen=machine]")).to_be_hidden()
    await expect(sheet).to_have_count(len(dealt) + 1)
    for part, (name, noises) in zip(await sheet.all(), dealt.items(), strict=False):
        await expect(part).to_be_visible()
        await expect(part.locator("h2")).to_contain_text(name)
        assert await _noises(part) == noises
    assert sorted(await _noises(sheet)) == EIGHT


async def _dealt(page: Page, names: tuple[str, ...]) -> dict[str, list[str]]:
    """Name the players; the noises of each."""
    for player, name in enumerate(names):
        await page.locator(f'[data-player="{player}"] input').fill(name)
    return {
        name: await _noises(page.locator(f'[data-player="{player}"]'))
        for player, name in enumerate(names)
    }


async def _noises(within: Locator) -> list[str]:
    found: list[str] = await within.locator("[data-noise]").evaluate_all(
        "nodes => nodes.map(({ dataset }) => dataset.noise)"
    )
    return found


async def test_nine_players_play_quietly(server: Serving, person: NewPerson) -> None:
    page = (await machine(server, person)).page
    for _ in range(5):
        await page.click("[data-action=more]")
    await expect(page.locator("[data-player]")).to_have_count(9)
    await expect(page.locator("main [data-noise]")).to_have_count(0)
    await page.click("[data-action=start]")
    await next_throw(page)
    await expect(page.locator("[data-taker]:enabled")).to_have_count(9)


async def test_the_language_changes_without_a_server(server: Serving, person: NewPerson) -> None:
    ann = await machine(server, person)
    await ann.laid_in()
    await ann.context.set_offline(True)
    await ann.page.get_by_role("button", name="Deutsch").click()
    await expect(ann.page.locator("[data-action=hear]")).to_have_text("Geräusche anhören")


async def test_two_players_of_one_name_are_two_players(server: Serving, person: NewPerson) -> None:
    page = (await machine(server, person)).page
    for player in range(2):
        await page.locator(f'[data-player="{player}"] input').fill("Ada")
    await page.reload()
    await expect(page.locator(".sheet h2").filter(has_text="Ada")).to_have_count(2)
    await page.click("[data-action=hold]")
    shown: list[str | None] = []
    for _ in range(2):
        await expect(page.locator("[data-screen=machine-hold] h1")).to_contain_text("Ada")
        cards = page.locator("[data-screen=machine-hold] [data-noise]")
        shown += [await card.get_attribute("data-noise") for card in await cards.all()]
        await page.click("[data-action=next]")
    assert len(set(shown)) == 4


@pytest.mark.parametrize("size", [(360, 640), (390, 844), (1280, 800)])
async def test_its_keys_are_as_wide_as_what_is_above_them(
    server: Serving, person: NewPerson, size: tuple[int, int]
) -> None:
    page = (await machine(server, person)).page
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    panel = await page.locator(".panel").first.bounding_box()
    keys = [await page.locator(f"[data-action={key}]").bounding_box() for key in ("hear", "start")]
    assert panel is not None
    assert keys[0] is not None
    assert keys[1] is not None
    assert keys[0]["x"] == pytest.approx(panel["x"], abs=0.1)
    end = panel["x"] + panel["width"]
    assert keys[1]["x"] + keys[1]["width"] == pytest.approx(end, abs=0.1)


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1440, 900)])
async def test_nothing_lies_beside_the_screen(
    server: Serving, person: NewPerson, size: tuple[int, int]
) -> None:
    page = (await machine(server, person)).page
    await page.set_viewport_size({"width": size[0], "height": size[1]})
    wide = "document.documentElement.scrollWidth - innerWidth"
    assert await page.evaluate(wide) <= 0
    await page.click("[data-action=start]")
    await next_throw(page)
    await next_throw(page)
    assert await page.evaluate(wide) <= 0
    for taker in await page.locator("[data-taker]").all():
        box = await taker.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
