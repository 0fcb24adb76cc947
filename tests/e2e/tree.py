"""The tree that a screen reader reads, and what it does there: it finds by role and name alone."""

import re
from typing import Any, Final, Self

import msgspec
from playwright.async_api import CDPSession

from tests.e2e.person import Pace, Person

ISOLATES: Final = re.compile("[\u2066-\u2069]")


class Node(msgspec.Struct, frozen=True):
    """Something in the tree."""

    id: int
    """The node of the page behind it, which stays the same for as long as that lives."""
    role: str
    name: str
    off: bool
    """Whether it is said to be out of use."""
    focused: bool


class Reader:
    """Somebody who neither sees the page nor points at it."""

    def __init__(self, person: Person, session: CDPSession) -> None:
        self._keyboard = person.page.keyboard
        self._session = session
        self._pace = Pace()

    @classmethod
    async def of(cls, person: Person) -> Self:
        """Somebody's reader, from now on."""
        session = await person.context.new_cdp_session(person.page)
        await session.send("Accessibility.enable")
        return cls(person, session)

    async def read(self) -> list[Node]:
        """All there is to be read now, in its order."""
        told = await self._session.send("Accessibility.getFullAXTree")
        known = {node["nodeId"]: node for node in told["nodes"]}
        # Listed level by level, and read from its root inwards.
        order = [told["nodes"][0]["nodeId"]]
        nodes: list[Node] = []
        while order:
            node = known.get(order.pop())
            if node is None:
                continue
            order += reversed(node["childIds"])
            if not node["ignored"] and "backendDOMNodeId" in node:
                nodes.append(_node(node))
        return nodes

    async def find(self, role: str, name: str) -> Node:
        """The one node of a role whose name a pattern fits."""
        found = [node for node in await self.read() if fits(node, role, name)]
        assert len(found) == 1, f"{len(found)} of {role} {name!r}"
        return found[0]

    async def enter(self, node: Node) -> None:
        """Go there and press Enter."""
        await self._pace.breathe()
        await self._session.send("DOM.focus", {"backendNodeId": node.id})
        await self._keyboard.press("Enter")

    async def activate(self, node: Node) -> None:
        """Do what it is there for, without going there: a click with no pointer."""
        await self._pace.breathe()
        found = await self._session.send("DOM.resolveNode", {"backendNodeId": node.id})
        call = {
            "objectId": found["object"]["objectId"],
            "functionDeclaration": "function () { this.click(); }",
        }
        await self._session.send("Runtime.callFunctionOn", call)


def fits(node: Node, role: str, name: str) -> bool:
    """Whether a node has a role, and a name that a pattern fits."""
    return node.role == role and re.fullmatch(name, node.name) is not None


def _node(told: dict[str, Any]) -> Node:
    states = {one["name"]: one["value"].get("value") for one in told.get("properties", [])}
    return Node(
        id=told["backendDOMNodeId"],
        role=told["role"]["value"],
        name=ISOLATES.sub("", str(told.get("name", {}).get("value", ""))).strip(),
        off=states.get("disabled") is True,
        focused=states.get("focused") is True,
    )
