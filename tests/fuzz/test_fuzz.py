"""Every decoder under the fuzzer, as far as there is time in every run; `make fuzz` goes on."""

import importlib.util
from collections.abc import Iterator

import msgspec
import pytest

from tests.fuzz.__main__ import Row, by_atheris, by_chance, share_of, table
from tests.fuzz.everything import ALL, TARGETS
from tests.fuzz.found import FOUND
from tests.fuzz.mutation import Mutation
from tests.fuzz.target import Target

A_FEW = 300
MANY = 100_000
MESSAGES = 1_000_000
LOOKED_FOR = 4_000
SEED = 20


@pytest.mark.parametrize(
    ("name", "data"), [(name, data) for name, several in FOUND.items() for data in several]
)
def test_what_was_a_fault_is_none_any_more(name: str, data: bytes) -> None:
    assert TARGETS[name].attempt(data) in (True, False)


@pytest.mark.parametrize("name", TARGETS)
def test_every_decoder_gives_what_it_promises(name: str) -> None:
    row = by_chance(TARGETS[name], A_FEW, SEED)
    assert row.faults == ()
    assert row.tried == A_FEW
    assert row.taken > 0, "not even the seeds are read"
    assert row.taken < A_FEW, "nothing is refused"


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in TARGETS if name != "frames"])
def test_nor_does_it_fail_under_many(name: str) -> None:
    row = by_chance(TARGETS[name], share_of(TARGETS[name], MANY), SEED + 1)
    assert row.faults == ()


@pytest.mark.long
def test_a_million_messages_are_frames_or_unreadable() -> None:
    row = by_chance(TARGETS["frames"], MESSAGES, SEED + 2)
    assert row.faults == ()
    assert row.tried == MESSAGES
    assert MESSAGES // 20 < row.taken < MESSAGES


@pytest.mark.long
@pytest.mark.process
@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="Atheris is not installed for this Python; the inputs above came by seeded chance",
)
def test_nor_do_they_fail_where_atheris_looks_for_ways_in() -> None:
    row = by_atheris(ALL, LOOKED_FOR, SEED)
    assert row.faults == ()
    assert row.tried >= LOOKED_FOR
    assert 0 < row.taken < row.tried


def test_the_same_seed_gives_the_same_inputs_and_another_gives_others() -> None:
    def some(seed: int) -> Iterator[bytes]:
        source = Mutation(TARGETS["positions"], seed)
        return (source.next() for _ in range(50))

    assert list(some(1)) == list(some(1))
    assert list(some(1)) != list(some(2))


def _fails_at_a_nine(data: bytes) -> bool:
    return int(data.replace(b"9", b"nine")) > 0


def test_an_error_that_was_not_promised_is_a_fault_with_its_input() -> None:
    target = Target(name="nines", attempt=_fails_at_a_nine, seeds=(b"1", b"19", b"2"), share=1)
    row = by_chance(target, 10, SEED)
    assert (row.tried, row.taken) == (2, 1)
    assert len(row.faults) == 1
    assert row.faults[0].startswith("nines: ValueError: invalid literal")
    assert row.faults[0].endswith("input: b'19'")


def test_a_decoder_that_takes_what_it_should_refuse_is_found() -> None:
    names = TARGETS["names"]

    def lax(data: bytes) -> bool:
        assert b"\xcc\x81\xcc\x81\xcc\x81" not in data
        return names.attempt(data)

    row = by_chance(msgspec.structs.replace(names, attempt=lax), 2000, SEED)
    assert len(row.faults) == 1


def test_the_shares_come_to_a_thousand_and_the_table_adds_up() -> None:
    assert sum(target.share for target in TARGETS.values()) == 1000
    rows = [Row("one", 10, 4, 1.0), Row("two", 5, 5, 2.0), Row("three", 3, 1, 0.5, ("a fault",))]
    last = table(rows).splitlines()[-1].split()
    assert last == ["all", "18", "10", "7", "1", "4"]
