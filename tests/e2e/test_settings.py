"""The settings of a device: a page of their own and a sheet at the table, with the theme, the text and the sound."""

import re
from typing import Any, Final, Literal

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person, Seen
from tests.e2e.playing import alone, compact, has_set, play, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GROUNDS: Final = {"light": "rgb(244, 241, 232)", "dark": "rgb(18, 38, 45)"}
AROUND: Final = {"light": "#f4f1e8", "dark": "#12262d"}
SHOWN: Final = """() => {
  const { backgroundColor, colorScheme } = getComputedStyle(document.documentElement);
  const around = [...document.querySelectorAll("meta[name=theme-color]")].map(({ content }) => content);
  return [backgroundColor, colorScheme, [...new Set(around)]];
}"""
FIRST: Final = """
// What the ground is when the first part of the page is drawn into it.
new MutationObserver((_, watch) => {
  if (!document.querySelector("#app")?.firstElementChild) return;
  watch.disconnect();
  globalThis.first = getComputedStyle(document.documentElement).backgroundColor;
}).observe(document, { childList: true, subtree: true });
"""
LISTEN: Final = """
globalThis.gains = [];
const make = BaseAudioContext.prototype.createGain;
BaseAudioContext.prototype.createGain = function () {
  const gain = make.call(this);
  gains.push(gain);
  return gain;
};
"""
VOLUMES: Final = "gains.slice(1, 4).map(({ gain }) => Math.round(gain.value * 1000) / 1000)"
"""How loud noises, table and refusals are: after that of the whole, theirs are the first."""


async def _at_settings(server: Serving, person: NewPerson, **context: Any) -> Person:
    ann = await person(**context)
    await ann.page.goto(server.here)
    await ann.act("settings")
    await ann.at("settings")
    return ann


def _is(theme: str) -> list[Any]:
    return [GROUNDS[theme], theme, [AROUND[theme]]]


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_the_page_has_the_theme_of_the_system(
    server: Serving, person: NewPerson, theme: str
) -> None:
    ann = await _at_settings(server, person, color_scheme=theme)
    assert await ann.page.evaluate(SHOWN) == _is(theme)
    other: Literal["dark", "light"] = "dark" if theme == "light" else "light"
    await ann.page.emulate_media(color_scheme=other)
    await expect(ann.find("html")).to_have_attribute("data-theme", other)
    assert await ann.page.evaluate(SHOWN) == _is(other)


@pytest.mark.parametrize(("system", "theme"), [("light", "Dark"), ("dark", "Light")])
async def test_a_theme_that_was_chosen_is_there_from_the_first_picture(
    server: Serving, person: NewPerson, system: str, theme: str
) -> None:
    ann = await _at_settings(server, person, color_scheme=system)
    await ann.page.get_by_text(theme, exact=True).click()
    assert await ann.page.evaluate(SHOWN) == _is(theme.lower())
    await ann.page.add_init_script(FIRST)
    for path in ("/", "/machine", "/settings"):
        await ann.page.goto(server.here + path)
        await ann.find("main h1").first.wait_for()
        assert await ann.page.evaluate("first") == GROUNDS[theme.lower()]
        assert await ann.page.evaluate(SHOWN) == _is(theme.lower())
    await ann.page.get_by_text("As the device has them").click()
    assert await ann.page.evaluate(SHOWN) == _is(system)


async def test_the_text_is_as_large_as_it_was_set(server: Serving, person: NewPerson) -> None:
    ann = await _at_settings(server, person)
    size = "parseFloat(getComputedStyle(document.querySelector('.label, legend')).fontSize)"
    assert await ann.page.evaluate(size) == 16
    await ann.page.get_by_text("150%").click()
    assert await ann.page.evaluate(size) == 24
    await ann.page.reload()
    await ann.at("settings")
    assert await ann.page.evaluate(size) == 24


