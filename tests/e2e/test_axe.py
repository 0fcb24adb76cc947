"""Every screen against the checks of axe: no violation, in a running round neither."""

from typing import Final

import pytest
from playwright.async_api import expect

from tests.e2e.accessible import clean
from tests.e2e.conftest import TABLET, NewPerson
from tests.e2e.playing import alone, compact, play, staying
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SHORT: Final = "standard,match=rounds,target=2,stack_size=12"
"""Two rounds that are not over by themselves while they are looked at, slow as that may be."""


THEMES: Final = pytest.mark.parametrize("theme", ["light", "dark"])


@pytest.mark.parametrize(
    ("phone", "language", "theme"),
    [
        (True, "en-GB", "light"),
        (True, "de-DE", "dark"),
        (False, "en-GB", "dark"),
        (False, "de-DE", "light"),
    ],
    ids=["phone-light", "phone-dark", "desktop-dark", "desktop-light"],
)
async def test_no_screen_has_a_violation(
    server: Serving, person: NewPerson, phone: bool, language: str, theme: str
) -> None:
    ann = await person(phone=phone, locale=language, color_scheme=theme, reduced_motion="reduce")
    await ann.page.goto(server.here)
    await ann.at("home")
    await clean(ann, "home")
    await ann.act("settings")
    await ann.at("settings")
    await clean(ann, "settings")
    await ann.find("[data-part=keys] summary").click()
    await ann.find("[data-key-of=stack]").click()
    await ann.find("[data-waiting=stack]").wait_for()
    await clean(ann, "settings-keys")
    await ann.page.keyboard.press("Escape")
    await ann.find("[data-key-of=stack]").wait_for()
    await ann.act("home")
    await ann.act("new")
    await ann.at("create")
    await ann.find("summary").click()
    await clean(ann, "create")

    room = await server.create(SHORT)
    await ann.page.goto(server.here + room.path)
    await ann.at("join")
    await clean(ann, "join")
    await ann.host(server.here, room, "Ann")
    await ann.bots(3)
    await clean(ann, "lobby")
    await ann.act("start")
    await ann.at("table")
    await clean(ann, "countdown")
    await ann.running()
    await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= 4)
    await clean(ann, "round")
    await ann.open("menu")
    await clean(ann, "menu")
    await ann.open("help", "[data-help]")
    await clean(ann, "help")
    await ann.close()
    await ann.act("menu")
    await ann.open("settings", "input")
    await clean(ann, "sheet of settings")
    await ann.close()
    await ann.act("menu")
    await ann.act("pause")
    await ann.find("[data-cover=paused]").wait_for()
    await clean(ann, "paused")
    await ann.act("resume")
    await ann.running()
    while await ann.end_round() == "result":
        await clean(ann, "result")
        await ann.act("next")
        await ann.running()
        # Rounds in which nobody laid a card would be tied for ever.
        await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= 4)
    await clean(ann, "over")
    await ann.act("leave")
    await ann.at("closed")
    await clean(ann, "closed")


@THEMES
async def test_no_violation_with_large_cards_for_the_left_hand_in_the_compact_view(
    server: Serving, person: NewPerson, theme: str
) -> None:
    ann = await person(phone=True, color_scheme=theme, reduced_motion="reduce")
    await compact(server, ann, "skilled", left=True)
    await play(ann, choose=staying, until=lambda seen: len(seen.piles) >= 4)
    await clean(ann, "compact")


@THEMES
async def test_no_violation_where_two_play_face_to_face(
    server: Serving, person: NewPerson, theme: str
) -> None:
    ann = await person(**TABLET, color_scheme=theme, reduced_motion="reduce")
    await ann.host(server.here, await server.create("speed,speed_interval=2-3"), "Ann")
    await ann.act("beside")
    await ann.find(".beside input").wait_for()
    await clean(ann, "beside")
    await ann.find(".beside input").fill("Ben")
    await ann.act("sit-beside")
    await ann.find("[data-both]").wait_for()
    await clean(ann, "lobby")
    await ann.bots(2)
    await ann.begin()
    await ann.find("[data-facing] [data-throw]").first.wait_for()
    await clean(ann, "facing")
    await ann.act("menu")
    await ann.act("pause")
    await expect(ann.find("[data-cover=paused]")).to_have_count(2)
    await clean(ann, "paused")


@THEMES
async def test_no_violation_on_a_phone_that_is_a_hand(
    server: Serving, person: NewPerson, theme: str
) -> None:
    room = await server.create("speed,speed_interval=2-3")
    ann = await person(phone=True, color_scheme=theme, reduced_motion="reduce")
    screen = await person(color_scheme=theme, reduced_motion="reduce")
    await ann.host(server.here, room, "Ann")
    await ann.bots(3)
    await ann.begin()
    await ann.act("menu")
    await ann.find("[data-switch=hand] input").check()
    await clean(ann, "menu")
    await ann.page.keyboard.press("Escape")
    await ann.find("[data-hand=true] [data-throw]").first.wait_for()
    await clean(ann, "hand")
    await screen.page.goto(server.here + room.path.replace("/r/", "/tv/"))
    await screen.find("[data-machine]").wait_for()
    await clean(screen, "tv")


@THEMES
@pytest.mark.parametrize(
    "path", ["machine", "score", "replay", "learn", "practice", "rules", "stats", "settings"]
)
async def test_no_page_beside_the_table_has_a_violation(
    server: Serving, person: NewPerson, path: str, theme: str
) -> None:
    ann = await person(phone=True, color_scheme=theme, reduced_motion="reduce")
    await ann.page.goto(f"{server.here}/{path}")
    await ann.find("main h1").first.wait_for()
    await clean(ann, path)


@THEMES
async def test_no_violation_where_the_speed_machine_throws(
    server: Serving, person: NewPerson, theme: str
) -> None:
    ann = await person(phone=True, color_scheme=theme, reduced_motion="reduce")
    await alone(server, ann, "speed,speed_interval=2-3", bots=3)
    await ann.find("[data-throw]").first.wait_for()
    await clean(ann, "machine round")
