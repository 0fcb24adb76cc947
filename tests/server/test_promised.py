"""SECURITY.md: every line that is promised names tests, and those are there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _promises() -> dict[str, list[str]]:
    """Each line that is promised, and the tests it names."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    promised = text.partition("\n## What Pellmell promises\n")[2].partition("\n## ")[0]
    lines = re.findall(r"^- .*(?:\n  .*)*", promised, re.MULTILINE)
    return {line: re.findall(r"`([^`]+::[^`]+)`", line) for line in lines}


def _items() -> dict[str, list[str]]:
    """Each item of the ASVS that is listed, and the tests it names."""
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    table = text.partition("\n## By the numbers of ASVS\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+\.\d+\.\d+) .*$", table, re.MULTILINE)
    lines = [line for line in table.splitlines() if line[2:3].isdigit()]
    return {
        row: re.findall(r"`([^`]+::[^`]+)`", line) for row, line in zip(rows, lines, strict=True)
    }


def _is_there(test: str) -> bool:
    path, _, name = test.partition("::")
    file = ROOT / path
    if not file.is_file():
        return False
    source = file.read_text("utf-8")
    if file.suffix == ".ts":
        return f'test("{name}"' in source
    found = [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    return name.startswith("test_") and name in found


def test_every_promise_names_the_tests_that_show_it() -> None:
    promises = _promises()
    assert len(promises) > 30
    assert [line for line, tests in promises.items() if not tests] == []


def test_every_test_that_is_named_is_there() -> None:
    named = [test for tests in _promises().values() for test in tests]
    assert [test for test in named if not _is_there(test)] == []
    assert len(set(named)) == len(named)


def test_every_item_of_the_asvs_names_a_test_that_is_there() -> None:
    items = _items()
    assert {"2.4.2", "7.4.1", "14.2.1"} <= items.keys()
    assert [item for item, tests in items.items() if not tests] == []
    assert [test for tests in items.values() for test in tests if not _is_there(test)] == []


def test_a_test_that_is_not_there_is_noticed() -> None:
    assert not _is_there("tests/server/test_promised.py::test_of_nothing")
    assert not _is_there("tests/server/test_promised.py::_is_there")
    assert not _is_there("tests/server/nowhere.py::test_of_nothing")
