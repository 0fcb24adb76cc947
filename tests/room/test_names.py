"""Names from everywhere, and names that hide or pretend."""

import unicodedata

import pytest

from pellmell.room.names import LONGEST, clean_name

SEATED = ["Ada", "Ben Lilly", "Åsa", "שרה", "Ольга", "Illya"]

GOOD = [
    "Ben", "Zoë", "José", "Łukasz", "Đorđe", "Þóra", "Ğülşah", "Nguyễn", "Ő", "Ñandú", "Žižek",
    "O’Neill", "Jean-Luc", "D'Arcy", "Mary Jane", "Dr. No", "A", "B2", "42", "x_x", "~tilde~",
    "(o)", "Ada & Ben", "50%", "#1", "¡Hola!", "c++", "λ", "π", "Ω", "Αθηνά", "Νίκος", "Ειρήνη",
    "Борис", "Юлия", "Її", "Љубав", "Ґалаґан", "משה", "דָּוִד", "יעל", "בת־שבע", "צ׳ארלי",
    "محمد", "فاطمة", "پریسا", "ابن سينا", "नमस्ते", "प्रिया", "কমল", "ਪੰਜਾਬ", "ગુજરાત", "தமிழ்",
    "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "สมชาย", "ลำดวน", "ລາວ", "ខ្មែរ", "မြန်မာ", "ქეთი", "Արամ",
    "አማርኛ", "王小明", "さくら", "サクラ", "김민준", "ཨོཾ", "ᏣᎳᎩ", "🎴", "👍🏽", "🇩🇪", "❤️", "👩‍👩‍👧‍👦", "👨‍💻",
    "❤️‍🔥", "🏳️‍🌈", "Ada 🃏", "1️⃣", "½", "№ 7", "★", "♠♥♦♣", "Ⅳ", "ß", "ﬁ", "™", "°",
]  # fmt: skip
"""Names that nobody else has, which are shown as they were written."""

INVISIBLE = [
    *range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0xAD, 0x34F, 0x61C, 0x115F, 0x1160,
    0x17B4, 0x17B5, 0x180E, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    0x2800, 0x3164, 0xFEFF, 0xFFA0, *range(0xFFF9, 0xFFFC), 0xE000, 0xF8FF, 0xE0001, 0xE0061, 0xD800,
    0xDFFF, 0xFDD0, 0x10FFFF,
]  # fmt: skip
"""Characters that show nothing, turn what follows around, or are nobody's."""

ALIKE = [
    ("Ada", name) for name in (
        "ada", "ADA", " Ada ", "A d a", "Ada\t", "Ａｄａ", "𝐀𝐝𝐚", "𝓐𝓭𝓪", "Ⓐⓓⓐ", "Áda", "Ädä", "A̲d̲a̲",
        "Аda", "Adа", "Аdа", "АDА", "Αda", "Adɑ", "ᴀᴅᴀ", "Aԁa", "ada\u00a0", "A\u2003da", "Ada\ufe0f",
        "A\ufe00da", "Ada\U000e0100", "A\u0332da",
    )
] + [
    ("Ben Lilly", "Ben LiIly"), ("Ben Lilly", "Ben Lil1y"), ("Ben Lilly", "Ben Li|ly"),
    ("Ben Lilly", "Веn Lilly"), ("Ben Lilly", "benlilly"), ("Illya", "lllya"), ("Illya", "1llya"),
    ("Illya", "|llya"), ("Åsa", "Asa"), ("Åsa", "A\u030asa"), ("שרה", "שָׂרָה"), ("שרה", "שר\u200fה"),
    ("Ольга", "ОЛЬГА"), ("Ольга", "Oльга"), ("Ольга", "Oльгa"), ("Зоя", "3оя"), ("Люба", "Лю6а"),
    ("Bill", "B1ll"), ("Bill", "BiII"), ("Adam", "Adarn"), ("Will", "VViII"), ("Łukasz", "Lukasz"),
    ("LISE", "L1SE"), ("LISE", "LlSE"), ("Σοφία", "Σ0φία"), ("José", "J০sé"),
] + [
    ("Host", name) for name in (
        "H0st", "h0st", "H0ST", "HOST", "\u13bb\u13be\u13da\u13a2", "\uab8b\uab8e\uabaa\uab72",
        "ꓧꓳꓢꓔ", "ⲎⲞᏚⲦ", "Ⲏⲟst", "ᕼOᔕT", "ᕼ𐐄ᔕ𐊗", "🅗🅞🅢🅣", "🅷🅾🆂🆃", "🇭🇴🇸🇹", "🄷🄾🅂🅃", "ʜᴏꜱᴛ", "Høst",
        "Ħost", "H൦st", "Hסst", "Hоѕт", "Ноѕт", "Hοsτ", "𝐇𝟎𝐬𝐭", "Ｈ０ｓｔ",
        "Hⵔst", "HOՏT",
    )
]  # fmt: skip
"""Somebody's name, and what could be taken for it."""


