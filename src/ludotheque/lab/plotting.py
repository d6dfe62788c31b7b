"""Plots as SVG by Matplotlib, in the colours and fonts of the boxes: for pages, and as files of their own."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib.resources import as_file, files
from typing import Any, Final
from xml.etree import ElementTree

from ludotheque.lab.ratings import MISSING, ReportExtraMissing

INK: Final = "#2a2019"
SOFT: Final = "#645241"
RULE: Final = "#d8c8a4"
CARD: Final = "#fffaf0"
MARK: Final = "#27457a"
"""What is measured."""
BOUND: Final = "#e0a93c"
"""Where it should be."""
SERIES: Final = ("#0072b2", "#d55e00", "#009e73", "#aa4f86", "#8a6d00")
"""Several things in one plot, told apart by readers with any colour vision (after Okabe and Ito)."""
VARIABLES: Final = {
    INK: "--ink",
    SOFT: "--ink-soft",
    RULE: "--rule",
    CARD: "--card",
    MARK: "--mark",
    BOUND: "--bound",
    **{colour: f"--series-{number}" for number, colour in enumerate(SERIES)},
}
"""The variables of the page's style sheet in which a plot on a page has its colours, so that it has a dark side."""
FONTS: Final = ("jost-400-normal.ttf", "jost-600-normal.ttf")
SIZE: Final = 12
"""The size of a plot's text, in its own units."""
_SVG: Final = "http://www.w3.org/2000/svg"
_LINK: Final = "{http://www.w3.org/1999/xlink}href"
_STYLE: Final = {
    "font.family": "Jost",
    "font.size": SIZE,
    "text.color": INK,
    "axes.titlesize": SIZE + 1,
    "axes.titleweight": 600,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.labelcolor": SOFT,
    "axes.labelsize": SIZE,
    "axes.edgecolor": SOFT,
    "axes.linewidth": 0.8,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "axes.axisbelow": True,
    "grid.color": RULE,
    "grid.linewidth": 0.8,
    "xtick.color": SOFT,
    "xtick.labelsize": SIZE,
    "xtick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.color": SOFT,
    "ytick.labelcolor": INK,
    "ytick.labelsize": SIZE,
    "ytick.major.size": 0,
    "ytick.minor.size": 0,
    "figure.facecolor": "none",
    "figure.constrained_layout.use": True,
    "figure.constrained_layout.h_pad": 4 / 72,
    "figure.constrained_layout.w_pad": 4 / 72,
    "savefig.facecolor": "auto",
    "svg.hashsalt": "ludotheque",  # so that the same plot has the same bytes
}


@cache
def _pyplot() -> Any:
    """Matplotlib's pyplot, without any window; raises :class:`ReportExtraMissing`."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise ReportExtraMissing(MISSING) from None
    mpl.use("svg")
    from matplotlib import font_manager, pyplot

    for font in FONTS:
        with as_file(files("ludotheque.printing") / "fonts" / font) as path:
            font_manager.fontManager.addfont(path)
    return pyplot


def require_extra() -> None:
    """Raise :class:`ReportExtraMissing` if what plots and ratings need is not installed."""
    _pyplot()
    try:
        import scipy  # noqa: F401
    except ImportError:
        raise ReportExtraMissing(MISSING) from None


@contextmanager
def plot_style() -> Iterator[None]:
    """Draw in our style: figures are made and saved within this context."""
    with _pyplot().rc_context(_STYLE):
        yield


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1, **more: Any) -> tuple[Any, list[Any]]:
    """A figure of so many units, of which a page shows each about as a pixel, and its axes, row by row."""
    figure, axes = _pyplot().subplots(rows, columns, figsize=(width / 72, height / 72), squeeze=False, **more)
    return figure, [*axes.flat]


def inline_svg(figure: Any, name: str, label: str) -> str:
    """The figure as an element of a page, which is well-formed XML and names no address.

    Its colours are the page's, its text is text, and its identifiers begin with ``name``. ``label`` says to those who
    cannot see it what it shows.
    """
    root = ElementTree.fromstring(_save(figure, "none"))
    for parent in [*root.iter()]:
        for child in [*parent]:
            if child.tag.rpartition("}")[2] in ("metadata", "style"):
                parent.remove(child)
    links = [*root.iter()]
    used = {link[1:] for element in links if (link := element.get(_LINK))}
    used |= {mark for element in links for mark in re.findall(r"url\(#(\w+)\)", " ".join(element.attrib.values()))}
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
        known = element.attrib.pop("id", "")
        if known in used:
            element.set("id", f"{name}-{known}")
        if link := element.attrib.pop(_LINK, ""):
            element.set("href", f"#{name}-{link[1:]}")
        for key, value in element.attrib.items():
            element.set(key, re.sub(r"url\(#(\w+)\)", rf"url(#{name}-\1)", value))
    for size in ("width", "height", "version"):
        root.attrib.pop(size, None)
    root.attrib.update({"role": "img", "aria-label": label})
    text = ElementTree.tostring(root, encoding="unicode", short_empty_elements=True)
    return _with_variables(re.sub(r"\s*\n\s*", " ", text))


def _with_variables(text: str) -> str:
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: f"var({VARIABLES[found[0]]})", text)


def svg_file(figure: Any, title: str) -> str:
    """The figure as a file that looks the same everywhere: on its own paper, with its text drawn as outlines."""
    figure.set_facecolor(CARD)
    root = ElementTree.fromstring(_save(figure, "path"))
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _LINK[1:].partition("}")[0])
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    name = ElementTree.Element(f"{{{_SVG}}}title")
    name.text = title
    root.insert(0, name)
    root.set("role", "img")
    return re.sub(r"\s*\n\s*", " ", ElementTree.tostring(root, encoding="unicode")).replace("</g>", "</g>\n") + "\n"


def _save(figure: Any, text: str) -> str:
    """The SVG of a figure, which is closed."""
    pyplot = _pyplot()
    found = io.StringIO()
    with pyplot.rc_context({"svg.fonttype": text}):
        figure.savefig(found, format="svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)
    return found.getvalue()


def name_rows(axes: Any, names: Sequence[str]) -> None:
    """Give a plot one row for each name, the first at the top."""
    axes.set_yticks(range(len(names)), names, verticalalignment="center")
    axes.set_ylim(len(names) - 0.5, -0.5)


def draw_estimates(axes: Any, names: Sequence[str], found: Sequence[tuple[float, float, float]]) -> None:
    """One row for each name: a dot for the value, and a bar from the low to the high end of its interval."""
    name_rows(axes, names)
    for row, (value, low, high) in enumerate(found):
        axes.plot([low, high], [row, row], color=MARK, linewidth=3, alpha=0.45, solid_capstyle="round")
        axes.plot([value], [row], "o", color=MARK, markersize=6.5, markeredgecolor=CARD, markeredgewidth=1)
