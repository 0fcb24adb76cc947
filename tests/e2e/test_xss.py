"""Names that would be markup or script: wherever one is shown, it is text and nothing more.

A server cuts names short, and a program may be another one's server: so on their way to the browser
names are put in whole, and changed while the page looks on, all payloads in every place.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp
import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from pellmell.protocol.messages import SUBPROTOCOL
from tests.e2e.conftest import TABLET, NewPerson
from tests.e2e.payloads import PAYLOADS, at_a_time
from tests.e2e.person import PATIENCE, Person
from tests.e2e.serving import Room, Serving

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SEATS: Final = "ABCDEFGHIJKL"
HANDFULS: Final = at_a_time(11)
RECORD: Final = Path(__file__).parents[2] / "conformance/records/07-standard-12.txt"

WATCH: Final = """
globalThis.planted = [];
globalThis.reacted = new Set();
(() => {
  const tags = ["IFRAME", "OBJECT", "EMBED", "BASE", "ANIMATE", "SET", "MATH", "MARQUEE", "FRAMESET"];
  const isOurs = (node) => !(tags.includes(node.tagName.toUpperCase())
    || (node.tagName.toUpperCase() === "SCRIPT" && !node.src)
    || [...node.attributes].some(({ name, value }) =>
      name.startsWith("on") || name === "srcdoc"
      || (/^(src|data|action|formaction|(xlink:)?href)$/.test(name) && /^\\s*(javascript|vbscript):/i.test(value))));
  const look = (node) => {
    if (node instanceof Element && !isOurs(node)) planted.push(node.outerHTML.slice(0, 200));
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      look(target);
      for (const node of addedNodes) {
        look(node);
        if (node instanceof Element) node.querySelectorAll("*").forEach(look);
      }
    }
    for (const node of document.querySelectorAll(".reacted bdi")) reacted.add(node.textContent);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
})();
"""
"""Notes what no page of ours ever has: where it is found, a name became markup."""

SHOWN: Final = """([selector, names, exact]) => {
  const texts = [...document.querySelectorAll(selector)].map((node) => node.textContent.trim());
  const among = exact ? (name) => texts.includes(name) : (name) => texts.some((text) => text.includes(name));
  return names.map((name) => name.trim()).every(among);
}"""


@asynccontextmanager
async def watched(*people: Person) -> AsyncIterator[None]:
    """Nothing that is shown meanwhile opens a dialog, or becomes anything but text."""
    dialogs: list[str] = []

    async def dismiss(dialog: Any) -> None:
        dialogs.append(dialog.message)
        await dialog.dismiss()

    for person in people:
        person.page.on("dialog", dismiss)
        await person.page.add_init_script(WATCH)
    yield
    for person in people:
        assert await person.page.evaluate("planted") == []
    assert dialogs == []


async def shown(person: Person, selector: str, names: Sequence[str], *, exact: bool = True) -> None:
    """Wait until each name is the text of an element, or is in one."""
    try:
        await person.page.wait_for_function(SHOWN, arg=[selector, [*names], exact])
    except Exception as error:
        texts = await person.find(selector).all_text_contents()
        raise AssertionError(f"{selector} shows {texts}, not {names}") from error


class Table:
    """A room full of programs, whose names are sent to browsers as something else."""

    def __init__(self, names: Sequence[str], people: list[aiohttp.ClientWebSocketResponse]) -> None:
        self.names = names
        self.payloads: Sequence[str] = names
        self.people = people
        self._numbers = [0] * len(people)
        self._refused = 0
        self._lines: list[WebSocketRoute] = []

    async def ask(self, do: str, who: int = 0, **more: object) -> None:
        """Ask for something as one of the programs; the first is the host."""
        self._numbers[who] += 1
        frame = {"t": "room", "n": self._numbers[who], "do": do, **more}
        await self.people[who].send_json(frame)

    def call(self, payloads: Sequence[str]) -> None:
        """Give everybody other names, which every page is shown with all else."""
        self.payloads = payloads
        for line in self._lines:
            line.send('{"t":"look"}')

    async def between(self, page: Page) -> None:
        """Stand between a browser and the server."""

        def route(browser: WebSocketRoute) -> None:
            server = browser.connect_to_server()
            server.on_message(lambda said: browser.send(self._dressed(str(said))))
            browser.on_message(lambda said: self._heard(browser, server, str(said)))

        await page.route_web_socket("**/ws", route)

    def _dressed(self, said: str) -> str:
        for name, payload in zip(self.names, self.payloads, strict=True):
            said = said.replace(json.dumps(name), json.dumps(payload))
        return said

    def _heard(self, browser: WebSocketRoute, server: WebSocketRoute, said: str) -> None:
        """Refuse what the browser plays, each time because another one was first."""
        frame: dict[str, Any] = json.loads(said)
        if frame["t"] == "hello":
            self._lines.append(server)
        if frame["t"] != "do":
            server.send(said)
            return
        by = SEATS[self._refused % len(self.people)]
        self._refused += 1
        browser.send(
            json.dumps({"t": "nack", "n": frame["n"], "why": "beaten", "by": by, "ms": 12})
        )


@asynccontextmanager
async def seated(room: Room, programs: int, *others: str) -> AsyncIterator[Table]:
    """A table where programs sit whose names stand for payloads, and so do those of others."""
    names = [f"zq{number:02}" for number in range(programs)]
    async with aiohttp.ClientSession() as session:
        people = []
        for number, name in enumerate(names):
            one = await session.ws_connect(f"{room.here}/ws", protocols=[SUBPROTOCOL])
            host = room.host if number == 0 and not others else None
            await one.send_json(
                {"t": "hello", "room": room.code, "key": room.key, "host": host, "name": name}
            )
            assert (await one.receive_json(timeout=PATIENCE / 1000))["t"] == "welcome"
            people.append(one)
        listening = [asyncio.create_task(_listen(one)) for one in people]
        yield Table([*names, *others], people)
        for task in listening:
            task.cancel()


async def _listen(one: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in one:
        pass


async def everywhere(table: Table, *places: tuple[Person, str], exact: bool = True) -> None:
    """Each payload in each of some places, a table full of them at a time."""
    for handful in HANDFULS:
        table.call(handful)
        for somebody, selector in places:
            await shown(somebody, selector, handful, exact=exact)


async def test_at_a_table_in_its_lobby_in_words_on_the_big_screen_and_when_it_is_over(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,match=single")
    ann, tv = await person(), await person()
    async with watched(ann, tv), seated(room, 11) as table:
        table.call(HANDFULS[0])
        for somebody in (ann, tv):
            await table.between(somebody.page)
        await tv.page.goto(f"{server.here}/tv/{room.code}#k={room.key}")
        await ann.sit(server.here + room.path, "Ann")
        await ann.at("lobby")
        await everywhere(table, (ann, ".seats [data-seat] bdi"), (tv, "aside li bdi"))

        await table.ask("start")
        await ann.running()
        await everywhere(
            table, (ann, ".chip[data-seat] .chip-name"), (tv, ".chip[data-seat] .chip-name")
        )
        for handful in HANDFULS:
            table.call(handful)
            await shown(ann, ".chip[data-seat] .chip-name", handful)
            for who, payload in enumerate(handful):
                await table.ask("react", who, emoji="clap")
                await ann.tap("hand")
                await shown(ann, ".caption", [payload], exact=False)
            await ann.page.wait_for_function(
                "(names) => names.every((name) => reacted.has(name))", arg=[*handful]
            )

        await table.ask("end")
        await ann.at("over")
        for screen in ("[data-screen=over]", "[data-screen=over] h1"):
            await everywhere(table, (ann, screen), exact=False)
        await everywhere(table, (tv, "[data-screen=tv] [data-board]"), exact=False)


async def test_at_a_table_in_its_pause_its_results_and_its_menu(
    server: Serving, person: NewPerson
) -> None:
    room = await server.create("standard,match=rounds,target=9")
    ann = await person()
    async with watched(ann), seated(room, 11) as table:
        table.call(HANDFULS[0])
        await table.between(ann.page)
        await ann.sit(server.here + room.path, "Ann")
        await ann.at("lobby")
        await table.ask("start")
        await ann.running()
        await table.ask("pause")
        await ann.find("[data-cover=paused]").wait_for()
        await everywhere(table, (ann, "[data-cover=paused] .scores bdi"))
        for payload in PAYLOADS:
            table.call([payload] * 11)
            await shown(ann, "[data-cover=paused] p", [payload], exact=False)
        await table.ask("resume")
        await ann.running()
        await table.ask("end")
        await ann.at("result")
        await everywhere(table, (ann, "[data-screen=result] .name bdi"))
        await everywhere(table, (ann, "[data-screen=result] .total .unseen"), exact=False)

        await table.ask("next")
        await ann.running()
        await table.ask("host", seat=SEATS[11])
        for one in table.people:
            await one.close()
        await ann.open("menu")
        await expect(ann.find("[data-action=hand-over]")).to_have_count(11)
        await everywhere(table, (ann, "[data-action=hand-over]"), exact=False)


async def test_with_the_noises_of_the_machine(server: Serving, person: NewPerson) -> None:
    room = await server.create("speed")
    ann = await person()
    async with watched(ann), seated(room, 7) as table:
        table.call(PAYLOADS[:7])
        await table.between(ann.page)
        await ann.sit(server.here + room.path, "Ann")
        await table.ask("start")
        await ann.running()
        await ann.open("menu")
        await ann.act("noises")
        for handful in at_a_time(7):
            table.call(handful)
            await shown(ann, "[data-noises] .owner bdi", handful)


async def test_of_two_who_play_face_to_face(server: Serving, person: NewPerson) -> None:
    room = await server.create("standard")
    ann = await person(**TABLET)

    async def everywhere(*places: str, exact: bool = True) -> None:
        for one, other in at_a_time(2):
            table.call([one, other, one, other])
            for selector in places:
                await shown(ann, selector, [one, other], exact=exact)

    async with watched(ann), seated(room, 2, "zq02", "zq03") as table:
        table.call([*PAYLOADS[:2], *PAYLOADS[:2]])
        await table.between(ann.page)
        await ann.host(server.here, room, "zq02")
        await ann.act("beside")
        await ann.find(".beside input").fill("zq03")
        await ann.act("sit-beside")
        await ann.find("[data-both]").wait_for()
        await everywhere("[data-both]", exact=False)
        await ann.begin()
        await ann.find("[data-facing] [data-side]").first.wait_for()
        await everywhere(".side .who bdi", ".side .chip-name")
        await ann.open("menu")
        await everywhere("dialog [data-action=leave]", exact=False)


async def test_of_those_one_met_and_of_those_who_lead(server: Serving, person: NewPerson) -> None:
    ann = await person()
    met = [{"name": name, "met": 1, "ahead": 0} for name in PAYLOADS]
    book = {"version": 1, "lines": [], "matches": [], "met": met}
    standing = [{"name": name, "matches": 2, "won": 1, "points": 7} for name in PAYLOADS]

    async def board(route: Route) -> None:
        await route.fulfill(json={"kept": True, "days": 30, "names": standing})

    async with watched(ann):
        await ann.page.route("**/api/leaderboard", board)
        await ann.page.goto(server.here)
        keep = "(text) => localStorage.setItem('pellmell.stats', text)"
        await ann.page.evaluate(keep, json.dumps(book))
        await ann.page.goto(f"{server.here}/stats")
        await ann.act("all-people")
        await shown(ann, "[data-met] bdi", PAYLOADS)
        await shown(ann, "[data-board] bdi", PAYLOADS)


def _foreign(names: Sequence[str]) -> str:
    """A record of somebody else's making, in which these names stand."""
    lines = RECORD.read_text("utf-8").splitlines()
    for seat, name in zip(SEATS, names, strict=True):
        (at,) = (at for at, line in enumerate(lines) if line.startswith(f"[Seat {seat} "))
        written = name.replace("\\", "\\\\").replace('"', '\\"')
        lines[at] = f'[Seat {seat} "{written}"]'
    return "\n".join(lines) + "\n"


