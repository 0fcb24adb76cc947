"""What a name looks like: letters of other alphabets, and digits, that are drawn as Latin letters.

The pairs are those of Unicode's list of confusable characters (UTS 39) whose other half is a single
Latin letter, for the alphabets in which a name can be spelled; besides, letters with a stroke or a
hook, since accents make no other name either, letters in boxes, and a few that are as alike in the
fonts of today's systems. Whatever else is drawn by decomposition (full width, bold, circles) is found
without a table. Digits that only remind of a letter, such as 3 of an e, are none of them.
"""

import unicodedata
from typing import Final

VARIANTS: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Marks that only choose between two pictures of a character."""

_PAIRS: Final = (
    # Latin
    "ØO øo ĐD đd ĦH ħh ŁL łl ŦT ŧt ƁB Ƅb ƇC ƈc ƊD ƍg Ɩl ƗI ƘK ƙk ƤP ƥp ƦR ƬT ƭt ƽs ǀl ɓb ɗd ɣy "
    "ɦh ɨi ɩi ɯw ʋu ᴑo ᶃg ᶌy ẝf ỿy ꞘF ꞙf ꞟu ꞲJ ꞳX ꞴB ꬲe ꬵf ꬽo ꭇr ꭈr ꭎu ꭒu ꭚy "
    # Greek
    "ͿJ ϜF ϳj ϺM ᴦr 𝈍V 𝈓F 𝈖R 𝈪L "
    # Cyrillic
    "ѡw ѴV ҮY үy ҽe Ӏl ӏl ꙇi "
    # Armenian
    "ՍU ՏS ՕO աw ցg քf "
    # Georgian
    "ყy ჿo "
    # Cherokee
    "ᎠD ᎡR ᎢT Ꭵi ᎩY ᎪA ᎫJ ᎬE ᎱR ᎳW ᎷM ᎻH ᎽY ᎾO ᏀG Ꮒh ᏃZ Ꮟb ᏒR ᏔW ᏕS ᏙV ᏚS ᏞL ᏟC ᏢP ᏦK Ꮷd ᏳG ᏴB "
    "ᏻG ᏼB ꭰD ꭱR ꭲT ꭵi ꭹY ꭺA ꭻJ ꭼE ꮁr ꮃw ꮇM ꮋH ꮍY ꮎO ꮐG ꮒh ꮓz ꮟb ꮢR ꮤW ꮥS ꮩv ꮪs ꮮL ꮯc ꮲP ꮶK ꮷd "
    # Lisu
    "ꓐB ꓑP ꓒd ꓓD ꓔT ꓖG ꓗK ꓙJ ꓚC ꓜZ ꓝF ꓟM ꓠN ꓡL ꓢS ꓣR ꓦV ꓧH ꓪW ꓫX ꓬY ꓮA ꓰE ꓲl ꓳO ꓴU "
    # Coptic
    "ⲀA ⲁa ⲂB ⲃb ⲌZ ⲍz ⲎH ⲏh Ⲓl ⲓl ⲔK ⲕk ⲘM ⲙm ⲚN ⲛn ⲞO ⲟo ⲢP ⲣp ⲤC ⲥc ⲦT ⲧt ⲨY ⲩy ⲬX ⲭx ⳐL ⳑl "
    "𐋵Z "
    # Canadian syllabics
    "ᐯV ᑌU ᑎN ᑕC ᑭP ᑫq ᑯd ᑲb ᒍJ ᒪL ᕁx ᕼH ᕽx ᖇR ᖯb ᔕS ᖴF ᗅA ᗩA ᗞD ᗪD ᗯW ᗰM ᗷB ᘔZ ᙭X ᙮x "
    # Tifinagh
    "ⴸV ⴹE ⵏl ⵔO ⵕQ ⵝX "
    # Runic
    "ᚷX ᛁl ᛕK ᛖM "
    # Deseret
    "𐐄O 𐐕C 𐐛L 𐐠S 𐐬o 𐐽c 𐑈s "
    # Osage
    "𐒴R 𐓂O 𐓎U 𐓪o 𐓶u "
    # Elbasan
    "𐔓N 𐔖O 𐔘K 𐔜C 𐔝V 𐔥F 𐔦L 𐔧X "
    # Lycian
    "𐊂B 𐊆E 𐊇F 𐊊l 𐊐X 𐊒O 𐊕P 𐊖S 𐊗T "
    # Carian
    "𐊠A 𐊡B 𐊢C 𐊥F 𐊫O 𐊰M 𐊱T 𐊲Y 𐊴X 𐋏H "
    # Old Italic
    "𐌁B 𐌂C 𐌉l 𐌑M 𐌕T 𐌗X 𐌠l 𐌢X "
    # Warang Citi
    "𑢠V 𑢢F 𑢣L 𑢤Y 𑢦E 𑢩Z 𑢮E 𑢲L 𑢵O 𑢸U 𑢼T 𑣀v 𑣁s 𑣂F 𑣃i 𑣄z 𑣈o 𑣗o 𑣘u 𑣜y 𑣠O 𑣥Z 𑣦W 𑣩C 𑣬X 𑣯W 𑣲C "
    # Miao
    "𖼈V 𖼊T 𖼖L 𖼨l 𖼵R 𖼺S 𖽀A 𖽂U 𖽃Y "
)
"""A letter, and the Latin one that it is drawn as."""
_BOXED: Final = (0x1F150, 0x1F170, 0x1F1E6)
"""Where the letters from A to Z begin that stand in filled circles, in boxes and in flags."""
_LATIN: Final = {
    **str.maketrans(
        "аеорсухіјѕһԁԛԝѵАВЕЅІЈКМНОРСТУХԌԜ"  # Cyrillic
        "αγικνορυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"  # Greek
        "օոսհզ"  # Armenian
        "ıɑɡᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ",  # Latin
        "aeopcyxijshdqwvABESIJKMHOPCTYXGWayikvopuxABEZHIKMNOPTYXonuhqiagabcdefghijklmnoprstuvwyz",
    ),
    **{ord(pair[0]): ord(pair[1]) for pair in _PAIRS.split()},
    **{first + place: ord("A") + place for first in _BOXED for place in range(26)},
}
"""Letters that are drawn as others are."""

_ROUND: Final = "0०০੦૦୦௦౦೦൦๐໐၀ဝס\u3007"
"""Zeros, and letters that are circles too; Hebrew and others are not read by them."""
_DRAWN: Final = str.maketrans(
    {
        **dict.fromkeys("1I|∣│׀⏽", "l"),
        **dict.fromkeys(_ROUND, "o"),
        **dict(zip("вкмнтзЗбσετ", "bkmht336oet", strict=True)),
        # A capital L is no stroke, though a small one is: ILSE is not LISE.
        "L": "\0",
    }
)
"""What is one stroke or one circle, and small letters of a Cyrillic or Greek shape."""
_READ: Final = str.maketrans({"1": "i", "|": "i", **dict.fromkeys(_ROUND, "o")})
"""The same where a stroke is read as an i: B1ll."""


def in_latin(text: str) -> str:
    """A text with the letters that are drawn as Latin ones replaced by those."""
    return text.translate(_LATIN)


def looks(name: str) -> set[tuple[int, str]]:
    """What two names share one of when they can be taken for one another."""
    plain = "".join(
        char
        for char in unicodedata.normalize("NFKD", name)
        if not (unicodedata.combining(char) or char.isspace() or char in VARIANTS)
    )
    latin = in_latin(plain)
    # In small letters only once it is known what was drawn: an I is a stroke, an i is none.
    drawn = latin.translate(_DRAWN).replace("rn", "m").replace("vv", "w").replace("VV", "W")
    ways = (plain, latin, drawn, latin.translate(_READ))
    # Each way by itself: that an I is drawn as an l makes it no capital L, which is read as one.
    return {(number, way.casefold()) for number, way in enumerate(ways)}
