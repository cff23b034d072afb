"""Which maps to ask, when there are several. Pure: labels and vectors in, a choice with reasons out.

There is no merged graph and ranking never crosses maps; this only chooses whom to ask. Called by
`atlas`, which embeds the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from xray_graph.errors import NotFoundError
from xray_graph.retrieve.replies import AskedMap

FANOUT: Final = 3  # maps asked when nothing says which one is meant
Vector = npt.NDArray[np.float32]


def by_label(labels: Sequence[str], wanted: Sequence[str]) -> list[AskedMap]:
    """The maps that are named outright, in the order they are named: no embedding, no comparing.

    Raises:
        NotFoundError: one of them is not here.
    """
    known = set(labels)
    for label in wanted:
        if label not in known:
            raise unknown_label(label, labels)
    return [AskedMap(label, None, "label") for label in dict.fromkeys(wanted)]


def by_likeness(
    summaries: Mapping[str, Vector | None], questions: Mapping[str, Vector | None], fanout: int, reason: str
) -> list[AskedMap]:
    """The `fanout` maps whose summary vectors are nearest to the question, nearest first.

    `questions` holds the question by label, in each map's own vector space. A map that cannot be
    compared (built without vectors, or by an embedder that is not at hand) is no worse for that: such
    maps come behind, by label.
    """
    compared: list[tuple[float, str]] = []
    rest: list[str] = []
    for label in sorted(summaries):
        vector, question = summaries[label], questions.get(label)
        if question is None or vector is None or vector.shape != question.shape:
            rest.append(label)
        else:
            compared.append((-cosine(vector, question), label))
    ranked = [AskedMap(label, round(-score, 4), reason) for score, label in sorted(compared)]
    ranked += [AskedMap(label, None, "nothing to compare its summary with") for label in rest]
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
