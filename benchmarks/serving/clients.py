"""Clients that ask a server over kept connections, each on a thread of this process.

What they ask: searches that name their map, searches that do not, a node, its callers; and the maps now and
then. Every reply is read whole; one that is no 200 with a JSON object counts as failed.
"""

from __future__ import annotations

import http.client
import json
import random
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from maps import VERBS, WORDS


@dataclass
class Account:
    """What became of the requests."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    wall: float = 0.0

    @property
    def count(self) -> int:
        return sum(map(len, self.seconds.values()))

    def quantile(self, share: float) -> float:
        """Milliseconds within which that share of all was answered."""
        times = sorted(time for each in self.seconds.values() for time in each)
        return times[min(len(times) - 1, int(share * len(times)))] * 1000

    def table(self) -> dict[str, tuple[int, float, float]]:
        """By what was asked: how many, median and p99 in milliseconds."""
        return {
            what: (len(t), statistics.median(t) * 1000, sorted(t)[int(0.99 * len(t))] * 1000)
            for what, t in sorted(self.seconds.items())
        }


def ask(
    host: str, port: int, labels: Sequence[str], clients: int, requests: int, paced: float = 0.0
) -> Account:
    """`requests` in all from `clients` at once; `paced`: seconds that each waits after a reply."""
    account, lock = Account(), threading.Lock()
    begun = time.perf_counter()

    def one(number: int) -> None:
        chance = random.Random(number)
        connection = http.client.HTTPConnection(host, port, timeout=120)
        known: dict[str, str] = {}
        for _ in range(-(-requests // clients)):  # at least that many in all
            what, path = _question(chance, labels, known)
            start = time.perf_counter()
            problem, reply = _reply(connection, path)
            spent = time.perf_counter() - start
            with lock:
                account.seconds.setdefault(what, []).append(spent)
                if problem:
                    account.failed.append(f"{path}: {problem}")
            for found in reply.get("results", ())[:1]:
                known[found["map"]] = found["name"]
            if paced:
                time.sleep(paced)
        connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    account.wall = time.perf_counter() - begun
    return account


def _question(chance: random.Random, labels: Sequence[str], known: dict[str, str]) -> tuple[str, str]:
    kind = chance.random()
    words = f"{chance.choice(VERBS)} {chance.choice(WORDS)} {chance.choice(WORDS)}"
    if known and kind < 0.3:
        label = chance.choice(list(known))
        what = "node" if kind < 0.15 else "callers"
        return what, f"/v1/{what}?{urlencode({'name': known[label], 'map': label})}"
    if kind < 0.31:
        return "maps", "/v1/maps?limit=20"
    if kind < 0.5:
        return "search, routed", f"/v1/search?{urlencode({'q': words})}"
    return "search", f"/v1/search?{urlencode({'q': words, 'map': chance.choice(labels)})}"


def _reply(connection: http.client.HTTPConnection, path: str) -> tuple[str, dict]:
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
        value = json.loads(body)
    except (OSError, http.client.HTTPException, ValueError) as error:
        connection.close()
        return f"{type(error).__name__}: {error}", {}
    if response.status != 200:
        return f"{response.status} {body[:200]!r}", {}
    return "", value if isinstance(value, dict) else {}
