"""Write the fonts, icons and outlines of the printed boxes, from the front end and its packages.

Typst reads neither WOFF2 nor variable fonts, and the server has no `node_modules`: so what the templates use is turned
into TrueType files and one JSON file of outlines, and kept in the repository. To write them anew after a change:

    script/setup test
    .venv/bin/pip install --no-deps -r requirements/print-assets.txt
    .venv/bin/python script/print_assets.py

Licences and authors are in NOTICE.
"""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any, Final

from fontTools.merge import Merger
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT: Final = Path(__file__).resolve().parents[1]
MODULES: Final = ROOT / "web/node_modules"
PRINT: Final = ROOT / "src/ludotheque/printing"
SUBSETS: Final = ("latin", "latin-ext")
"""Parts of a font; they are joined, since a name may have letters of both."""
STATIC: Final = (
    ("righteous", 400, "normal"),
    ("caprasimo", 400, "normal"),
    ("eb-garamond", 400, "normal"),
    ("eb-garamond", 400, "italic"),
    ("eb-garamond", 700, "normal"),
)
JOST: Final = ((400, "normal"), (600, "normal"), (700, "normal"), (400, "italic"))
WEIGHTS: Final = {400: "Regular", 600: "SemiBold", 700: "Bold"}
RENAMED: Final = {"righteous": "Ludotheque Sign"}
"""Fonts whose name is reserved for the original files: ours are joined from parts, so they go by another name."""


def main() -> None:
    """Write everything."""
    for family, weight, style in STATIC:
        files = [MODULES / f"@fontsource/{family}/files/{family}-{part}-{weight}-{style}.woff2" for part in SUBSETS]
        fonts = [TTFont(file) for file in files]
        for font in fonts:
            if family in RENAMED:
                rename(font, RENAMED[family], "Regular")
        write_font(fonts, f"{RENAMED.get(family, family).lower().replace(' ', '-')}-{weight}-{style}")
    for weight, style in JOST:
        files = [MODULES / f"@fontsource-variable/jost/files/jost-{part}-wght-{style}.woff2" for part in SUBSETS]
        fonts = [instantiateVariableFont(TTFont(file), {"wght": weight}) for file in files]
        for font in fonts:
            font["OS/2"].usWeightClass = weight
            rename(font, "Jost", f"{WEIGHTS[weight]}{' Italic' if style == 'italic' else ''}")
        write_font(fonts, f"jost-{weight}-{style}")
    write_icons()
    write_outlines()


def rename(font: Any, family: str, style: str) -> None:
    """Name a font: Typst chooses fonts by these names."""
    names = font["name"]
    for field in (16, 17, 21, 22, 25):
        names.removeNames(nameID=field)
    whole = f"{family} {style}"
    for field, text in {1: family, 2: style, 3: whole, 4: whole, 6: whole.replace(" ", "")}.items():
        names.removeNames(nameID=field)
        names.setName(text, field, 3, 1, 0x409)


def write_font(parts: list[Any], name: str) -> None:
    """Join the parts of a font into one TrueType file."""
    files = []
    for font in parts:
        font.flavor = None
        font.recalcTimestamp = False
        file = io.BytesIO()
        font.save(file)
        file.seek(0)
        files.append(file)
    joined = Merger().merge(files)
    joined["head"].created = joined["head"].modified = parts[0]["head"].modified
    joined.recalcTimestamp = False
    joined.save(PRINT / f"fonts/{name}.ttf")


def write_icons() -> None:
    """Write the outlines of the icons that `icons.txt` lists, as `set:name` lines."""
    sets: dict[str, Any] = {}
    found = {}
    for line in (PRINT / "icons.txt").read_text("utf-8").splitlines():
        collection, _, name = line.partition(":")
        if collection not in sets:
            sets[collection] = json.loads((MODULES / f"@iconify-json/{collection}/icons.json").read_text("utf-8"))
        icons = sets[collection]
        icon = icons["icons"][name]
        size = icon.get("width", icons.get("width", 16))
        found[name] = {"size": size, "body": icon["body"]}
    text = json.dumps(found, indent=0, sort_keys=True, ensure_ascii=False)
    (PRINT / "icons.json").write_text(f"{text}\n", "utf-8")


def write_outlines() -> None:
    """Write the outlines of the departments as the front end has them: code, path, a spot for text and its room."""
    text = (ROOT / "web/src/games/president/map/outlines.ts").read_text("utf-8")
    rows = [json.loads(row) for row in re.findall(r"^  (\[.+\]),$", text, re.MULTILINE)]
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (ROOT / "src/ludotheque/games/president/print/outlines.json").write_text(f"[\n{lines}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
