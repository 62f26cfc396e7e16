"""Metrics for Prometheus. They count, and name nobody."""

from collections import Counter as Tally
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from drlucky.table import Tables
from drlucky.table.cluster.ownership import Ownership

if TYPE_CHECKING:
    from drlucky.server.cluster.node import Cluster

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    def __init__(self, tables: Tables, sockets: Callable[[], int]) -> None:
        self._tables = tables
        self._registry = CollectorRegistry()
        self._by_phase = Gauge("drlucky_tables", "Tables that are kept ready.", ["phase"], registry=self._registry)
        Gauge("drlucky_sockets", "Clients that are connected.", registry=self._registry).set_function(sockets)
        commands = Counter("drlucky_commands", "Commands to tables.", ["result"], registry=self._registry)
        self._accepted = commands.labels("accepted")
        self._refused = commands.labels("refused")
        self._latency = Histogram(
            "drlucky_command_seconds",
            "From a command to its answer, which comes when it is on disk.",
            buckets=LATENCIES,
            registry=self._registry,
        )
        self._updates = Counter("drlucky_updates", "Sheets sent over sockets.", registry=self._registry)
        self.updates = 0
        """Those since anyone last looked: a counter of Prometheus has a lock, and they are many."""
        self.turned_away = Counter(
            "drlucky_turned_away", "Messages and requests that were too many.", registry=self._registry
        )
        self.dropped = Counter(
            "drlucky_dropped", "Clients that did not read what they were sent.", registry=self._registry
        )
        self.requests = Counter("drlucky_requests", "HTTP requests.", ["status"], registry=self._registry)
        self.hints = Counter("drlucky_hints", "Hints given.", registry=self._registry)
        self.notices = Counter(
            "drlucky_notices", "Notices, by what became of them.", ["kind", "result"], registry=self._registry
        )
        self._failed_writes = Counter(
            "drlucky_failed_writes", "Times that the log could not be written.", registry=self._registry
        )
        self._failures = 0
        """Those that have been counted."""

    def watch_node(self, cluster: "Cluster", ownership: Ownership) -> None:
        """What this node does among others."""
        self._registry.register(NodeFigures(cluster, ownership))

    def watch_notices(self, waiting: Callable[[], int]) -> None:
        """How many are on their way."""
        about = "Notices that are on their way."
        Gauge("drlucky_notices_waiting", about, registry=self._registry).set_function(waiting)

    def command(self, accepted: bool, seconds: float) -> None:
        (self._accepted if accepted else self._refused).inc()
        self._latency.observe(seconds)

    def exposed(self) -> bytes:
        self._updates.inc(self.updates)
        self.updates = 0
        failures = self._tables.store.failures
        self._failed_writes.inc(failures - self._failures)
        self._failures = failures
        phases = Tally(live.table.phase for live in self._tables.live.values())
        for phase in ("gathering", "playing", "over", "closed"):
            self._by_phase.labels(phase).set(phases[phase])
        return generate_latest(self._registry)


class NodeFigures(Collector):
    """Collected when they are asked for: all of them are known already."""

    def __init__(self, cluster: "Cluster", ownership: Ownership) -> None:
        self._cluster = cluster
        self._ownership = ownership

    def collect(self) -> Iterator[Metric]:
        cluster, ownership = self._cluster, self._ownership
        membership = cluster.membership
        for name, about, value in (
            ("led", "Tables that this node leads.", len(ownership.led())),
            ("followed", "Tables that are awake here, and another node leads.", ownership.followed()),
            ("peers", "Other nodes that are alive, as far as this one knows.", len(cluster.peers.others)),
            (
                "alive",
                "1 if the others know that this node is alive, so that its leases hold.",
                not membership.is_doubtful,
            ),
            ("draining", "1 if it is going to stop.", membership.is_draining),
        ):
            gauge = GaugeMetricFamily(f"drlucky_node_{name}", about, labels=["node"])
            gauge.add_metric([cluster.node], float(value))
            yield gauge
        for name, about, value in (
            ("takeovers", "Tables that this node leads, and another did before.", ownership.takeovers),
            ("handed_on", "Commands that were handed to the node that leads their table.", ownership.handed_on),
        ):
            counter = CounterMetricFamily(f"drlucky_node_{name}", about, labels=["node"])
            counter.add_metric([cluster.node], float(value))
            yield counter
