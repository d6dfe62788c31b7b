"""The Prometheus endpoint, on a port of its own, with metrics of the server and nothing about single tables.

They are collected when Prometheus asks, in a thread of its own, from :mod:`ludotheque.server.metrics.counters`.
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


class CannotServeMetrics(Exception):
    """Metrics cannot be served at that address."""


class ServerCollector(Collector):
    """Collects the metrics of the server."""

    def __init__(self, services: Callable[[], Services | None]) -> None:
        self._services = services

    def collect(self) -> Iterable[Metric]:
        """All metrics as they are now."""
        services = self._services()
        actors = list(services.tables.actors.values()) if services is not None else []
        version = GaugeMetricFamily("ludotheque_info", "Version of Ludothèque", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        yield GaugeMetricFamily("ludotheque_tables", "Tables in memory", len(actors))
        sockets = sum(len(actor.subscribers.connections) for actor in actors)
        yield GaugeMetricFamily("ludotheque_sockets", "Open connections to tables", sockets)
        yield CounterMetricFamily("ludotheque_tables_opened", "Tables opened", counters.opened)
        yield CounterMetricFamily("ludotheque_tables_over", "Finished games", counters.over)
        yield CounterMetricFamily("ludotheque_moves", "Commands played, by people and bots", counters.moves)
        yield CounterMetricFamily("ludotheque_entries", "Log entries of tables written", counters.entries)
        yield _histogram("ludotheque_commit_seconds", "Duration of a commit", counters.commits)
        yield _histogram("ludotheque_answer_seconds", "Duration of answering a message on a socket", counters.answers)
        yield _histogram("ludotheque_bot_thinking_seconds", "Duration of choosing a bot's move", counters.thinking)
        yield _histogram("ludotheque_loop_lag_seconds", "Delay of the event loop", counters.lag)
        yield CounterMetricFamily("ludotheque_bot_failures", "Failures of bots to choose a move", counters.bot_failures)
        yield CounterMetricFamily("ludotheque_storage_errors", "Failures of the storage", counters.storage_errors)
        yield _labelled("ludotheque_refusals", "Errors sent to clients, by code", "kind", counters.refusals)
        yield _labelled("ludotheque_pushes", "Push notifications, by outcome", "outcome", counters.pushes)


def _histogram(name: str, help: str, histogram: Histogram) -> HistogramMetricFamily:
    sums = list(accumulate(histogram.counts))
    bounds = [*map(str, histogram.bounds), "+Inf"]
    return HistogramMetricFamily(name, help, list(zip(bounds, sums, strict=True)), histogram.total)


def _labelled(name: str, help: str, label: str, counts: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, help, labels=[label])
    for kind, count in sorted(dict(counts).items()):
        family.add_metric([kind], count)
    return family


@contextlib.contextmanager
def serve_metrics(host: str, port: int, services: Callable[[], Services | None]) -> Iterator[None]:
    """Serve metrics to Prometheus during the block. Raises :class:`CannotServeMetrics`."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    registry.register(ServerCollector(services))
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise CannotServeMetrics(error.strerror) from None
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
