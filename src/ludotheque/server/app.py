"""The server as an ASGI application."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from ludotheque import __version__
from ludotheque.server.health import HealthChecks, show_alive, show_ready
from ludotheque.server.http.errors import HANDLERS, with_request_id
from ludotheque.server.http.headers import add_headers
from ludotheque.server.http.notifications import confirm_channel, follow_link, unsubscribe_channel
from ludotheque.server.http.openapi_page import DocsPage
from ludotheque.server.http.request_body import IncomingRequest, only_plain_addresses
from ludotheque.server.http.session import account_middleware
from ludotheque.server.http.socket_schema import SocketSchema
from ludotheque.server.http.static import PAGES, show_nowhere
from ludotheque.server.http.tables import api_router
from ludotheque.server.http.tournaments import tournament_router
from ludotheque.server.metrics.loop_lag import measure_loop_lag
from ludotheque.server.runtime.services import Services, open_services
from ludotheque.server.settings.definitions import Settings
from ludotheque.server.websocket.endpoint import table_socket

BODY_BYTES: Final = 16 * 1024
"""Size of a request's body at most."""


def create_app(settings: Settings) -> Litestar:
    """The application; its services are opened with the event loop and closed with it."""

    @asynccontextmanager
    async def run_services(app: Litestar) -> AsyncIterator[None]:
        app.state.services = services = await open_services(settings)
        lag_task = asyncio.create_task(measure_loop_lag())
        try:
            await services.start()
            app.state.health_checks = HealthChecks(services)
            yield
        finally:
            lag_task.cancel()
            await services.close()

    return Litestar(
        [
            api_router(settings.posts_per_minute),
            tournament_router(settings.posts_per_minute),
            table_socket,
            *(confirm_channel, unsubscribe_channel, follow_link),
            *(show_alive, show_ready),
            *PAGES,
        ],
        dependencies={"services": Provide(_services, sync_to_thread=False)},
        exception_handlers={**HANDLERS, NotFoundException: with_request_id(show_nowhere)},
        lifespan=[run_services],
        middleware=[only_plain_addresses, account_middleware],
        before_send=[add_headers],
        openapi_config=OpenAPIConfig(
            title="Ludothèque",
            version=__version__,
            path="/api/docs",
            render_plugins=[DocsPage(path="/"), JsonRenderPlugin(), SocketSchema()],
            use_handler_docstrings=True,
        ),
        request_class=IncomingRequest,
        request_max_body_size=BODY_BYTES,
        state=State({"settings": settings}),
        logging_config=None,
    )


def _services(state: State) -> Services:
    services: Services = state.services
    return services
