"""The machine that measures, and what a process on it has used (Linux's /proc)."""

import gzip
import os
import platform
import resource
import shutil
from pathlib import Path

CHROMIUM = Path(__file__).parent.parent / ".venv/chromium-path"
"""Where `scripts/chromium.sh` notes which Chromium there is."""

TICK = 1 / os.sysconf("SC_CLK_TCK")


def described() -> str:
    """The machine in a line, as far as it matters to the figures."""
    return (
        f"{os.cpu_count()} cores ({_processor()}), {_memory_gb():.0f} GB, "
        f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    )


def _processor() -> str:
    for line in _lines("/proc/cpuinfo"):
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.machine()


def _memory_gb() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def cpu_seconds(pid: int) -> float:
    """Seconds of CPU that a process and its threads have used, user and system."""
    # The name of the program stands in brackets and may hold spaces.
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICK


def busy_seconds() -> float:
    """Seconds of CPU that everything on the machine has used."""
    user, nice, system, _idle, _wait, *rest = map(int, _lines("/proc/stat")[0].split()[1:9])
    return (user + nice + system + sum(rest)) * TICK


def resident_kb(pid: int) -> int:
    """Kilobytes of memory that a process holds."""
    for line in _lines(f"/proc/{pid}/status"):
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise OSError(f"/proc/{pid}/status does not say how much memory the process holds")


def allow_files(count: int) -> int:
    """Let this process and its children open so many files, if they may; how many they may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(count, hard), hard))
    return min(count, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def gzipped(path: Path) -> int:
    """Bytes of a file as a server would send it."""
    return len(gzip.compress(path.read_bytes(), 9))


def chromium() -> str | None:
    """The Chromium that is named, noted or about."""
    noted = CHROMIUM.read_text().strip() if CHROMIUM.exists() else ""
    return shutil.which(os.environ.get("CHROMIUM") or noted or "chromium")
