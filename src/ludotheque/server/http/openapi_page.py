"""The HTML page of the API's documentation, without scripts from other servers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

from ludotheque.protocol.json_schema import ADDRESS, CLOSE_CODES, socket_schema

_STYLE = """body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 0 } code, pre { background: #f3ede2; padding: .1rem .3rem; border-radius: .2rem }
code { overflow-wrap: anywhere } pre { overflow-x: auto; padding: .6rem } p, ul { margin: .3rem 0 }"""


class DocsPage(OpenAPIRenderPlugin):
    """All HTTP operations, all socket messages, and the schemas of both."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        title = escape(f"{openapi_schema['info']['title']} {openapi_schema['info']['version']}")
        socket = socket_schema()
        shapes = {**openapi_schema.get("components", {}).get("schemas", {}), **socket["$defs"]}
        parts = [
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><h1>{title}</h1>',
            f'<p>For programs: <a href="{self.get_openapi_json_route(request)}">openapi.json</a> for HTTP, ',
            '<a href="/api/docs/socket.json">socket.json</a> for the sockets. ',
            '<a href="#http">HTTP</a> · <a href="#socket">The socket</a> · <a href="#shapes">Shapes</a></p>',
            '<h1 id="http">HTTP</h1>',
            *_operations(openapi_schema["paths"]),
            '<h1 id="socket">The socket</h1>',
            *_socket(socket),
            '<h1 id="shapes">Shapes</h1>',
            *_shapes(shapes),
        ]
        return "\n".join(parts).encode()


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield _prose(operation.get("description") or "")
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "query":
                    default = json.dumps(parameter["schema"].get("default"))
                    yield f"<p><code>?{escape(parameter['name'])}=</code> {escape(default)} unless you say.</p>"
            body = operation.get("requestBody", {}).get("content", {})
            for content in body.values():
                yield f"<p>Takes {_name(content.get('schema', {}))}.</p>"
                yield from _examples(content)
            for status, answer in operation.get("responses", {}).items():
                yield from _answer(status, answer)


def _answer(status: str, answer: dict[str, Any]) -> Iterator[str]:
    for kind, content in (answer.get("content") or {}).items():
        if not status.startswith("2"):
            yield f"<p>{status}: {_inline(answer['description'])}</p>"
        elif kind == "application/json":
            yield f"<p>Answers {_name(content.get('schema', {}))}.</p>"
        else:
            yield f"<p>Answers <code>{escape(kind)}</code>: {_inline(answer['description'])}</p>"


def _examples(content: dict[str, Any]) -> Iterator[str]:
    for example in (content.get("examples") or {}).values():
        yield f"<pre>{escape(json.dumps(example['value'], ensure_ascii=False))}</pre>"


def _socket(socket: dict[str, Any]) -> Iterator[str]:
    yield f"<p>Play goes over one WebSocket per table, <code>{escape(ADDRESS)}</code>. Messages are JSON, one a frame;"
    yield "each says what it is with <code>t</code>. Ignore messages and fields that you do not know.</p>"
    for title, side in (("You send", "client"), ("You receive", "server")):
        yield f"<h2>{title}</h2><ul>"
        for tag, shape in socket[side]["discriminator"]["mapping"].items():
            schema = socket["$defs"][shape.rsplit("/", 1)[-1]]
            yield f"<li><code>{escape(tag)}</code>, {_name({'$ref': shape})}: {_inline(schema['description'])}</li>"
        yield "</ul>"
    yield "<h2>How it is closed</h2><ul>"
    for code, meaning in CLOSE_CODES.items():
        yield f"<li>{code}: {escape(meaning)}.</li>"
    yield "</ul><p>Any other code: the connection was lost. Reconnect with the number of your last entry.</p>"


def _shapes(schemas: dict[str, Any]) -> Iterator[str]:
    for name, schema in schemas.items():
        yield f'<h2 id="{escape(name)}">{escape(schema.get("title") or name)}</h2>'
        yield f"<pre>{escape(json.dumps(schema, indent=1, ensure_ascii=False))}</pre>"


def _name(schema: dict[str, Any]) -> str:
    """A link to a shape, or the shape itself where it has no name."""
    if "$ref" not in schema:
        return f"<code>{escape(json.dumps(schema))}</code>"
    name = schema["$ref"].rsplit("/", 1)[-1]
    return f'<a href="#{escape(name)}">{escape(name.rsplit("_", 1)[-1])}</a>'


def _prose(text: str) -> str:
    """Paragraphs, as docstrings have them."""
    return "".join(f"<p>{_inline(part)}</p>" for part in text.split("\n\n"))


def _inline(text: str) -> str:
    return re.sub("(``?)(.+?)\\1", r"<code>\2</code>", escape(text))
