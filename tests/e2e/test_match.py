"""A whole match in the browser: two people, two bots, from the first page to the rematch."""

import asyncio
from itertools import count
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.conftest import NewPerson
from tests.e2e.person import Person
from tests.e2e.playing import play
from tests.e2e.serving import Room, Serving, check

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ROUNDS = 2


async def _open_table(host: Person, address: str) -> str:
    """Open a table of short rounds from the first page; the link to it."""
    await host.page.goto(address)
    await host.at("home")
    await host.act("new")
    await host.at("create")
    await host.page.get_by_label("Your name").fill("Ann")
    await host.find("summary").click()
    for option, value in (("stack_size", "5"), ("match", "rounds")):
        await host.find(f'label:has(input[name$="-{option}"][value="{value}"])').click()
    await host.page.get_by_label("How far").fill(str(ROUNDS))
    await host.act("create")
    await host.at("lobby")
    return await host.find("[data-link]").input_value()


async def _assert_counted(people: list[Person], scores: dict[str, int]) -> None:
    for person in people:
        for seat, score in scores.items():
            line = person.find(f'.lines [data-seat="{seat}"] [data-round]')
            await expect(line).to_have_text(
                str(score).replace("-", "−") if score <= 0 else f"+{score}"
            )


async def _assert_totals(people: list[Person], totals: dict[str, int], within: str) -> None:
    for person in people:
        for seat, total in totals.items():
            line = person.find(
                f'{within} [data-seat="{seat}"][data-total], {within} [data-seat="{seat}"] [data-total]'
            )
            await expect(line).to_have_text(str(total).replace("-", "−"))


async def test_two_people_and_two_bots_play_a_match_to_its_result(
    server: Serving, person: NewPerson, tmp_path: Path
) -> None:
    ann, ben = await person(), await person(phone=True)
    link = await _open_table(ann, server.here)
    code, _, key = link.rpartition("/")[2].partition("#k=")
    assert key
    room = Room(server, code, key)

    await ben.sit(link, "Ben")
    await ben.at("lobby")
    await expect(ann.find(".seats [data-seat]")).to_have_count(2)
    await ann.bots(2)
    await ben.act("ready")
    await expect(ann.find('.seats [data-seat="B"] .ready')).to_be_visible()
    await ann.act("start")
    await asyncio.gather(ann.at("table"), ben.at("table"))

    totals = dict.fromkeys("ABCD", 0)
    best: list[str] = []
    for round in count(1):
        await asyncio.gather(ann.running(), ben.running())
        ended = await asyncio.gather(play(ann), play(ben))
        scores = await check(await room.record(round), tmp_path)
        totals = {seat: totals[seat] + scores[seat] for seat in totals}
        best = [seat for seat in totals if totals[seat] == max(totals.values())]
        # Of equal totals none wins: then one more round is played.
        last = round >= ROUNDS and len(best) == 1
        assert {seen.screen for seen in ended} == {"over" if last else "result"}
        if last:
            break
        await _assert_counted([ann, ben], scores)
        await _assert_totals([ann, ben], totals, ".lines")
        await ben.act("next")
        await expect(ben.find("[data-action=next]")).to_be_disabled()
        await ann.act("next")
        await asyncio.gather(ann.at("table"), ben.at("table"))

    await _assert_totals([ann, ben], totals, "table")
    for somebody, letter in ((ann, "A"), (ben, "B")):
        won = "You win!" if best == [letter] else " wins"
        await expect(somebody.find("[data-screen=over] h1")).to_contain_text(won)

    await ben.act("rematch")
    await ann.act("rematch")
    await asyncio.gather(ann.running(), ben.running())
    for somebody in (ann, ben):
        await expect(somebody.find("[data-screen=table] [data-total]")).to_have_text("you 0")


async def test_case_23_a_reload_of_the_result_shows_the_same_and_counts_no_round_twice(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,match=rounds,target=3")
    ann = await person()
    await ann.host(server.here, room, "Ann")
    await ann.bots(1)
    await ann.begin()
    await play(ann, until=lambda seen: seen.piles)
    assert await ann.end_round() == "result"
    lines = ann.find("[data-screen=result] .lines li")
    await expect(ann.find("[data-screen=result] [data-total]").first).not_to_have_text("")
    record = await room.record(1)
    totals = [line.split()[2:] for line in record.splitlines() if line.startswith("[Result")]
    for _ in range(2):
        await ann.page.reload()
        await ann.at("result")
        await expect(lines).to_have_count(2)
        told = await ann.find("[data-screen=result] [data-total]").all_inner_texts()
        shown = sorted(int(text.replace("−", "-")) for text in told)
        assert shown == sorted(int(points.strip('"]')) for points in totals[0])
        assert await room.record(1) == record
    await ann.act("next")
    await ann.running()
    await expect(ann.find(".bar .round strong")).to_have_text("Round 2")
