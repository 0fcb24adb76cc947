"""The size of the built web client."""

from pathlib import Path

from bench.machine import gzipped

BUILT = Path(__file__).parent.parent / "src/pellmell/web"
ALLOWED_KB = 60


def run(_seconds: float) -> None:
    """Kilobytes of scripts and styles, gzipped; those that the page asks for at once are marked."""
    page = BUILT / "index.html"
    if not page.exists():
        print("  the client is not built; `make setup` builds it")
        return
    asked = page.read_text()
    sizes = {p: gzipped(p) for p in sorted(BUILT.rglob("*")) if p.suffix in (".js", ".css")}
    for path, size in sizes.items():
        print(f"  {size / 1000:7.1f} KB  {path.name}{' *' if path.name in asked else ''}")
    at_once = sum(size for path, size in sizes.items() if path.name in asked)
    print(
        f"  {sum(sizes.values()) / 1000:7.1f} KB in all (at most {ALLOWED_KB}), "
        f"{at_once / 1000:.1f} KB of them at once *"
    )
