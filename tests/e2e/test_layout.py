"""Where everything lies on a few screens, against what was kept; and right to left, the mirror.

What is compared are places, not pixels: fonts, and how a machine smooths them, differ from one to
the next. All words are written in blocks of one size (`blocks.py`), so that even what wraps does so
alike everywhere, and a line that moved can be read in the difference of two texts.
`make pictures` writes what is kept anew; look at what changed with `git diff` before it is committed.
"""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.e2e import blocks, pseudo
from tests.e2e.alone import RECORDS
from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import compact
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

KEPT: Final = Path(__file__).parent / "pictures"
ANEW: Final = "PELLMELL_PICTURES"
"""A variable of the environment: what is kept is written anew."""
SIZES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"phone": True},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
LOCALES: Final = {"en": "en-GB", "he": "he-IL"}
FIVE: Final = RECORDS / "04-standard-5-of-7.txt"
SLACK: Final = 4
"""Pixels that browsers of two versions may be apart."""
SHOWN: Final = 12

LAID: Final = """
() => {
  const told = ["screen", "action", "source", "zone", "seat", "pile", "name", "chapter", "card"];
  const wide = document.documentElement.clientWidth;
  const laid = [];
  const walk = (node, depth) => {
    const { display } = getComputedStyle(node);
    const box = node.getBoundingClientRect();
    const shown = node.checkVisibility({ checkVisibilityCSS: true }) && box.width > 0 && !node.matches(".unseen");
    // What stands within a line is words: they are told by the line.
    const counts = shown && (display !== "inline" || node.localName === "svg");
    if (counts) {
      const known = told.find((key) => key in node.dataset);
      const name = node.localName + (known && node.dataset[known] ? `[${known}=${node.dataset[known]}]` : "");
      const at = [box.left, box.top + scrollY, box.width, box.height].map(Math.round);
      // Times run from left to right everywhere, and so does a drawing.
      const straight = node.closest("[dir=ltr]:not(html), .rail, .rail-head, .fan") !== null;
      laid.push([name, depth, straight, ...at, wide]);
    }
    if (node.localName === "svg") return;
    for (const child of node.children) walk(child, depth + counts);
  };
  for (const root of document.querySelectorAll("main")) walk(root, 0);
  return laid;
}
"""


class Laid(NamedTuple):
    """An element, how deep it lies in others, and where on the page."""

    name: str
    depth: int
    straight: bool
    """Whether it runs from left to right in every language."""
    left: int
    top: int
    width: int
    height: int
    page: int
    """How wide the page is."""

    def __str__(self) -> str:
        at = f"{self.left} {self.top} {self.width} {self.height}"
        return f"{'  ' * self.depth}{self.name} {at}"


async def start(server: Serving, person: Person) -> None:
    """The start page."""
    await person.page.goto(server.here)
    await person.at("home")


async def rules(server: Serving, person: Person) -> None:
    """The rules of the game."""
    await person.page.goto(f"{server.here}/rules")
    await person.at("rules")


async def score(server: Serving, person: Person) -> None:
    """A new game of the score pad."""
    await person.page.goto(f"{server.here}/score")
    await person.at("score-terms")


async def lobby(server: Serving, person: Person) -> None:
    """A table where nobody else is yet."""
    await person.host(server.here, await server.create("standard"), "Ann")
    # These come when they are wanted, behind the screen itself.
    for part in (".code svg", "[data-action=try-sound]", "[data-react]"):
        await person.find(f"[data-screen=lobby] {part}").first.wait_for()


async def table(server: Serving, person: Person) -> None:
    """A moment of a round that was recorded, with the eyes of one at the table."""
    await person.page.goto(f"{server.here}/replay")
    await person.page.set_input_files("[data-action=open]", FIVE)
    await person.at("replaying")
    await person.page.select_option("[data-follow]", "B")
    await person.find("[data-missed]").first.click()
    await person.find("[data-source=s]").wait_for()


