"""Two people want the same place at the same moment."""

import re

import pytest

from tests.e2e.conftest import NewPerson, open_lines
from tests.e2e.playing import rivals, seated
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ONE_BY_ONE = "standard,turn=1,stack_size=5"


async def test_case_05_of_two_who_lay_on_one_pile_the_slower_gets_the_card_back(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create(ONE_BY_ONE)
    ann, ben = await person(), await person()
    async with open_lines(server, 2) as (anns, bens):
        await seated(room, ann, ben, anns, bens)
        await ann.begin()
        await ben.running()
        at, of, card = await rivals(ann, ben)

        anns.hold()
        bens.hold()
        await ann.tap(at)
        await ben.tap(of)
        for somebody in (ann, ben):
            await somebody.until(lambda now: card in now.tops)
        bens.release()
        await ann.until(lambda now: now.own[at] == card)
        anns.release()

        told = ann.find("[data-refusal=beaten]")
        await told.wait_for()
        by = re.fullmatch(r"Ben was faster \((\d+) ms\)", await told.inner_text())
        assert by is not None
        beaten, won = await ann.look(), await ben.look()
        assert beaten.piles == won.piles
        assert beaten.own[at] == card
        assert won.own[of] != card or of == "s"
        assert card in won.tops
        await ann.end_round()
        assert f" ! beaten B {by[1]}\n" in await room.record(1)
