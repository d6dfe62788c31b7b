"""Typesetting by Typst: an order becomes a PDF, or pictures of its pages."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from ludotheque.printing.document import Order, document

MISSING: Final = "printing needs Typst, which is not installed: pip install 'ludotheque[print]'"


class TypesetterMissing(RuntimeError):
    """Typst is not installed; the message says how to install it."""


def typeset_pdf(order: Order) -> bytes:
    """The PDF of an order. The same order gives the same bytes: it holds no date."""
    pdf = _compile(order, format="pdf", timestamp=0)
    assert isinstance(pdf, bytes)
    return pdf


def typeset_pages(order: Order, ppi: float = 60) -> list[bytes]:
    """The pages of an order as PNG pictures."""
    pages = _compile(order, format="png", ppi=ppi)
    return [pages] if isinstance(pages, bytes) else list(pages)


def query(order: Order, label: str) -> str:
    """The values that the templates mark with a label, as JSON."""
    typst = _typst()
    main, settings = _settings(order)
    return str(typst.query(str(main), f"<{label}>", field="value", **settings))


def _compile(order: Order, **wanted: Any) -> Any:
    typst = _typst()
    main, settings = _settings(order)
    return typst.compile(str(main), **settings, **wanted)


def _settings(order: Order) -> tuple[Path, dict[str, Any]]:
    """The main template of an order, and how it is compiled: with our fonts alone, and without any network."""
    root = _root()
    return Path(str(order.game.folder)) / "print/box.typ", {
        "root": str(root),
        "font_paths": _fonts(),
        "ignore_system_fonts": True,
        # No template imports a package; a folder that is not there keeps it so, whatever the machine has.
        "package_path": str(root / "printing/packages"),
        "package_cache_path": str(root / "printing/packages"),
        "sys_inputs": {"data": document(order).decode()},
    }


def _root() -> Path:
    return Path(str(files("ludotheque")))


@cache
def _fonts() -> Any:
    fonts = [str(_root() / "printing/fonts")]
    return _typst().Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=fonts)


@cache
def _typst() -> Any:
    """Typst, imported on first use: the rest of the program does without it."""
    try:
        import typst
    except ModuleNotFoundError:
        raise TypesetterMissing(MISSING) from None
    return typst
