"""Cut the fonts to what our texts use: `script/fonts`, after a change of a font's version or of COMMON.

Each font of Fontsource becomes two files: the letters of French and English, which every page needs, and the rest of
the Latin alphabet, which a browser fetches when a name has one of its letters. Letters of other alphabets come from
Fontsource's own files. The results are in version control, so that only those who change them need the tools.

The Open Font License lets no changed version carry a reserved name: Righteous has one, and is used as it is.
"""

from __future__ import annotations

import io
import shutil
import string
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ROOT / "web/node_modules"
FOLDER: Final = ROOT / "web/src/style/fonts"
SHEET: Final = ROOT / "web/src/style/fonts.css"
COMMON: Final = frozenset(
    map(
        ord,
        f"{string.ascii_letters}{string.digits}{string.punctuation} \u00a0\u202f«»’“”–—…·°±×−½→"
        "àâäãåæçéèêëíîïñôöœùûüÀÂÇÈÉÊÎÔŒÜ",
    )
)
"""Letters and signs that our texts use, in French and in English; tests/test_fonts.py looks for others."""
WEIGHTS: Final = (400, 700)
"""The weights that our style sheets ask for, of a variable font."""
FEATURES: Final = ("ccmp", "kern", "liga", "mark", "mkmk", "tnum")


@dataclass(frozen=True)
class Face:
    """A style of a font family, as a package of Fontsource has it."""

    family: str
    package: str
    file: str
    """The name of the file, with `{}` for its part of Unicode."""
    more: tuple[str, ...] = ()
    """Further parts of Unicode, from Fontsource's own files."""
    style: str = "normal"
    weight: str = "400"

    def source(self, part: str) -> Path:
        return PACKAGES / self.package / "files" / self.file.format(part)

    def rule(self, url: str, letters: str) -> str:
        """The @font-face rule of one file."""
        return "\n".join(
            (
                "@font-face {",
                f'  font-family: "{self.family}";' if " " in self.family else f"  font-family: {self.family};",
                f"  font-style: {self.style};",
                "  font-display: swap;",
                f"  font-weight: {self.weight};",
                f'  src: url("{url}") format("woff2");',
                f"  unicode-range: {letters};",
                "}",
            )
        )


_JOST: Final = Face(
    family="Jost Variable",
    package="@fontsource-variable/jost",
    file="jost-{}-wght-normal.woff2",
    more=("latin-ext", "cyrillic"),
    weight=f"{WEIGHTS[0]} {WEIGHTS[1]}",
)
_CAPRASIMO: Final = Face("Caprasimo", "@fontsource/caprasimo", "caprasimo-{}-400-normal.woff2", ("latin-ext",))
_GARAMOND: Final = Face("EB Garamond", "@fontsource/eb-garamond", "eb-garamond-{}-400-normal.woff2")
_GARAMOND_ITALIC: Final = Face(
    "EB Garamond", "@fontsource/eb-garamond", "eb-garamond-{}-400-italic.woff2", style="italic"
)
FACES: Final = (_JOST, _CAPRASIMO, _GARAMOND, _GARAMOND_ITALIC)
UNCHANGED: Final = Face("Righteous", "@fontsource/righteous", "righteous-{}-400-normal.woff2")


def main() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    rules = [rule for face in FACES for rule in cut(face)]
    latin = letters_of(UNCHANGED.source("latin"))
    rules += [further_rule(UNCHANGED, "latin-ext", without=latin), further_rule(UNCHANGED, "latin")]
    SHEET.write_text("/* Written by script/fonts: do not edit. */\n" + "\n\n".join(rules) + "\n")


def cut(face: Face) -> list[str]:
    """Write a font's two files; their rules, and those of its further parts."""
    known = letters_of(face.source("latin"))
    rules = []
    for part, letters in (("rest", known - COMMON), ("common", known & COMMON)):
        content = pack(face, letters)
        name = face.file.format(part)
        (FOLDER / name).write_bytes(content)
        print(f"{name:40} {len(letters):4} letters {len(content):7,} bytes")
        rules.append(face.rule(f"./fonts/{name}", unicode_range(letters)))
    return [*(further_rule(face, part, without=known) for part in face.more), *rules]


def pack(face: Face, letters: frozenset[int]) -> bytes:
    """The font with these letters alone, in WOFF2."""
    font = TTFont(face.source("latin"), recalcTimestamp=False)
    options = subset.Options()
    options.layout_features = list(FEATURES)
    options.hinting = False
    # Copyright, name and licence stay in the file.
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    if "fvar" in font:
        font = instancer.instantiateVariableFont(reopen(font), {"wght": WEIGHTS})
    font.flavor = "woff2"
    return save(font)


def reopen(font: TTFont) -> TTFont:
    """The font as a reader of its file sees it: what was cut off is forgotten."""
    font.flavor = None
    return TTFont(io.BytesIO(save(font)), recalcTimestamp=False)


def save(font: Any) -> bytes:
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


def further_rule(face: Face, part: str, without: frozenset[int] = frozenset()) -> str:
    """The rule of a part of Unicode that comes from Fontsource's own file."""
    source = face.source(part)
    return face.rule(f"{face.package}/files/{source.name}", unicode_range(letters_of(source) - without))


def letters_of(source: Path) -> frozenset[int]:
    """The letters that a file has; control characters are none."""
    return frozenset(letter for letter in TTFont(source).getBestCmap() if letter >= ord(" "))


def unicode_range(letters: frozenset[int]) -> str:
    """Letters as CSS writes them.

    >>> unicode_range(frozenset(b"abcz"))
    'U+61-63, U+7A'
    """
    spans: list[list[int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1][1] = letter
        else:
            spans.append([letter, letter])
    return ", ".join(f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in spans)


if __name__ == "__main__":
    main()