APART = [
    ("Ilse", "Lise"), ("ILSE", "LISE"), ("Lia", "Ila"), ("LIA", "ILA"), ("Ali", "All"), ("ALI", "All"),
    ("Ben", "B3n"), ("Ada", "4da"), ("Player 1", "Player 2"), ("Player I", "Player L"),
    ("Player 2", "Player Z"), ("Player 5", "Player S"), ("Player B", "Player 8"), ("Bot 1", "Bot 2"),
    ("Bot 1", "Bot 10"), ("R2D2", "RZDZ"), ("R2D2", "C3PO"), ("MARN", "MAM"), ("Dara", "Clara"),
    ("Ольга", "Олег"), ("Мила", "Нила"), ("משה", "מיכה"), ("סיון", "ציון"), ("רון", "רות"),
    ("Νίκος", "Νίκη"), ("Արամ", "Արմեն"), ("ᏣᎳᎩ", "ᏣᎳ"), ("🇩🇪", "🇩🇰"), ("Ida", "Lda"), ("42", "24"),
]  # fmt: skip
"""Names that nobody takes for one another, though a letter or a digit of one is like the other's."""


@pytest.mark.parametrize(("taken", "name"), APART)
def test_names_that_differ_are_left_as_they_are(taken: str, name: str) -> None:
    assert clean_name(name, [taken], "Player G") == name
    assert clean_name(taken, [name], "Player G") == taken


def test_the_corpus_is_large() -> None:
    assert len({*GOOD, *map(chr, INVISIBLE), *(name for _, name in ALIKE)}) >= 200


@pytest.mark.parametrize("name", GOOD)
def test_a_name_from_anywhere_is_shown_as_it_is_written(name: str) -> None:
    assert clean_name(name, SEATED, "Player G") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("code", INVISIBLE, ids=hex)
def test_what_cannot_be_seen_is_no_part_of_a_name(code: int) -> None:
    hidden = chr(code)
    for name in (f"Ada{hidden}", f"{hidden}Ada", f"A{hidden}da", f"A{hidden * 9}da"):
        assert clean_name(name, SEATED, "Player G") == "Ada 2", name
    assert clean_name(hidden * 3, SEATED, "Player G") == "Player G"
    assert clean_name(f"Eve{hidden}", SEATED, "Player G") == "Eve"


@pytest.mark.parametrize(("taken", "name"), ALIKE)
def test_a_name_that_could_be_taken_for_another_is_told_apart(taken: str, name: str) -> None:
    assert clean_name(name, [taken], "Player G").endswith(" 2")
    shown = clean_name(name, [], "Player A")
    assert clean_name(taken, [shown], "Player G").endswith(" 2")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Z\u0300\u0301\u0302\u0303\u0304\u0305algo", "Z\u0300\u0301algo"),
        ("\u0301\u0302", "Player G"),
        ("🙂" * 60, "🙂" * LONGEST),
        ("👩‍👩‍👧‍👦" * 60, "👩‍👩‍👧‍👦" * 2 + "👩‍👩‍👧"),
        ("a\u200db", "ab"),
        ("🙂\u200d", "🙂"),
        ("\u200d🙂", "🙂"),
        ("a\nb", "a b"),
        ("a\u2028b\u2029c", "a b c"),
        ("<b>bold</b>", "<b>bold</b>"),
        ('"; DROP TABLE rooms', '"; DROP TABLE rooms'),
        ("\x1b[31mred", "[31mred"),
        ("%s%n{0}", "%s%n{0}"),
        ("\u202egnp.exe", "gnp.exe"),
        ("", "Player G"),
        (None, "Player G"),
        ("   ", "Player G"),
    ],
)
def test_what_is_too_much_is_left_out(name: str | None, shown: str) -> None:
    assert clean_name(name, SEATED, "Player G") == shown


def test_everybody_of_a_full_room_with_one_name_is_told_apart() -> None:
    seated: list[str] = []
    for name in ["Ada", "АDА", "Ada\u200b", "𝓐𝓭𝓪"] * 3:
        seated.append(clean_name(name, seated, "Player G"))
    assert len({name.casefold() for name in seated}) == 12
    assert [name.rpartition(" ")[2] for name in seated[1:]] == [str(n) for n in range(2, 13)]
