"""Every screen in every language, and in one that is longer than all of them."""

from collections.abc import AsyncIterator
from typing import Any, Final

import pytest

from tests.e2e import pseudo
from tests.e2e.accessible import violations
from tests.e2e.alone import Alone
from tests.e2e.conftest import NewPerson, fixture, serving
from tests.e2e.serving import Serving
from tests.e2e.tour import Tour

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LANGUAGES: Final = {
    "en": "en-GB",
    "de": "de-DE",
    "fr": "fr-FR",
    "es": "es-MX",
    "he": "he-IL",
    "qps": "en-US",
}
"""Each language, and a browser's that asks for it."""
SIZES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"phone": True, "viewport": {"width": 360, "height": 640}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}

FAULTS: Final = """
() => {
  const faults = [];
  const slack = 1.5;
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide in ${innerWidth}`);
  const seen = (node) => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const told = (node) => `<${node.localName} class="${node.getAttribute("class") ?? ""}"> ${JSON.stringify(node.textContent.trim().slice(0, 50))}`;
  const shortened = (node) => node.closest(".unseen, svg, bdi, .name, [hidden]") !== null || getComputedStyle(node).textOverflow === "ellipsis";
  const scrolls = (node) => {
    for (let at = node.parentElement; at; at = at.parentElement) if (/auto|scroll/.test(getComputedStyle(at).overflowX)) return true;
    return false;
  };
  for (const key of document.querySelectorAll("button, .button, a.panel, summary, label, select, th, td, h1, h2")) {
    // The badges of cards lie half beside them.
    if (!seen(key) || shortened(key) || key.matches("[data-source], [data-throw]")) continue;
    const { overflowX, overflowY } = getComputedStyle(key);
    if (key.scrollWidth > key.clientWidth + slack && key.clientWidth > 0 && !/auto|scroll/.test(overflowX))
      faults.push(`${told(key)} is ${key.scrollWidth} wide in ${key.clientWidth}`);
    if (key.localName === "button" && key.scrollHeight > key.clientHeight + slack && /hidden|clip/.test(overflowY))
      faults.push(`${told(key)} is ${key.scrollHeight} high in ${key.clientHeight}`);
  }
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const holder = words.currentNode.parentElement;
    if (words.currentNode.data.trim() === "" || !seen(holder) || shortened(holder) || holder.closest("script, style, option")) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const text = range.getBoundingClientRect();
    if (text.width === 0) continue;
    if ((text.left < -slack || text.right > innerWidth + slack) && !scrolls(holder)) faults.push(`${told(holder)} leaves the page`);
    const key = holder.closest("button, .button");
    if (key === null || holder.matches(".hint") || key.matches("[data-source], [data-throw]")) continue;
    const box = key.getBoundingClientRect();
    if (text.left < box.left - slack || text.right > box.right + slack || text.top < box.top - slack || text.bottom > box.bottom + slack)
      faults.push(`${told(key)} has words outside`);
  }
  return [...new Set(faults)];
}
"""


@fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Serving]:
    """A server that shows all there is to be shown: open tables and the leaderboard too."""
    data = tmp_path_factory.mktemp("data")
    async with serving(data, "--public", "--leaderboard") as made:
        yield made


JUDGED: Final = {("he", "phone"), ("he", "desktop"), ("fr", "phone"), ("es", "phone")}
"""Where every screen is held against axe too; `test_axe.py` does so for the main ones elsewhere."""
WALKS: Final[dict[str, type[Tour | Alone]]] = {"together": Tour, "alone": Alone}


@pytest.mark.parametrize("walk", WALKS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_screen_has_room_for_its_words(
    server: Serving, person: NewPerson, language: str, size: str, walk: str
) -> None:
    judged = (language, size) in JUDGED
    calm = {"reduced_motion": "reduce"} if judged else {}
    ann = await person(locale=LANGUAGES[language], **SIZES[size], **calm)
    ann.forgive("404")
    if language == "qps":
        await pseudo.speak(ann.context)
    faults: list[str] = []

    async def look(screen: str) -> None:
        root = ann.find("html")
        spoken = "en" if language == "qps" else language
        assert await root.get_attribute("lang") == spoken, screen
        assert await root.get_attribute("dir") == ("rtl" if language == "he" else "ltr"), screen
        faults.extend(f"{screen}: {fault}" for fault in await ann.page.evaluate(FAULTS))
        if judged:
            faults.extend(f"{screen}: {fault}" for fault in await violations(ann))

    await WALKS[walk](server, ann, look).everywhere()
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", SIZES)
async def test_screens_have_room_for_longer_words_from_right_to_left(
    server: Serving, person: NewPerson, size: str
) -> None:
    ann = await person(locale="he-IL", **SIZES[size])
    ann.forgive("404")
    await pseudo.speak_turned(ann.context)
    faults: list[str] = []

    async def look(screen: str) -> None:
        assert await ann.find("html").get_attribute("dir") == "rtl", screen
        faults.extend(f"{screen}: {fault}" for fault in await ann.page.evaluate(FAULTS))

    tour = Tour(server, ann, look)
    await tour.pages()
    await tour.entrance()
    await tour.last()
    assert not faults, "\n".join(faults)


async def test_a_language_is_kept_and_changed_at_once(server: Serving, person: NewPerson) -> None:
    ann = await person(locale="fr-CA")
    page = ann.page
    await page.goto(server.here)
    await page.get_by_text("Nouvelle table").wait_for()
    await page.get_by_role("button", name="עברית").click()
    await page.get_by_text("שולחן חדש", exact=True).wait_for()
    assert await ann.find("html").get_attribute("dir") == "rtl"
    await page.reload()
    await page.get_by_text("שולחן חדש", exact=True).wait_for()
    await page.goto(f"{server.here}/score")
    await page.get_by_text("שחקנים").first.wait_for()


async def test_the_pseudo_language_keeps_what_is_no_word() -> None:
    assert pseudo.pseudo("{name}: {n, plural, one {# card} other {# cards}}!").startswith(
        "{name}: "
    )
    told = pseudo.pseudo("{n, plural, =0 {none} one {# card, {left}} other {# cards}} left")
    assert told == ("{n, plural, =0 {ñöñééé} one {# çårddd, {left}} other {# çårdsss}} léfttt"), (
        told
    )
