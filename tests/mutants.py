"""`python -m tests.mutants src/pellmell/engine/score.py`: how many mistakes in a module tests notice.

Cosmic Ray makes each of its small changes in a copy of the sources, one at a time, and runs the
tests of the module's layer; a change that none of them notices is printed.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).parent.parent
COSMIC_RAY: Final = ROOT / ".venv/.mutants/bin/cosmic-ray"
COPIED: Final = ("src", "tests", "conformance", "docs", "bench", "pyproject.toml")
TESTS: Final = {
    "engine": "tests/engine tests/stateful tests/conformance",
    "protocol": "tests/protocol tests/room",
    "room": "tests/room",
    "server": "tests/server",
}
"""The tests of a layer; slow ones of other layers would notice a little more."""
LONGEST: Final = 120
"""Seconds after which tests under a mistake count as hanging, which is noticed too."""


def told(module: Path, tests: str) -> tuple[int, list[str]]:
    """How many mistakes were made, and those that no test noticed, as differences."""
    with TemporaryDirectory(prefix="pellmell-mutants-") as name:
        copy = Path(name)
        for part in COPIED:
            source = ROOT / part
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", "web", "lighthouse")
                shutil.copytree(source, copy / part, ignore=ignored)
            else:
                shutil.copy(source, copy / part)
        config = copy / "mutants.toml"
        command = f"{sys.executable} -m pytest -x -q -p no:cacheprovider -m 'not long' {tests}"
        config.write_text(
            "[cosmic-ray]\n"
            f"module-path = {json.dumps(str(module))}\n"
            f"timeout = {LONGEST}.0\n"
            f"test-command = {json.dumps(command)}\n"
            'excluded-modules = []\n[cosmic-ray.distributor]\nname = "local"\n'
        )
        environment = {**os.environ, "PYTHONPATH": str(copy / "src")}

        def cosmic_ray(*arguments: str) -> str:
            return subprocess.run(
                [COSMIC_RAY, *arguments], cwd=copy, env=environment, check=True,
                stdout=subprocess.PIPE, text=True,
            ).stdout  # fmt: skip

        cosmic_ray("init", config.name, "session.sqlite")
        cosmic_ray("--verbosity", "ERROR", "baseline", config.name)
        cosmic_ray("exec", config.name, "session.sqlite")
        lines = cosmic_ray("dump", "session.sqlite").splitlines()
    results = [result for _, result in map(json.loads, lines) if result is not None]
    missed = [result["diff"] for result in results if result["test_outcome"] == "survived"]
    return len(results), missed


def main() -> int:
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("module", type=Path)
    parser.add_argument("--tests", help="other tests than those of its layer")
    chosen = parser.parse_args()
    layer = chosen.module.parts[2]
    made, missed = told(chosen.module, chosen.tests or TESTS[layer])
    for difference in missed:
        print(difference)
    share = (made - len(missed)) / max(1, made)
    print(f"{chosen.module}: {made - len(missed)} of {made} mistakes noticed, {share:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
