"""What holds for the repository as a whole: names, locks, documents and sizes."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))

APART = {"semgrep", "mutants"}
"""Locks of environments of their own, which may have other versions."""

MEANINGLESS = {"utils", "util", "common", "helpers", "helper", "manager", "service", "base", "misc"}

MOST_LINES = 400
LONGER_FOR_A_REASON: dict[str, str] = {}
"""Modules over the limit: path to the reason."""


def tracked_files() -> list[Path]:
    """Every file that is in git or would be with the next commit."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout.decode()
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"not a git checkout: {error}")
    return [ROOT / name for name in listed.split("\0") if name and (ROOT / name).is_file()]


def texts() -> Iterator[tuple[str, str]]:
    """Path and content of every tracked file that is text."""
    for path in tracked_files():
        try:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def lines_with(pattern: str) -> list[str]:
    """The lines of all texts that match, with the place of each."""
    return [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if re.search(pattern, line)
    ]


def pins(lock: Path) -> dict[str, str]:
    """The packages of a lock with their versions."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==(\S+)", lock.read_text(), flags=re.MULTILINE)
    return dict(found)


def test_no_module_has_a_name_that_could_mean_anything() -> None:
    code = {".css", ".js", ".py", ".sh", ".svelte", ".ts"}
    named = [path.relative_to(ROOT) for path in tracked_files() if path.suffix in code]
    flaws = [
        str(path)
        for path in named
        if MEANINGLESS & {part.split(".")[0].lower().strip("_") for part in path.parts}
    ]
    assert flaws == []


def test_no_file_names_a_place_on_the_machine_where_it_was_written() -> None:
    # Written so that this file does not find itself.
    places = "work|root|home/[a-z]+|Users/[A-Za-z]+"
    assert lines_with(rf"(?<![\w.~-])/(?:{places})/[\w.-]|\.\./[s]hared/") == []


def test_no_file_names_a_registry_to_download_from() -> None:
    assert lines_with(r"registry\.npmjs\.|[p]ypi\.org/|pythonhosted\.[o]rg") == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_python_locks_pin_every_package_by_hash_and_name_no_address(lock: Path) -> None:
    text = lock.read_text()
    assert "://" not in text
    assert "#" not in text, "a tool's header or note, which may name a path"
    entries = re.split(r"\n(?=\S)", text.strip())
    unpinned = [
        entry.splitlines()[0]
        for entry in entries
        if not re.match(r"[A-Za-z0-9._-]+==\S+", entry) or "--hash=sha256:" not in entry
    ]
    assert unpinned == []


def test_python_locks_agree_on_every_version() -> None:
    versions: dict[str, set[str]] = {}
    for lock in (lock for lock in LOCKS if lock.stem not in APART):
        for package, version in pins(lock).items():
            versions.setdefault(package, set()).add(version)
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}


def test_python_locks_hold_every_direct_dependency() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {"runtime": project["project"]["dependencies"], **project["dependency-groups"]}
    for lock, requirements in wanted.items():
        direct = {re.split(r"[<>=;\s\[]", requirement)[0] for requirement in requirements}
        assert direct <= pins(ROOT / "requirements" / f"{lock}.txt").keys()


@pytest.mark.parametrize("where", ["web", "bench/lighthouse"])
def test_npm_locks_name_no_address_and_keep_integrity(where: str) -> None:
    lock = json.loads((ROOT / where / "package-lock.json").read_text())
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert len(packages) > 10
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, package in packages.items() if not package.get("integrity")] == []


@pytest.mark.parametrize("where", ["web", "bench/lighthouse"])
def test_npm_packages_pin_their_direct_dependencies_exactly(where: str) -> None:
    package = json.loads((ROOT / where / "package.json").read_text())
    wanted = package.get("dependencies", {}) | package["devDependencies"]
    assert {n: v for n, v in wanted.items() if not re.fullmatch(r"\d+\.\d+\.\d+", v)} == {}


def test_the_changelog_has_a_place_for_what_is_not_released() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)
    assert headings[0] == "[Unreleased]"


def test_every_decision_is_listed_and_every_listed_one_is_there() -> None:
    folder = ROOT / "docs" / "adr"
    listed = re.findall(r"\]\((\d{4}-[^)]+\.md)\)", (folder / "README.md").read_text())
    there = sorted(path.name for path in folder.glob("[0-9]*.md"))
    assert listed == there


def test_links_between_documents_lead_somewhere() -> None:
    flaws = [
        f"{name}: {target}"
        for name, text in texts()
        if name.endswith(".md")
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text)
        if not (ROOT / name).parent.joinpath(target).exists()
    ]
    assert flaws == []


NAMED_TEST_OF_CLIENT = re.compile(r"`(web/src/[\w/.-]+\.test\.ts)(?:::([^`]+))?`")
NAMED_TEST = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_test_that_a_document_names_is_there() -> None:
    flaws = [
        f"{name}: {path}::{test}"
        for name, text in texts()
        if name.endswith(".md")
        for path, test in NAMED_TEST.findall(text)
        if not (ROOT / path).is_file()
        or (test and f"def {test}(" not in (ROOT / path).read_text(encoding="utf-8"))
    ]
    assert flaws == []


def test_every_test_of_the_client_that_a_document_names_is_there() -> None:
    flaws = [
        f"{name}: {path}::{test}"
        for name, text in texts()
        if name.endswith(".md")
        for path, test in NAMED_TEST_OF_CLIENT.findall(text)
        if not (ROOT / path).is_file()
        or (test and f'("{test}"' not in (ROOT / path).read_text(encoding="utf-8"))
    ]
    assert flaws == []


def test_every_invariant_names_what_holds_it() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.partition("## What is not there")[2].partition("\n## ")[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    contracts = [contract["name"] for contract in project["tool"]["importlinter"]["contracts"]]
    invariants = re.split(r"\n\d+\. ", section)[1:]
    assert len(invariants) >= 9
    for invariant in invariants:
        told = " ".join(invariant.split())
        quoted = re.findall(r'"([^"]+)"', told)
        assert set(quoted) <= set(contracts), invariant
        assert quoted or re.search(r"`tests/[\w/]+\.py::\w+`", told), invariant


def test_nothing_waits_in_a_room() -> None:
    waiting = re.compile(r"^\s*(async (def|with|for)\b|.*\bawait\b[^\"`]*$)")
    flaws = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for floor in ("engine", "protocol", "room", "bots")
        for path in (ROOT / "src/pellmell" / floor).rglob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if waiting.match(line)
    ]
    assert flaws == []


def test_the_checkers_want_every_case_of_a_union() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["mypy"]["strict"] is True
    assert "exhaustive-match" in project["tool"]["mypy"]["enable_error_code"]
    settings = (ROOT / "web" / "tsconfig.json").read_text(encoding="utf-8")
    assert re.search(r'"strict": true', settings)


def test_every_name_for_tests_is_on_the_page_about_the_client() -> None:
    page = (ROOT / "web" / "README.md").read_text(encoding="utf-8")
    told = set(re.findall(r"data-[a-z]+(?:-[a-z]+)*", page))
    keys = set(re.findall(r"[`\"]([a-z]+(?:-[a-z]+)*)[`\"]", page))
    missing = {
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in (ROOT / "web" / "src").rglob("*.*")
        if path.suffix in {".ts", ".svelte"} and not path.name.endswith(".test.ts")
        for found in re.finditer(
            r'data-action="([a-z-]+)"|data-screen="([a-z-]+)"|\bdata-[a-z]+(?:-[a-z]+)*',
            path.read_text(encoding="utf-8"),
        )
        if not (
            keys >= {*filter(None, found.groups())} if found[0][-1] == '"' else found[0] in told
        )
    }
    assert missing == set(), "tell of it in web/README.md, under Names for tests and programs"


def test_the_page_holds_no_inline_style_or_script_and_builds_nothing_from_markup() -> None:
    # The content policy would break them in a browser; here it is said sooner.
    pattern = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|\{@html|document\.write|\beval\(|new Function\("
        r"|\sstyle=[\"']|<script>|<style>"
    )
    sources = [ROOT / "web" / "index.html", *(ROOT / "web" / "src").rglob("*.*")]
    flaws = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in sources
        if path.suffix in {".html", ".ts", ".svelte"}
        for found in pattern.finditer(path.read_text(encoding="utf-8"))
        if not (path.suffix == ".svelte" and found[0] in {"<style>", "<script>"})
    ]
    assert flaws == []


def test_styles_say_start_and_end_where_left_and_right_differ() -> None:
    # Right to left it would be the wrong side. What the device itself covers is no matter of words.
    sides = re.compile(r"(?:padding|margin): ([\w.-]+) ([\w.-]+) ([\w.-]+) ([\w.-]+);")
    flaws = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in (ROOT / "web" / "src").rglob("*.*")
        if path.suffix in {".css", ".svelte"}
        for found in sides.finditer(path.read_text(encoding="utf-8"))
        if found[2] != found[4]
    ]
    assert flaws == []


def test_modules_stay_short_enough_to_be_read_at_a_sitting() -> None:
    sources = [
        path
        for folder, kinds in (("src", {".py"}), ("web/src", {".ts", ".svelte"}))
        for path in (ROOT / folder).rglob("*")
        if path.suffix in kinds and not path.name.endswith(".test.ts")
    ]
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in sources
    }
    long = {name: lines for name, lines in lengths.items() if lines > MOST_LINES}
    assert {name: lines for name, lines in long.items() if name not in LONGER_FOR_A_REASON} == {}
    assert LONGER_FOR_A_REASON.keys() <= long.keys(), "shorter again: take it off the list"
