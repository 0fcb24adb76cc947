"""The build hook: when the client is built, when Node is asked for, and what a failure says."""

import sys
from pathlib import Path

import pytest

import hatch_build
from hatch_build import NODE_PACKAGE, WebClientHook


def hook(root: Path) -> WebClientHook:
    return WebClientHook(str(root), {}, None, None, str(root), "wheel")  # type: ignore[arg-type]


@pytest.fixture
def npm_runs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What npm was run with; nothing is run."""
    runs: list[list[str]] = []
    monkeypatch.delenv("PELLMELL_SKIP_WEB", raising=False)
    monkeypatch.setattr(hatch_build, "run_npm", lambda arguments, _: runs.append(arguments))
    return runs


def prebuilt(root: Path) -> Path:
    web = root / "src" / "pellmell" / "web"
    web.mkdir(parents=True)
    (web / "index.html").write_text("<!doctype html>")
    return root


def node_is(monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    monkeypatch.setattr(hatch_build, "has_usable_node", lambda: there)


def program(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_a_checkout_builds_its_client(tmp_path: Path, npm_runs: list[list[str]]) -> None:
    hook(tmp_path).initialize("standard", {})
    assert npm_runs == [["ci"], ["run", "build"]]


def test_a_client_that_is_there_is_left_alone(tmp_path: Path, npm_runs: list[list[str]]) -> None:
    hook(prebuilt(tmp_path)).initialize("standard", {})
    assert npm_runs == []


def test_the_client_can_be_left_out(
    tmp_path: Path, npm_runs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PELLMELL_SKIP_WEB", "1")
    node_is(monkeypatch, there=False)
    hook(tmp_path).initialize("standard", {})
    assert npm_runs == []
    assert hook(tmp_path).dependencies() == []


@pytest.mark.usefixtures("npm_runs")
def test_node_is_asked_for_only_where_it_is_missing_and_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    node_is(monkeypatch, there=True)
    assert hook(tmp_path).dependencies() == []
    node_is(monkeypatch, there=False)
    assert hook(tmp_path).dependencies() == [NODE_PACKAGE]
    assert hook(prebuilt(tmp_path)).dependencies() == []


@pytest.mark.skipif(sys.platform == "win32", reason="stands in for node with shell scripts")
@pytest.mark.parametrize(
    ("version", "usable"),
    [("v20.20.2", True), ("v20.19.0", True), ("v20.18.1", False), ("v18.20.4", False), ("", False)],
)
def test_a_node_that_is_too_old_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, usable: bool
) -> None:
    program(tmp_path, "node", f"echo {version}")
    program(tmp_path, "npm", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hatch_build.has_usable_node() is usable


@pytest.mark.skipif(sys.platform == "win32", reason="stands in for npm with a shell script")
def test_a_failing_npm_ends_the_build_with_one_line_that_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "npm", "exit 7")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit) as ended:
        hatch_build.run_npm(["ci"], tmp_path)
    message = str(ended.value)
    assert message.startswith("pellmell: `npm ci` in web/ ended with 7.")
    assert "PELLMELL_SKIP_WEB=1" in message
    assert "\n" not in message


def test_no_npm_at_all_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="no npm on the PATH"):
        hatch_build.run_npm(["ci"], tmp_path)
