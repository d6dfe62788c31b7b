"""Figures for Prometheus, on a port of their own: how the house does, and nothing about any table in it.

They are put together when Prometheus asks, in a thread of their own, from
:mod:`ludotheque.server.metrics.counters`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import accumulate

from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from ludotheque import __version__
from ludotheque.server.metrics.counters import Histogram, counters
from ludotheque.server.runtime.services import Services


class NoMetrics(Exception):
    """Figures cannot be told there."""


class Figures(Collector):
    """Everything that is told, read when it is asked for."""

    def __init__(self, services: Callable[[], Services | None]) -> None:
        self._services = services

    def collect(self) -> Iterable[Metric]:
        """All figures as they are now."""
        services = self._services()
        actors = list(services.tables.actors.values()) if services is not None else []
        version = GaugeMetricFamily("ludotheque_info", "Which Ludothèque this is", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        yield GaugeMetricFamily("ludotheque_tables", "Tables in memory", len(actors))
        sockets = sum(len(actor.subscribers.connections) for actor in actors)
        yield GaugeMetricFamily("ludotheque_sockets", "Open connections to tables", sockets)
        yield CounterMetricFamily("ludotheque_tables_opened", "Tables opened", counters.opened)
        yield CounterMetricFamily("ludotheque_tables_over", "Games that came to their end", counters.over)
        yield CounterMetricFamily("ludotheque_moves", "Answers played, people's and bots'", counters.moves)
        yield CounterMetricFamily("ludotheque_entries", "Lines of tables' logs written", counters.entries)
        yield _spread("ludotheque_commit_seconds", "Time until lines are safely written", counters.commits)
        yield _spread("ludotheque_answer_seconds", "Time to answer a message on a socket", counters.answers)
        yield _spread("ludotheque_bot_thinking_seconds", "Time a bot takes over a move", counters.thinking)
        yield _spread("ludotheque_loop_lag_seconds", "How late the event loop comes round", counters.lag)
        yield CounterMetricFamily("ludotheque_bot_failures", "Bots that found no move", counters.bot_failures)
        yield CounterMetricFamily("ludotheque_storage_errors", "Failures of the storage", counters.storage_errors)
        yield _by("ludotheque_refusals", "What was refused, by kind", "kind", counters.refusals)
        yield _by("ludotheque_pushes", "Calls by web push, by how they went", "outcome", counters.pushes)


def _spread(name: str, words: str, spread: Histogram) -> HistogramMetricFamily:
    sums = list(accumulate(spread.counts))
    bounds = [*map(str, spread.bounds), "+Inf"]
    return HistogramMetricFamily(name, words, list(zip(bounds, sums, strict=True)), spread.total)


def _by(name: str, words: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, words, labels=[label])
    for kind, count in sorted(dict(counts).items()):
        family.add_metric([kind], count)
    return family


@contextlib.contextmanager
def told_at(host: str, port: int, services: Callable[[], Services | None]) -> Iterator[None]:
    """Answer Prometheus there meanwhile. Raises :class:`NoMetrics` where it cannot."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    registry.register(Figures(services))
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise NoMetrics(error.strerror) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
