"""A font whose every letter is the same block, so that a layout is the same on every machine."""

import base64
import struct
from typing import Final

from playwright.async_api import Page

EM: Final = 1000
WIDE: Final = 500
RISE: Final = 800
FALL: Final = 200
EVERYTHING: Final = ((0x20, 0xD7FF), (0xE000, 0x10FFFF))
"""All letters there are; half a surrogate is none."""

WEAR: Final = """
async (font) => {
  const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
  document.fonts.add(await new FontFace("Blocks", bytes).load());
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { font-family: Blocks !important; letter-spacing: 0 !important; }");
  document.adoptedStyleSheets.push(sheet);
}
"""


async def wear(page: Page) -> None:
    """Write everything on a page in blocks from now on."""
    await page.evaluate(WEAR, base64.b64encode(font()).decode())


def font() -> bytes:
    """The font, in the form of TrueType."""
    tables = {
        b"OS/2": _os2(),
        b"cmap": _cmap(),
        b"glyf": _glyph(),
        b"head": struct.pack(
            ">4IHH2q4h2H3h",
            *(0x00010000, 0x00010000, 0, 0x5F0F3CF5),
            *(0b11, EM, 0, 0),
            *(0, -FALL, WIDE, RISE),
            *(0, 8, 2, 1, 0),
        ),
        b"hhea": struct.pack(
            ">I3h H 3h h 2h 5h H", 0x00010000, RISE, -FALL, 0, WIDE, 0, 0, WIDE, 1, *[0] * 6, 0, 2
        ),
        b"hmtx": struct.pack(">HhHh", WIDE, 0, WIDE, 0),
        b"loca": struct.pack(">3I", 0, 0, len(_glyph())),
        b"maxp": struct.pack(">I14H", 0x00010000, 2, 4, 1, 0, 0, 1, *[0] * 8),
        b"name": _name(),
        b"post": struct.pack(">II2h5I", 0x00030000, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    head = struct.pack(">I4H", 0x00010000, len(tables), 128, 3, len(tables) * 16 - 128)
    at = len(head) + 16 * len(tables)
    entries = body = b""
    for tag, table in tables.items():
        padded = table + bytes(-len(table) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += tag + struct.pack(">3I", total, at + len(body), len(table))
        body += padded
    return head + entries + body


def _glyph() -> bytes:
    """One square from the descent to the ascent."""
    corners = struct.pack(">h4hHH", 1, 0, -FALL, WIDE, RISE, 3, 0)
    xs = struct.pack(">4h", 0, 0, WIDE, 0)
    ys = struct.pack(">4h", -FALL, EM, 0, -EM)
    return corners + bytes([1] * 4) + xs + ys + bytes(2)


def _cmap() -> bytes:
    """Every letter to the one glyph there is: ranges of many to one."""
    groups = b"".join(struct.pack(">3I", first, last, 1) for first, last in EVERYTHING)
    table = struct.pack(">HHIII", 13, 0, 16 + len(groups), 0, len(EVERYTHING)) + groups
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table


def _os2() -> bytes:
    return struct.pack(
        ">HhHHH 11h 10s 4I 4s HHH 3h HH 2I 2h 3H",
        *(4, WIDE, 400, 5, 0),
        *([0] * 11),
        bytes(10),
        *([0] * 4),
        b"NONE",
        *(0x40, 0x20, 0xFFFF),
        *(RISE, -FALL, 0),
        *(RISE, FALL),
        *(1, 0),
        *(WIDE, RISE),
        *(0, 0x20, 1),
    )


def _name() -> bytes:
    names = [
        text.encode("utf-16-be")
        for text in ("Blocks", "Regular", "Blocks", "Blocks", "1", "Blocks")
    ]
    records = strings = b""
    for number, text in enumerate(names, 1):
        records += struct.pack(">6H", 3, 1, 0x409, number, len(text), len(strings))
        strings += text
    return struct.pack(">3H", 0, len(names), 6 + len(records)) + records + strings
