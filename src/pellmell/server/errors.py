"""Answers that say no: JSON with a word for programs and a sentence for people."""

import msgspec
from aiohttp import web


class Problem(msgspec.Struct, frozen=True):
    """What is wrong: a word for programs, a sentence for people."""

    code: str
    message: str


class Refusal(msgspec.Struct, frozen=True):
    """The body of an answer that refuses."""

    error: Problem


def problem(status: int, code: str, message: str, *, after: float | None = None) -> web.Response:
    """An answer that refuses; `after` seconds it may be tried again."""
    body = msgspec.json.encode(Refusal(Problem(code, message)))
    response = web.Response(status=status, body=body, content_type="application/json")
    if after is not None:
        response.headers["Retry-After"] = str(max(1, round(after + 0.5)))
    return response