Screen = Callable[[Serving, Person], Awaitable[None]]
SCREENS: Final[dict[str, Screen]] = {
    one.__name__: one for one in (start, rules, score, lobby, table)
}


async def laid(server: Serving, person: Person, screen: Screen) -> list[Laid]:
    """A screen, from its first element to its last."""
    await screen(server, person)
    await blocks.wear(person.page)
    await person.page.evaluate("document.fonts.ready")
    await person.page.evaluate(
        "() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
    )
    return [Laid(*one) for one in await person.page.evaluate(LAID)]


def told(screen: list[Laid]) -> str:
    """A screen as it is kept."""
    return "".join(f"{one}\n" for one in screen)


def apart(kept: str, now: str) -> list[str]:
    """The lines of two layouts in which they differ."""
    before, after = kept.splitlines(), now.splitlines()
    if [_name(line) for line in before] != [_name(line) for line in after]:
        return [f"{len(before)} elements were there, and there are {len(after)} now, or others"] + [
            f"{was}  →  {now}"
            for was, now in zip(before, after, strict=False)
            if _name(was) != _name(now)
        ]
    return [
        f"{was}  →  {now.strip()}"
        for was, now in zip(before, after, strict=True)
        if any(abs(x - y) > SLACK for x, y in zip(_box(was), _box(now), strict=True))
    ]


def _name(line: str) -> str:
    return line.rsplit(" ", 4)[0]


def _box(line: str) -> list[int]:
    return [int(figure) for figure in line.rsplit(" ", 4)[1:]]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("name", SCREENS)
async def test_everything_lies_where_it_lay(
    server: Serving, person: NewPerson, name: str, language: str, size: str
) -> None:
    ann = await person(locale=LOCALES[language], reduced_motion="reduce", **SIZES[size])
    now = told(await laid(server, ann, SCREENS[name]))
    assert now.count("\n") > 10
    kept = KEPT / f"{name}-{language}-{size}.txt"
    if ANEW in os.environ:
        KEPT.mkdir(exist_ok=True)
        kept.write_text(now, "utf-8")
    moved = apart(kept.read_text("utf-8"), now)
    assert not moved, f"{len(moved)} lie elsewhere; `make pictures` keeps what is there now:\n" + (
        "\n".join(moved[:SHOWN])
    )


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [name for name in SCREENS if name != "rules"])
async def test_from_right_to_left_everything_is_mirrored(
    server: Serving, person: NewPerson, name: str, size: str
) -> None:
    # The same words both ways, so that what differs is the way alone. The rules are no messages.
    ann = await person(locale="en-GB", reduced_motion="reduce", **SIZES[size])
    ben = await person(locale="he-IL", reduced_motion="reduce", **SIZES[size])
    await pseudo.speak(ann.context)
    await pseudo.speak_turned(ben.context)
    there = await laid(server, ann, SCREENS[name])
    back = await laid(server, ben, SCREENS[name])
    assert [one.name for one in there] == [one.name for one in back]
    assert not [
        f"{one}  →  {str(other).strip()}"
        for one, other in zip(there, back, strict=True)
        if not one.straight and abs(one.page - one.left - one.width - other.left) > SLACK
    ]


async def test_rails_run_from_1_to_10_whichever_way_words_run(
    server: Serving, person: NewPerson
) -> None:
    for locale in LOCALES.values():
        ann = await person(phone=True, locale=locale, reduced_motion="reduce")
        await compact(server, ann)
        cells = ann.find(".rail.rail-r")
        numbers = await cells.locator(".rail-number").all_inner_texts()
        assert numbers == [str(number) for number in range(1, 11)]
        boxes = [await cell.bounding_box() for cell in await cells.all()]
        lefts = [box["x"] for box in boxes if box is not None]
        assert len(lefts) == len(numbers)
        assert lefts == sorted(lefts)
