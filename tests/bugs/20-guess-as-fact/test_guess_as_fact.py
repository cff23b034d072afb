"""Fallback edges carry the same label as resolved ones, and a test's `describe` is the most called function.

Seen in abhigyanpatwari/GitNexus#3182, DeusData/codebase-memory-mcp#1355.
"""

from __future__ import annotations

from tests.resolve.corpus import resolved
from xray_graph.model import EVIDENCE

FILES = {
    "spec.ts": b"import { Car } from './car';\ndescribe('x', () => { it('y', () => { new Car().describe(); }); });\n",
    "car.ts": b"export class Car { describe() { return this.name(); } name() { return ''; } }\n",
}


def calls(done):
    return [e for result in done.edges.values() for e in result.edges if e.kind == "calls"]


def test_a_global_of_the_test_runner_is_not_a_method_of_the_project():
    done = resolved(FILES)
    to_describe = [e for e in calls(done) if e.target == ("car.ts", "Car.describe")]
    assert all(
        "describe('x'" not in FILES["spec.ts"].decode().splitlines()[e.line - 1][:10] or e.source[1]
        for e in to_describe
    )
    top_level = [e for e in calls(done) if e.source == ("spec.ts", "")]
    assert top_level == []


def test_each_edge_says_how_it_was_found():
    for edge in calls(resolved(FILES)):
        assert edge.evidence in EVIDENCE
