"""Whether everybody can use what a page shows: by the checks of axe, and with all of it in reach."""

from pathlib import Path
from typing import Final

from tests.e2e.person import Person

AXE: Final = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
RUN: Final = """
async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.map(({ id, impact, nodes }) =>
    `${id} (${impact}): ` + nodes.map(({ html, any }) => html.slice(0, 160) + " " + (any[0]?.message ?? "")).join(" | "));
}
"""
FITS: Final = """
() => {
  const wide = document.documentElement.scrollWidth > innerWidth + 1 ? ["the page scrolls sideways"] : [];
  const cut = [...document.querySelectorAll("main, main *, dialog, dialog *")].filter((node) => {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(node);
    // Cards in the air and marks beside cards leave what they are in.
    if (node.matches(".unseen, .unseen *, .table, .table *, .scroll") || textOverflow === "ellipsis") return false;
    if (node.closest("svg") !== null || node.clientWidth === 0) return false;
    const x = overflowX !== "visible" && overflowX !== "auto" && node.scrollWidth > node.clientWidth + 1;
    const y = overflowY !== "visible" && overflowY !== "auto" && node.scrollHeight > node.clientHeight + 1;
    return x || y;
  });
  // At a table names may be shortened; nothing else is, and no line is higher than its place.
  const words = ".chip-line, .chip-left, .emblem, .zone-head, .zone-done, .rail, .badge, .hand-turn, .hand-left, .stop-plate, .hint";
  const outside = [...document.querySelectorAll(".table")].flatMap((table) => [...table.querySelectorAll(words)]).filter((node) => {
    const place = node.closest(".chip, .zone, .rail, .own-card, .hand-key, .stop-key");
    if (!node.checkVisibility({ visibilityProperty: true }) || node.textContent === "") return false;
    const [box, room] = [node, place].map((one) => one.getBoundingClientRect());
    const beside = node.matches(".badge, .hint") ? 14 : 1;
    const leaves = box.left < room.left - beside || box.right > room.right + beside || box.top < room.top - beside || box.bottom > room.bottom + beside;
    return leaves || (!node.matches(".chip-line, .zone-head, .emblem") && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1));
  });
  const out = [...document.querySelectorAll("button, a, h1, h2, p, label")].filter((node) => {
    const box = node.getBoundingClientRect();
    const seen = node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen") && box.width > 0 && node.closest(".scroll") === null;
    return seen && (box.left < -1 || box.right > innerWidth + 1);
  });
  return [...wide, ...[...cut, ...outside, ...out].map((node) => node.outerHTML.slice(0, 160))];
}
"""
"""What is cut off or leaves the page, and whether the page scrolls sideways."""


async def violations(person: Person) -> list[str]:
    """What axe finds fault with on what is shown now."""
    # What moves in is judged once it is there.
    await person.page.evaluate("document.getAnimations().forEach((one) => one.finish?.())")
    if not await person.page.evaluate("'axe' in globalThis"):
        await person.page.evaluate(AXE.read_text())
    found: list[str] = await person.page.evaluate(RUN)
    return found


async def clean(person: Person, where: str) -> None:
    """Nothing that axe finds fault with on what is shown now."""
    found = await violations(person)
    assert not found, f"{where}:\n" + "\n".join(found)
