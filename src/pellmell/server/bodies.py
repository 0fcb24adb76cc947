"""The bodies of requests: JSON, not long, soon there, and packed in nothing."""

import asyncio
from typing import TypeVar

import msgspec
from aiohttp import web

from pellmell.server.errors import problem
from pellmell.server.limits import BODY_BYTES, BODY_SECONDS

Wanted = TypeVar("Wanted")


async def read(
    request: web.Request, decoder: msgspec.json.Decoder[Wanted]
) -> Wanted | web.Response:
    """What the body asks for, or what is wrong with it."""
    if request.content_type != "application/json":
        return problem(415, "content-type", "Send JSON, with Content-Type: application/json.")
    if "Content-Encoding" in request.headers:
        return problem(415, "content-encoding", "Send the body as it is, without an encoding.")
    if (request.content_length or 0) > BODY_BYTES:
        return problem(413, "too-long", f"A request has at most {BODY_BYTES} bytes.")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await request.read()
    except TimeoutError:
        return problem(408, "too-slow", f"The body did not come within {BODY_SECONDS:g} seconds.")
    except web.HTTPRequestEntityTooLarge:
        return problem(413, "too-long", f"A request has at most {BODY_BYTES} bytes.")
    except web.RequestPayloadError:
        return problem(400, "malformed", "Where this body ends cannot be told.")
    try:
        return decoder.decode(body or b"{}")
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return problem(422, "unreadable", f"This cannot be read: {error}")
