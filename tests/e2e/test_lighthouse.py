"""What Lighthouse looks for, speed aside: that is measured by `make lighthouse`."""

from collections.abc import AsyncIterator

import pytest

from bench.pages import ALLOWED, PATHS, Pages, missing, opened
from tests.e2e.conftest import fixture
from tests.e2e.serving import Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ASKED = [name for name in ALLOWED if name != "performance"]


@fixture(scope="module")
async def pages(server: Serving) -> AsyncIterator[Pages]:
    if lacking := missing():
        pytest.fail(lacking, pytrace=False)
    async with opened(server.here) as made:
        yield made


@pytest.mark.parametrize("page", [*PATHS, "lobby"])
async def test_lighthouse_finds_no_fault_with_a_page(pages: Pages, page: str) -> None:
    # Nothing is slowed down where speed does not count.
    report = await pages.report(page, ASKED, "--throttling-method=provided")
    assert report.flaws == []
    assert report.scores == {name: ALLOWED[name] for name in ASKED}
