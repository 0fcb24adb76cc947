from pellmell.bots.names import NAMES


def test_there_are_names_for_two_full_tables_and_no_two_are_alike() -> None:
    assert len({name.casefold() for name in NAMES}) == len(NAMES) >= 24
    assert all(name.isascii() and name.isalpha() and len(name) <= 8 for name in NAMES)
