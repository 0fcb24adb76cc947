"""The size of the built web client."""

from pathlib import Path

from bench.machine import gzipped

ASSETS = Path(__file__).parent.parent / "src/pellmell/web"
ALLOWED_KB = 60


def run(_seconds: float) -> None:
    """Kilobytes that a browser loads before the first table, gzipped."""
    files = [p for p in sorted(ASSETS.rglob("*")) if p.suffix in (".js", ".css")]
    if not files:
        print(f"  nothing is built in {ASSETS.name}/; `make setup` builds it")
        return
    total = 0
    for path in files:
        size = gzipped(path)
        total += size
        print(f"  {path.name:<32} {size / 1000:7.1f} KB gzipped")
    print(f"  {'scripts and styles':<32} {total / 1000:7.1f} KB   (at most {ALLOWED_KB})")
