"""What Pellmell is built on and shipped as: few packages, none with a known weakness, all named,
and a wheel that comes out alike."""

import json
import re
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from supply import advisories, reproducible, sbom
from supply.advisories import Advisory
from supply.locks import (
    CLIENT,
    LIGHTHOUSE,
    REQUIREMENTS,
    ROOT,
    Pin,
    bundled,
    everything,
    pinned,
    pinned_by_npm,
    python_locks,
)

A_CHECKOUT = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="what is built is what is in git, and this is no checkout"
)
KNOWN = advisories.read()
TRANSITIVE = {
    *("aiohappyeyeballs", "aiosignal", "attrs", "frozenlist", "idna", "multidict", "propcache"),
    *("typing-extensions", "yarl"),
}
"""What aiohttp brings along; one more is one more to trust, so it is named here."""


def runtime() -> list[Pin]:
    return pinned(REQUIREMENTS / "runtime.txt")


def direct() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {re.split(r"[<>=;\s\[]", requirement)[0] for requirement in project["dependencies"]}


# Few packages


def test_few_packages_are_needed_to_run() -> None:
    assert direct() == {"aiohttp", "msgspec", "segno", "uvloop"}
    assert {pin.name for pin in runtime()} - direct() == TRANSITIVE


def test_the_client_is_built_of_two_packages_and_fetches_none() -> None:
    assert [pin.name for pin in bundled()] == ["svelte", "uqr"]
    page = (ROOT / "web" / "index.html").read_text("utf-8")
    assert re.findall(r"(?:src|href)=[\"'](?!/(?!/))[^\"']*", page) == []


# Known advisories


def test_no_lock_pins_what_a_known_advisory_is_about() -> None:
    assert advisories.found(everything(), KNOWN.advisories) == []


def test_every_lock_is_looked_at() -> None:
    named = {(pin.name, pin.version) for pin in everything()}
    for lock in python_locks():
        entries = re.findall(r"^(\S+?)==(\S+)", lock.read_text("utf-8"), flags=re.MULTILINE)
        assert len(entries) > 0, lock.name
        assert {(name.lower(), version) for name, version in entries} <= named
    for project in (CLIENT, LIGHTHOUSE):
        assert set(pinned_by_npm(project).values()) <= set(everything())
        assert len(pinned_by_npm(project)) > 50


@pytest.mark.parametrize("advisory", KNOWN.advisories, ids=lambda advisory: advisory.id)
def test_an_affected_version_would_be_found_and_a_mended_one_is_not(advisory: Advisory) -> None:
    assert advisory.affected
    for affected in advisory.affected:
        version = _inside(affected)
        pin = Pin(advisory.ecosystem, advisory.package, version)
        assert advisory.affects(pin), (affected, version)
        assert len(advisories.found([pin], [advisory])) == 1
        assert not advisory.affects(Pin(advisory.ecosystem, "another", version))
    for version in advisory.fixed:
        assert not advisory.affects(Pin(advisory.ecosystem, advisory.package, version)), version


def _inside(affected: str) -> str:
    """A version within a range: its lower end, or something old where it has none."""
    found = re.search(r">=\s*([^\s,]+)", affected)
    return "0.0.1" if found is None else found[1]


@pytest.mark.parametrize(
    ("version", "affected", "within"),
    [
        ("8.0.15", ">=8.0.0 <8.0.16", True),
        ("8.0.16", ">=8.0.0 <8.0.16", False),
        ("8.0.16-beta.2", ">=8.0.0 <8.0.16", True),
        ("10.0.0", "<9.0.0", False),
        ("2.9.17", "<=2.9.17", True),
        ("1.0.0-rc.10", "<1.0.0-rc.9", False),
        ("1.0.0-alpha", "<1.0.0-alpha.1", True),
    ],
)
def test_versions_of_npm_compare_as_semantic_versions(
    version: str, affected: str, within: bool
) -> None:
    assert advisories._npm(version, affected) is within


def test_what_runs_is_in_the_list_or_said_to_have_nothing_known() -> None:
    listed = {(advisory.ecosystem, advisory.package) for advisory in KNOWN.advisories}
    none = {(kind, name) for kind, names in KNOWN.none_known.items() for name in names}
    assert listed & none == set()
    runs = {(pin.ecosystem, pin.name) for pin in (*runtime(), *bundled())}
    assert runs <= listed | none
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", KNOWN.gathered)


