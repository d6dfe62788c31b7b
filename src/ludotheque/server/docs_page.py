"""The page that describes the API. Plain, so that it needs nobody else's server to be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin

_STYLE = """body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
h2 { font-size: 1.1rem; margin: 2rem 0 0 } code, pre { background: #f3ede2; padding: .1rem .3rem; border-radius: .2rem }
pre { overflow-x: auto; padding: .6rem } p { margin: .3rem 0 }"""


class DocsPage(OpenAPIRenderPlugin):
    """Every request the server answers, and the shape of what goes to and fro."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        title = escape(f"{openapi_schema['info']['title']} {openapi_schema['info']['version']}")
        parts = [
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><h1>{title}</h1>',
            f'<p>For programs: <a href="{self.get_openapi_json_route(request)}">openapi.json</a>. Play goes over one ',
            "WebSocket per table, <code>/api/tables/{table}/socket?since={seq}</code>.</p>",
            *_operations(openapi_schema["paths"]),
            "<h1>Shapes</h1>",
            *_shapes(openapi_schema.get("components", {}).get("schemas", {})),
        ]
        return "\n".join(parts).encode()


def _operations(paths: dict[str, Any]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            if not isinstance(operation, dict):
                continue
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
            yield f"<p>{escape(operation.get('description') or '')}</p>"
            body = operation.get("requestBody", {}).get("content", {})
            for content in body.values():
                yield f"<p>Takes {_name(content.get('schema', {}))}.</p>"
            for status, answer in operation.get("responses", {}).items():
                for content in (answer.get("content") or {}).values():
                    if status.startswith("2"):
                        yield f"<p>Answers {_name(content.get('schema', {}))}.</p>"


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
