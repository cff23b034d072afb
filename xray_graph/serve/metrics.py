"""What a server tells Prometheus at `/metrics`: maps, questions, searches by phase, refusals.

Read from what the parts count for themselves, at the moment it is asked; nothing here is global. No
label comes from a client, so their number is bounded. Called by `app`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from xray_graph.serve.household import Household
from xray_graph.serve.tools import Tool

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


class Metrics:
    """The figures of one server."""

    def __init__(self, house: Household, refused: Counter[str], turned_away: Callable[[], int]) -> None:
        """`refused` is the guard's count of requests by check; `turned_away` that of too many questions."""
        self._registry = CollectorRegistry()
        self._asked = Histogram(
            "xray_question_seconds", "Time until a question was answered.", ["tool", "outcome"],
            registry=self._registry, buckets=_BUCKETS,
        )  # fmt: skip
        self._registry.register(_House(house, refused, turned_away))

    def asked(self, tool: Tool, seconds: float, *, failed: bool) -> None:
        """A question was answered, or could not be."""
        self._asked.labels(tool.name, "error" if failed else "answer").observe(seconds)

    def text(self) -> bytes:
        """The whole page, as Prometheus reads it."""
        return generate_latest(self._registry)


class _House(Collector):
    """What the maps and the guard count."""

    def __init__(self, house: Household, refused: Counter[str], turned_away: Callable[[], int]) -> None:
        self._house = house
        self._refused = refused
        self._turned_away = turned_away

    def collect(self) -> Iterator[Metric]:
        atlas, shelf = self._house.atlas, self._house.shelf
        states = Counter(entry.state for entry in atlas.catalog)
        maps = GaugeMetricFamily("xray_maps_registered", "Maps by state.", labels=["state"])
        for state in ("ready", "building", "failed"):
            maps.add_metric([state], states[state])
        yield maps
        if shelf is not None:
            yield GaugeMetricFamily("xray_maps_loaded", "Stored maps that are open.", value=len(shelf))
            yield GaugeMetricFamily(
                "xray_maps_resident_bytes",
                "What open maps and all names are taken to need.",
                value=shelf.resident,
            )
            yield CounterMetricFamily("xray_map_loads", "Stored maps that were opened.", value=shelf.loads)
            yield CounterMetricFamily(
                "xray_map_evictions", "Stored maps that were put away.", value=shelf.evictions
            )
        spent = CounterMetricFamily(
            "xray_search_phase_seconds", "Time in searches, by phase.", labels=["phase"]
        )
        for phase, seconds in sorted(atlas.spent().items()):
            spent.add_metric([phase], seconds)
        yield spent
        yield CounterMetricFamily("xray_searches", "Maps that were searched.", value=atlas.searches)
        yield CounterMetricFamily("xray_embed_calls", "Questions that were embedded.", value=atlas.embedded)
        refused = CounterMetricFamily(
            "xray_requests_refused", "Requests refused, by check.", labels=["check"]
        )
        for check in ("host", "origin", "site", "token", "size", "time"):
            refused.add_metric([check], self._refused[check])
        refused.add_metric(["busy"], self._turned_away())
        yield refused
