"""``python -m ludotheque.server.settings.reference``: write the table of settings into the page for hosts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludotheque.server.settings.definitions import FIELDS, Field

PAGE: Final = Path(__file__).parents[4] / "docs/host/settings.md"
_BEGIN: Final = "<!-- made by python -m ludotheque.server.settings.reference -->\n"
_END: Final = "<!-- end -->\n"


def page(text: str) -> str:
    """The page, its table made anew."""
    before, _, rest = text.partition(_BEGIN)
    rows = "".join(_row(field) for field in FIELDS.values())
    return (
        f"{before}{_BEGIN}| | what it does | if nobody says | allowed |\n|---|---|---|---|\n{rows}{_END}"
        + (rest.partition(_END)[2])
    )


def _row(field: Field) -> str:
    names = [f"`{name}`" for name in (field.name, " ".join(field.options), *field.variables) if name]
    allowed = field.allowed.replace("|", "\\|").replace("*", "\\*").replace("<", "&lt;")
    return f"| {'<br>'.join(names)} | {field.description} | {field.default} | {allowed} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
