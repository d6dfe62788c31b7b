"""The Markdown of rulebooks as nested data, for templates: no text becomes markup of the typesetter."""

from __future__ import annotations

from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

Node = dict[str, Any]

_BLOCKS = {
    "paragraph": "paragraph",
    "bullet_list": "bullets",
    "ordered_list": "numbers",
    "list_item": "item",
    "blockquote": "quote",
    "table": "table",
    "thead": "head",
    "tbody": "body",
    "tr": "row",
    "th": "cell",
    "td": "cell",
    "hr": "rule",
}
_SPANS = {"strong": "strong", "em": "emphasis"}


def parse(text: str) -> list[Node]:
    """The blocks of a text.

    >>> parse("Go *on*.")
    [{'kind': 'paragraph', 'parts': [{'kind': 'text', 'text': 'Go '}, \
{'kind': 'emphasis', 'parts': [{'kind': 'text', 'text': 'on'}]}, {'kind': 'text', 'text': '.'}]}]
    """
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    return [_block(node) for node in SyntaxTreeNode(parser.parse(text)).children]


def _block(node: SyntaxTreeNode) -> Node:
    if node.type == "inline":
        return {"kind": "line", "parts": _spans(node)}
    kind = _BLOCKS.get(node.type)
    if kind is None:  # a kind that rulebooks do not use: its text, at least
        return {"kind": "paragraph", "parts": [{"kind": "text", "text": node.content}]}
    if node.children and all(child.type == "inline" for child in node.children):
        return {"kind": kind, "parts": [span for child in node.children for span in _spans(child)]}
    return {"kind": kind, "parts": [_block(child) for child in node.children]}


def _spans(node: SyntaxTreeNode) -> list[Node]:
    return [_span(child) for child in node.children]


def _span(node: SyntaxTreeNode) -> Node:
    match node.type:
        case "text" | "code_inline":
            return {"kind": "text", "text": node.content}
        case "softbreak":
            return {"kind": "text", "text": " "}
        case "hardbreak":
            return {"kind": "break"}
        case "link":
            return {"kind": "link", "to": str(node.attrs.get("href", "")), "parts": _spans(node)}
        case other:
            return {"kind": _SPANS.get(other, "span"), "parts": _spans(node)}
