"""The JSON Schemas of the socket's messages, served beside the OpenAPI document."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.enums import MediaType
from litestar.openapi.plugins import OpenAPIRenderPlugin

from ludotheque.protocol.json_schema import socket_schema


class SocketSchema(OpenAPIRenderPlugin):
    """Serves the schemas as ``socket.json``."""

    def __init__(self) -> None:
        super().__init__(path="/socket.json", media_type=MediaType.JSON)

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Encode the schemas; neither the request nor the OpenAPI document matters."""
        return msgspec.json.encode(socket_schema())
