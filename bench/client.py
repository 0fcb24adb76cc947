"""The size of the built web client."""

from pathlib import Path

from bench.machine import gzipped

BUILT = Path(__file__).parent.parent / "src/pellmell/web"
ALLOWED_KB = 60
FIRST_TABLE = ("Lobby-", "table-", "TableScreen-")
"""What a page fetches besides its shell while somebody sits down."""


def run(_seconds: float) -> None:
    """Kilobytes of scripts and styles, gzipped: those of every page *, up to the first table +."""
    page = BUILT / "index.html"
    if not page.exists():
        print("  the client is not built; `make setup` builds it")
        return
    asked = page.read_text()
    sizes = {p: gzipped(p) for p in sorted(BUILT.rglob("*")) if p.suffix in (".js", ".css")}
    shell = {path for path in sizes if path.name in asked}
    table = {path for path in sizes if path.name.startswith(FIRST_TABLE)} - shell
    for path, size in sizes.items():
        mark = "*" if path in shell else "+" if path in table else ""
        print(f"  {size / 1000:7.1f} KB  {path.name} {mark}")
    kilobytes = [sum(sizes[path] for path in part) / 1000 for part in (shell, table, sizes)]
    print(
        f"  {kilobytes[0]:7.1f} KB on every page (at most {ALLOWED_KB}), {kilobytes[1]:.1f} KB more "
        f"up to the first table, {kilobytes[2]:.1f} KB in all"
    )
