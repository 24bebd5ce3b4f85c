"""Writes platform/names/confusables.txt: which characters look like which, by UTS 39.

The data is ICU's own, which follows https://www.unicode.org/reports/tr39/. On Debian:

    apt install python3-icu
    /usr/bin/python3 scripts/confusables/generate.py
"""

from pathlib import Path

import icu

TARGET = Path(__file__).parents[2] / "platform" / "names" / "confusables.txt"
HEADER = f"""# Prototypes of characters that look alike (UTS 39, Unicode {icu.UNICODE_VERSION}).
# Made from ICU {icu.ICU_VERSION} by scripts/confusables/generate.py. Data (c) Unicode, Inc., Unicode License V3.
# character;prototype, in hexadecimal. Characters that NFKC replaces are left out.
"""

checker = icu.SpoofChecker()
nfkc = icu.Normalizer2.getNFKCInstance()
nfd = icu.Normalizer2.getNFDInstance()
unusable = {
    icu.UCharCategory.UNASSIGNED,
    icu.UCharCategory.CONTROL_CHAR,
    icu.UCharCategory.SURROGATE,
    icu.UCharCategory.PRIVATE_USE_CHAR,
}


def lines():
    for code in range(0x110000):
        if icu.Char.charType(code) in unusable:
            continue
        char = chr(code)
        # Skeletons are made of decomposed texts, after NFKC.
        if nfkc.normalize(char) != char or nfd.normalize(char) != char or icu.Char.hasBinaryProperty(
            char, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT
        ):
            continue
        prototype = checker.getSkeleton(0, char)
        if prototype != char:
            yield f"{code:x};{' '.join(f'{ord(one):x}' for one in prototype)}"


TARGET.write_text(HEADER + "\n".join(lines()) + "\n")