def test_advisories_are_told_apart_and_told_in_words() -> None:
    ids = [(advisory.id, advisory.package) for advisory in KNOWN.advisories]
    assert len(ids) == len(set(ids))
    assert [a.id for a in KNOWN.advisories if not (a.summary.endswith(".") and a.fixed)] == []


# The bill of materials


def components() -> list[dict[str, object]]:
    found = json.loads(sbom.FILE.read_text("utf-8"))["components"]
    assert isinstance(found, list)
    return found


def test_the_bill_of_materials_is_what_the_locks_say() -> None:
    assert sbom.FILE.read_text("utf-8") == sbom.made(), "make sbom writes it anew"


def test_the_bill_of_materials_names_exactly_what_runs() -> None:
    told = {str(component["purl"]) for component in components()}
    pins = [*runtime(), *bundled()]
    assert told == {f"pkg:{pin.ecosystem}/{pin.name}@{pin.version}" for pin in pins}
    assert len(told) == len(pins)


def test_what_is_installed_in_some_places_only_is_optional_and_says_where() -> None:
    optional = {str(c["name"]) for c in components() if c["scope"] == "optional"}
    assert optional == {pin.name for pin in runtime() if pin.marker is not None} != set()


def test_the_bill_of_materials_tells_no_time() -> None:
    text = sbom.FILE.read_text("utf-8")
    assert "timestamp" not in text
    assert sbom.made() == sbom.made()


# The wheel


@pytest.mark.process
@pytest.mark.long
@A_CHECKOUT
@pytest.mark.skipif(sys.platform == "win32", reason="a build there has no umask to differ in")
def test_the_wheel_is_built_alike_twice() -> None:
    digest, flaws = reproducible.twice(client=False)
    assert flaws == []
    assert len(digest) == 64


def _wheel(path: Path, files: dict[str, str], mode: int = 0o644) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            info = zipfile.ZipInfo(name)
            info.external_attr = mode << 16
            archive.writestr(info, text)
    return path


def test_a_wheel_that_differs_is_told_file_by_file(tmp_path: Path) -> None:
    one = _wheel(tmp_path / "one.whl", {"a": "1", "b": "2"})
    same = _wheel(tmp_path / "same.whl", {"a": "1", "b": "2"})
    other = _wheel(tmp_path / "other.whl", {"a": "1", "b": "3", "c": "4"})
    modes = _wheel(tmp_path / "modes.whl", {"a": "1", "b": "2"}, 0o600)
    turned = _wheel(tmp_path / "turned.whl", {"b": "2", "a": "1"})
    assert reproducible.differences(one, same) == []
    assert reproducible.differences(one, other) == ["only in one: c", "b: other content"]
    assert reproducible.differences(one, modes) == [
        "a: other mode or time",
        "b: other mode or time",
    ]
    assert reproducible.differences(one, turned) == ["the same files in another order or packing"]


@pytest.mark.process
@pytest.mark.long
@A_CHECKOUT
def test_the_wheel_carries_the_bill_of_materials(tmp_path: Path) -> None:
    wheel = reproducible.build(tmp_path, 0o022, {}, client=False)
    with zipfile.ZipFile(wheel) as archive:
        bills = [name for name in archive.namelist() if ".dist-info/sboms/" in name]
        assert len(bills) == 1
        assert archive.read(bills[0]) == sbom.FILE.read_bytes()


# Rules of our own


def test_every_rule_of_ours_is_shown_to_find_and_to_let_pass() -> None:
    files = sorted((ROOT / ".semgrep" / "rules").glob("*.yml"))
    assert [rules.stem for rules in files] == ["client", "server"]
    for rules in files:
        ids = re.findall(r"^  - id: (\S+)$", rules.read_text("utf-8"), flags=re.MULTILINE)
        assert len(ids) >= 6
        shown = next((ROOT / ".semgrep" / "tests").glob(f"{rules.stem}.*")).read_text("utf-8")
        assert [id for id in ids if f" ruleid: {id}\n" not in shown] == []
        assert [id for id in ids if f" ok: {id}\n" not in shown] == []


def test_the_rules_are_run_with_every_test() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^test:.* semgrep ", makefile, flags=re.MULTILINE)
    recipe = makefile.partition("\nsemgrep:")[2].partition("\n\n")[0]
    assert "--test .semgrep/tests" in recipe
    assert "--error src/pellmell web/src web/index.html" in recipe
