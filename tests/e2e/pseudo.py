"""A language for tests, `qps`: English, accented and a third longer, to see what has no room to grow."""

import json
import math
import re
from typing import Final

from playwright.async_api import BrowserContext, Route

ENGLISH: Final = re.compile(r"/assets/(\w+\.)?en-[\w-]+\.json$")
LONGER: Final = 0.3
_ACCENTED: Final = str.maketrans("AEINOUYaceinouy", "ÅÉÎÑÖÛÝåçéîñöûý")
_CHOICE: Final = re.compile(r"\{\s*\w+\s*,\s*(?:plural|select)\s*,")
_LABEL: Final = re.compile(r"\s*=?\w+\s*\{")
_VALUE: Final = re.compile(r"\{\s*\w+\s*\}")


async def speak(context: BrowserContext) -> None:
    """From now on, what a context fetches as English is the pseudo-language."""

    async def answer(route: Route) -> None:
        fetched = await route.fetch()
        messages = {key: pseudo(text) for key, text in (await fetched.json()).items()}
        await route.fulfill(response=fetched, body=json.dumps(messages))

    await context.route(ENGLISH, answer)


def pseudo(message: str) -> str:
    """A message with its words accented and drawn out; values and cases stay."""
    text, end = _read(message, 0)
    assert end == len(message), message
    return text


def _read(message: str, at: int) -> tuple[str, int]:
    """Up to the brace that closes this part, or the end."""
    parts: list[str] = []
    while at < len(message) and message[at] != "}":
        if value := _VALUE.match(message, at):
            parts.append(value[0])
            at = value.end()
        elif choice := _CHOICE.match(message, at):
            text, at = _cases(message, choice.end())
            parts.append(choice[0] + text)
        else:
            end = next((i for i in range(at, len(message)) if message[i] in "{}"), len(message))
            parts.append(_drawn_out(message[at:end]))
            at = end
    return "".join(parts), at


def _cases(message: str, at: int) -> tuple[str, int]:
    parts: list[str] = []
    while label := _LABEL.match(message, at):
        text, at = _read(message, label.end())
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
