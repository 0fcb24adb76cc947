"""What chance comes from, done again here by nothing but docs/proof.md."""

import hashlib
from collections.abc import Iterator
from itertools import islice

import pytest

from pellmell.engine.proof import Proof, close_presses, commitment, secret_of

SEED, FIRST, SECOND = (bytes([n]) * 32 for n in (7, 1, 2))


def _stream(key: bytes, bound: int) -> Iterator[int]:
    """The numbers below a bound of a stream, as the page says how they come about."""
    counter = 0
    while True:
        digest = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            word = int.from_bytes(digest[at : at + 4], "big")
            if word < 2**32 - 2**32 % bound:
                yield word % bound
        counter += 1


@pytest.mark.parametrize(
    ("shares", "joined"),
    [
        ((), SEED),
        (((0, FIRST),), SEED + b"A" + FIRST),
        (((1, FIRST), (11, SECOND)), SEED + b"B" + FIRST + b"L" + SECOND),
    ],
)
@pytest.mark.parametrize("occasion", ["deal 1", "recycle A 2", "coin 3"])
def test_each_occasion_has_the_stream_that_the_page_tells(
    shares: tuple[tuple[int, bytes], ...], joined: bytes, occasion: str
) -> None:
    key = hashlib.sha256(joined).digest() + occasion.encode()
    for bound in (2, 40, 2**31 + 1):
        dice = Proof(SEED, shares).dice(occasion)
        assert [dice.below(bound) for _ in range(20)] == list(islice(_stream(key, bound), 20))


def test_other_shares_seats_and_occasions_give_other_chance() -> None:
    all_chance = {
        tuple(Proof(seed, shares).dice(occasion).below(2**32) for _ in range(4))
        for seed in (SEED, FIRST)
        for shares in ((), ((0, FIRST),), ((1, FIRST),), ((0, SECOND),))
        for occasion in ("deal 1", "deal 2", "throw 1")
    }
    assert len(all_chance) == 24


@pytest.mark.parametrize(
    ("presses", "close"),
    [
        ([(0, 1.000)], [0]),
        ([(0, 1.000), (1, 1.009)], [0, 1]),
        ([(0, 1.000), (1, 1.010)], [0]),
        ([(3, 1.009), (1, 1.000)], [1, 3]),
        ([(2, 5.000), (1, 5.000)], [1, 2]),
        ([(0, 2.000), (1, 2.009), (2, 2.018)], [0, 1]),
        ([(4, 9.1), (5, 9.0), (6, 9.005)], [5, 6]),
        # 1000 times 1.001 is a little less than 1001 where floats count.
        ([(0, 1.001), (1, 1.010)], [0, 1]),
        ([(0, 1.001), (1, 1.011)], [0]),
        ([(0, 0.495), (1, 0.504)], [0, 1]),
        ([(0, 0.495), (1, 0.505)], [0]),
        ([(0, 1.000), (1, 2.000)], [0]),
        ([], []),
    ],
)
def test_presses_within_ten_milliseconds_of_the_first_are_too_close_to_call(
    presses: list[tuple[int, float]], close: list[int]
) -> None:
    assert close_presses(presses) == close


def test_what_is_told_of_a_secret_is_its_sha_256() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()


@pytest.mark.parametrize(
    "text",
    [
        "", "ab", "07" * 31, "07" * 33, "0" * 63, "0" * 65, "AB" * 32, "g" * 64,
        "07" * 31 + "0 ", " 7" + "07" * 31, "07 " * 32, "07" * 32 + "\n", "٠" * 64,
    ],
)  # fmt: skip
def test_what_is_no_secret_is_none(text: str) -> None:
    assert secret_of(text) is None


def test_a_secret_is_32_bytes_in_lower_case_hexadecimal() -> None:
    assert secret_of("0123456789abcdef" * 4) == bytes.fromhex("0123456789abcdef" * 4)
