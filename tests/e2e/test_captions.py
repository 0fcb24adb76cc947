"""The noises of the Speed Machine are told in words on every screen, however small it is."""

from typing import Final

import pytest

from tests.e2e import pseudo
from tests.e2e.conftest import NewPerson
from tests.e2e.playing import alone
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SMALL: Final = {"width": 360, "height": 640}
SIDEWAYS: Final = {"width": 640, "height": 360}
THROWS: Final = 2

NOTE_FLASHES: Final = """() => {
  globalThis.flashes = [];
  const words = document.createRange();
  const note = () => {
    for (const flash of document.querySelectorAll("[data-flash]:not([data-noted])")) {
      flash.dataset.noted = "";
      words.selectNodeContents(flash.querySelector("strong"));
      const [text, plate, picture] = [words, flash, flash.querySelector("svg")].map((one) => one.getBoundingClientRect());
      const inside = (inner, outer) =>
        inner.width > 0 && inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
      const screen = new DOMRect(0, 0, innerWidth, innerHeight);
      flashes.push({
        words: words.toString(),
        seen: inside(text, plate) && inside(picture, plate) && inside(plate, screen),
        lying: document.querySelectorAll("[data-throw]").length > 0 && document.querySelector("[data-throw]").checkVisibility(),
        own: document.querySelector("[data-own-noises] svg").checkVisibility(),
        at: JSON.stringify([text, plate]),
      });
    }
  };
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.parametrize(
    ("viewport", "bots", "language"),
    [
        (SMALL, 4, "en"),
        (SMALL, 7, "pseudo"),
        (SMALL, 7, "he"),
        (SIDEWAYS, 4, "he"),
        (SIDEWAYS, 7, "pseudo"),
    ],
)
async def test_a_noise_is_told_in_words_and_one_sees_whose_and_what_lies_there(
    server: Serving, person: NewPerson, viewport: dict[str, int], bots: int, language: str
) -> None:
    locale = "he" if language == "he" else "en-GB"
    ann = await person(phone=True, viewport=viewport, locale=locale)
    if language == "pseudo":
        await pseudo.speak(ann.context)
    await alone(server, ann, rules="speed,speed_interval=2-2", bots=bots)
    await ann.page.evaluate(NOTE_FLASHES)
    await ann.page.wait_for_function("(n) => flashes.length >= n", arg=THROWS)
    for flash in await ann.page.evaluate("flashes"):
        assert flash["words"].strip("!") != ""
        assert flash["seen"], flash
        assert flash["lying"], flash
        assert flash["own"], flash
