"""Languages for tests: English, accented and a third longer (`qps`), and that from right to left."""

import json
import math
import re
from pathlib import Path
from typing import Final

from playwright.async_api import BrowserContext, Route

MESSAGES: Final = Path(__file__).parents[2] / "web/src/messages"
HEBREW: Final = re.compile(r"/assets/(\w+\.)?he-[\w-]+\.json$")
ENGLISH: Final = re.compile(r"/assets/(\w+\.)?en-[\w-]+\.json$")
LONGER: Final = 0.3
_ACCENTED: Final = str.maketrans("AEINOUYaceinouy", "ÅÉÎÑÖÛÝåçéîñöûý")
_CHOICE: Final = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select)\s*,")
_LABEL: Final = re.compile(r"\s*=?\w+\s*\{")
_VALUE: Final = re.compile(r"\{\s*\w+\s*\}")


async def speak(context: BrowserContext) -> None:
    """From now on, what a context fetches as English is the pseudo-language."""
    await _answer(context, ENGLISH, turned=False)


async def speak_turned(context: BrowserContext) -> None:
    """From now on, what a context fetches as Hebrew is the pseudo-language, from right to left."""
    await _answer(context, HEBREW, turned=True)


async def _answer(context: BrowserContext, asked: re.Pattern[str], *, turned: bool) -> None:
    async def answer(route: Route) -> None:
        part = asked.search(route.request.url)
        assert part is not None
        english = json.loads((MESSAGES / f"{part[1] or ''}en.json").read_text("utf-8"))
        messages = {key: pseudo(text, turned=turned) for key, text in english.items()}
        await route.fulfill(json=messages)

    await context.route(asked, answer)


def pseudo(message: str, *, turned: bool = False) -> str:
    """A message with its words accented and drawn out, perhaps turned; values and cases stay."""
    text, end = _read(message, 0, turned=turned)
    assert end == len(message), message
    return text


def _read(message: str, at: int, *, turned: bool) -> tuple[str, int]:
    """Up to the brace that closes this part, or the end."""
    parts: list[str] = []
    while at < len(message) and message[at] != "}":
        if value := _VALUE.match(message, at):
            parts.append(value[0])
            at = value.end()
        elif choice := _CHOICE.match(message, at):
            text, at = _cases(message, choice.end(), turned=turned)
            parts.append(choice[0] + text)
        else:
            end = next((i for i in range(at, len(message)) if message[i] in "{}"), len(message))
            words = _drawn_out(message[at:end])
            parts.append(_turned(words) if turned else words)
            at = end
    return "".join(parts), at


def _cases(message: str, at: int, *, turned: bool) -> tuple[str, int]:
    parts: list[str] = []
    while label := _LABEL.match(message, at):
        text, at = _read(message, label.end(), turned=turned)
        parts.append(f"{label[0]}{text}}}")
        at += 1
    close = message.index("}", at)
    return "".join(parts) + "}", close + 1


def _drawn_out(text: str) -> str:
    """Longer by the share of its letters; what has none stays."""
    letters = sum(letter.isalpha() for letter in text)
    more = math.ceil(letters * LONGER)
    words = text.translate(_ACCENTED)
    # Drawn out within its words, so that it breaks into lines as a language would.
    for found in reversed([*re.finditer(r"[^\W\d_]{2,}", words)]):
        grow = min(more, math.ceil(len(found[0]) * LONGER))
        words = f"{words[: found.end()]}{found[0][-1] * grow}{words[found.end() :]}"
        more -= grow
    return words


def _turned(text: str) -> str:
    """Each word as one that runs from right to left, between marks that take no room."""
    return re.sub(r"[^\W\d_]+", "\u202e\\g<0>\u202c", text)
