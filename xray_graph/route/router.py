"""Which maps to ask, when there are several. Pure: labels and vectors in, a choice with reasons out.

There is no merged graph and ranking never crosses maps; this only chooses whom to ask. Called by
`atlas`, which embeds the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from xray_graph.errors import NotFoundError

FANOUT: Final = 3  # maps asked when nothing says which one is meant
Vector = npt.NDArray[np.float32]


class Asked(msgspec.Struct, frozen=True):
    """One map that was asked, and why."""

    label: str
    score: float | None  # cosine of its summary with the question; null where nothing was compared
    reason: str


def by_label(labels: Sequence[str], wanted: Sequence[str]) -> list[Asked]:
    """The maps that are named outright, in the order they are named: no embedding, no comparing.

    Raises:
        NotFoundError: one of them is not here.
    """
    known = set(labels)
    for label in wanted:
        if label not in known:
            raise unknown_label(label, labels)
    return [Asked(label, None, "label") for label in dict.fromkeys(wanted)]


def by_likeness(
    summaries: Mapping[str, Vector | None], question: Vector | None, fanout: int, reason: str
) -> list[Asked]:
    """The `fanout` maps whose summary vectors are nearest to the question, nearest first.

    A map that cannot be compared (built without vectors, or in another vector space, so that its
    shape differs) is no worse for that: such maps come behind, by label.
    """
    compared: list[tuple[float, str]] = []
    rest: list[str] = []
    for label in sorted(summaries):
        vector = summaries[label]
        if question is None or vector is None or vector.shape != question.shape:
            rest.append(label)
        else:
            compared.append((-cosine(vector, question), label))
    ranked = [Asked(label, round(-score, 4), reason) for score, label in sorted(compared)]
    ranked += [Asked(label, None, "has no summary vector to compare") for label in rest]
    return ranked[:fanout]


def cosine(a: Vector, b: Vector) -> float:
    """The cosine of two vectors of one shape; 0 when either is zero."""
    norms = float(np.linalg.norm(a)) * float(np.linalg.norm(b))
    return float(np.dot(a, b)) / norms if norms else 0.0


def unknown_label(label: str, labels: Sequence[str]) -> NotFoundError:
    """What to say to a label that no map has."""
    import difflib

    near = tuple(difflib.get_close_matches(label, labels, n=3, cutoff=0.5))
    hint = f"the maps here are: {', '.join(sorted(labels)[:20])}" if labels else "no map is here"
    return NotFoundError(f"no map is labelled {label!r}", where="map", hint=hint, nearest=near)
