"""Configuration of the documentation: `script/docs` builds it with Sphinx, from the whole repository."""

from __future__ import annotations

from typing import Any

from pygments.lexers.special import TextLexer

import ludotheque

project = "Ludothèque"
copyright = "Ludothèque contributors"
release = version = ludotheque.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**"]
exclude_patterns = ["build", "web", ".venv", "src", "tests", "docs/strength/*-notes.md"]  # notes are in their pages

myst_heading_anchors = 4
autodoc_default_options = {"members": True, "show-inheritance": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

add_module_names = False

html_theme = "furo"
html_title = f"Ludothèque {release}"
html_static_path: list[str] = []
html_copy_source = False
html_show_search_summary = False  # it would fetch the pages, which a browser does not do from a folder


def setup(app: Any) -> None:
    """Show diagrams as their text: drawing them would take a script from elsewhere."""
    app.add_lexer("mermaid", TextLexer)