async def test_each_group_of_sounds_has_its_volume_and_the_note_mutes_all(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.add_init_script(LISTEN)
    await alone(server, ann)
    note = ann.find("[data-action=sound]")
    await expect(note).to_have_attribute("aria-pressed", "true")
    await ann.open("menu")
    await ann.open("settings", "input")
    assert await ann.page.evaluate(VOLUMES) == [1, 0.5, 0.5]
    await ann.find("fieldset:has-text('Refusals')").get_by_text("Off").click()
    await ann.find("fieldset:has-text('Noises')").get_by_text("Medium").click()
    assert await ann.page.evaluate(VOLUMES) == [0.55, 0.5, 0]
    await ann.close()
    await note.click()
    await expect(note).to_have_attribute("aria-pressed", "false")
    assert await ann.page.evaluate(VOLUMES) == [0, 0, 0]
    await ann.page.reload()
    await ann.running()
    await expect(note).to_have_attribute("aria-pressed", "false")
    await ann.page.keyboard.press("m")
    await expect(note).to_have_attribute("aria-pressed", "true")
    await ann.page.wait_for_function("gains.length > 3")
    assert await ann.page.evaluate(VOLUMES) == [0.55, 0.5, 0]


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_a_card_may_be_tapped_and_then_its_place(
    server: Serving, person: NewPerson, phone: bool
) -> None:
    ann = await person(phone=phone)
    await alone(server, ann)
    await ann.open("menu")
    await ann.open("settings", "input")
    await ann.page.get_by_text("Tap a card, then the place").click()
    await ann.close()
    tried: list[tuple[str, str]] = []

    async def pick_and_place(source: str) -> None:
        if source == "hand":
            await ann.tap(source)
            return
        card = (await ann.look()).own[source]
        await ann.tap(source)
        picked = ann.place(source)
        await expect(picked).to_have_class(re.compile(r"\bpicked\b"))
        # The same again puts it down, and nothing was played.
        await ann.tap(source)
        await expect(picked).not_to_have_class(re.compile(r"\bpicked\b"))
        assert (await ann.look()).own[source] == card
        await ann.tap(source)
        tried.append((source, card))
        await ann.page.mouse.click(*await ann.middle(ann.find(f"[data-zone={card[0]}]")))

    def laid(seen: Seen) -> bool:
        # What was turned on the waste tells nothing.
        tops = [(source, card) for source, card in set(tried) if source != "w"]
        return sum(seen.own[source] != card for source, card in tops) >= 2

    await play(ann, press=pick_and_place, choose=staying, until=laid)
    assert laid(await ann.look())


PICKED: Final = (
    "() => [...document.querySelectorAll('.picked')].map(({ dataset }) => dataset.source)"
)


async def _with_a_one(server: Serving, person: NewPerson) -> tuple[Person, Seen, str, str]:
    """Ann, whose taps pick up, with a 1 that fits everywhere near; where it lies, and where another card does."""
    ann = await person(phone=True)
    await compact(server, ann, rules="standard,turn=1", input="pick")
    seen = await play(ann, choose=lambda _: "hand", until=_ones)
    at = _ones(seen)[0]
    other = next(source for source in ("r1", "r2") if source != at)
    return ann, seen, at, other


def _ones(seen: Seen) -> list[str]:
    return [source for source, card in seen.own.items() if card[1:] == "1"]


async def test_a_one_that_was_picked_up_is_put_down_or_changed_for_another(
    server: Serving, person: NewPerson
) -> None:
    ann, seen, at, other = await _with_a_one(server, person)
    for tapped, raised in ((at, [at]), (at, []), (at, [at]), (other, [other])):
        await ann.tap(tapped)
        assert await ann.page.evaluate(PICKED) == raised
    assert (await ann.look()).own == seen.own


async def test_a_one_that_is_dragged_back_onto_ones_own_cards_stays(
    server: Serving, person: NewPerson
) -> None:
    ann, seen, at, other = await _with_a_one(server, person)
    await ann.drag(at, ann.place(other))
    await expect(ann.find(".lifted")).to_have_count(0)
    assert (await ann.look()).own == seen.own


async def test_a_card_that_a_key_played_leaves_no_other_raised(
    server: Serving, person: NewPerson
) -> None:
    ann, seen, at, _ = await _with_a_one(server, person)
    await ann.tap(at)
    assert await ann.page.evaluate(PICKED) == [at]
    await ann.key(at)
    await ann.until(lambda now: now.own[at] != seen.own[at])
    assert await ann.page.evaluate(PICKED) == []


@pytest.mark.parametrize(("note", "heard"), [("on", [0.25, 0.275, 0.5]), ("off", [0, 0, 0])])
async def test_the_sound_that_is_tried_is_as_loud_as_it_was_set(
    server: Serving, person: NewPerson, note: str, heard: list[float]
) -> None:
    ann = await person()
    await ann.page.add_init_script(LISTEN)
    await ann.page.add_init_script(f"localStorage.setItem('pellmell.sound', '{note}')")
    await has_set(ann, noises="quiet", table="medium")
    room = await server.create("standard")
    await ann.page.goto(server.here + room.path)
    await ann.act("try-sound")
    assert await ann.page.evaluate(VOLUMES) == heard


async def test_the_machine_beside_a_table_is_as_loud_as_it_was_set(
    server: Serving, person: NewPerson
) -> None:
    ann = await person()
    await ann.page.add_init_script(LISTEN)
    # The table was muted, which is another matter.
    await ann.page.add_init_script("localStorage.setItem('pellmell.sound', 'off')")
    await has_set(ann, noises="quiet", table="medium")
    await ann.page.goto(server.here + "/machine")
    await ann.act("hear")
    assert await ann.page.evaluate(VOLUMES) == [0.25, 0.275, 0.5]
