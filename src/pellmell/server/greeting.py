"""What the terminal shows once the server listens: where friends can reach it."""

import io
import os
import sys
import threading
import webbrowser
from collections.abc import Sequence

import segno

from pellmell.server.addresses import is_any, is_loopback, reachable, url
from pellmell.texts import Speech


def greeting(say: Speech, host: str | None, port: int, origins: Sequence[str]) -> str:
    """The addresses, with a QR code of the one that a friend's phone would use."""
    here = here_url(host, port)
    if host is not None and is_loopback(host):
        return say("greeting.here-only", url=f"{here}/")
    others = [f"{address}/" for address in (*origins, *reachable(host, port))]
    opened = say("greeting.open", url=f"{here}/")
    if not others:
        return f"{opened}\n{say('greeting.no-network')}"
    lines = [opened, say("greeting.others"), *(f"  {one}" for one in others)]
    return "\n".join([*lines, *_qr(others[0])])


def here_url(host: str | None, port: int) -> str:
    """The address for a browser of this machine."""
    return url("localhost" if host is None or is_any(host) else host, port)


def _qr(url: str) -> list[str]:
    """The lines of a QR code, or none where the terminal cannot draw it."""
    drawing = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawing, compact=True)
    try:
        drawing.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return []
    return drawing.getvalue().splitlines()


def open_page(url: str) -> None:
    """Open the page in a browser, where there is a screen for one."""
    screen = sys.platform in {"win32", "darwin"} or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen:
        # Some browsers hold up whoever opens them.
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