async def test_in_a_record_that_somebody_else_made(server: Serving, person: NewPerson) -> None:
    ann = await person()
    async with watched(ann):
        for number, payloads in enumerate(at_a_time(12)):
            # A line is a line: what is none of its signs cannot stand in a record at all.
            names = ["".join(c if c.isprintable() else " " for c in name) for name in payloads]
            await ann.page.goto(f"{server.here}/replay")
            file = {
                "name": f"<img src=x onerror=alert({number})>.txt",
                "mimeType": "text/plain",
                "buffer": _foreign(names).encode(),
            }
            await ann.page.set_input_files("[data-action=open]", file)  # type: ignore[arg-type]
            await ann.find("[data-screen=replaying]").wait_for()
            await shown(ann, "tbody tr[data-seat] bdi", names)
            await shown(ann, "[data-follow] option", names, exact=False)
            await shown(ann, ".chip[data-seat] .chip-name", names)
            await ann.act("step-on")
            await shown(ann, ".told", [names[SEATS.index("G")]], exact=False)
            assert await ann.page.evaluate("planted") == []


async def test_on_the_score_pad_and_in_what_it_shares(server: Serving, person: NewPerson) -> None:
    ann = await person()
    names = at_a_time(12)
    pads = [
        {"past": [], "undone": [], "game": {
            "id": number, "started": 1, "names": some, "way": "points", "jokers": False,
            "goal": {"kind": "points", "target": 99}, "rounds": [[number] * len(some)],
        }}
        for number, some in enumerate(names, 1)
    ]  # fmt: skip
    async with watched(ann):
        await ann.page.goto(server.here)
        keep = "(text) => localStorage.setItem('pellmell.score', text)"
        await ann.page.evaluate(keep, json.dumps({"pads": pads, "open": None}))
        for number, some in enumerate(names, 1):
            await ann.page.goto(f"{server.here}/score")
            await expect(ann.find("[data-action=remove]")).to_have_count(len(names))
            labels = await ann.find("[data-action=remove]").evaluate_all(
                "(all) => all.map((one) => one.ariaLabel).join()"
            )
            assert all(name in labels for name in some)
            await ann.find(f'[data-game="{number}"] .game').click()
            await shown(ann, "[data-screen=score-pad] .lines bdi", some)
            await shown(ann, "[data-screen=score-pad] th .unseen", some)
            await ann.open("share")
            text = await ann.find("[data-text]").input_value()
            assert all(name.strip() in text for name in some)
            if number == 1:
                async with ann.page.expect_download() as saved:
                    await ann.act("share-picture")
                assert (await saved.value).suggested_filename == "pellmell.png"
            await ann.close()
            await ann.act("enter")
            await shown(ann, ".who bdi", some)
            assert await ann.page.evaluate("planted") == []
            await ann.act("cancel")
            await ann.act("all")


async def test_what_is_planted_is_noticed(server: Serving, person: NewPerson) -> None:
    ann = await person()
    await ann.page.add_init_script(WATCH)
    await ann.page.goto(server.here)
    await ann.at("home")
    assert await ann.page.evaluate("planted") == []
    for tag, attribute in (("math", "class"), ("b", "onclicks"), ("a", "href")):
        plant = """([tag, attribute]) => {
          const node = document.createElement(tag);
          node.setAttribute(attribute, "javascript:alert(1)");
          document.body.append(node);
        }"""
        before = len(await ann.page.evaluate("planted"))
        await ann.page.evaluate(plant, [tag, attribute])
        assert len(await ann.page.evaluate("planted")) > before


async def test_there_are_as_many_as_are_promised() -> None:
    assert len(set(PAYLOADS)) == len(PAYLOADS) >= 120
