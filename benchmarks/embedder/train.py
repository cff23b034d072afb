"""Train the table: texts that belong together get near vectors, by in-batch contrast.

    python train.py RECORDS OUT [--epochs N] [--seed N] ...       RECORDS by pairs.py

A text is the sum of the rows of its parts, each times the root of its weighted count (a name counts 16, a
path 4, the first words 2, all else 1, as in the product), and of a row that all texts have in common, made
twice (pooling.py); a part is the mean of its pieces' rows. The length of a row is its learned weight. Rows
begin from what stands near what in the records (begin.py). The loss is the symmetric InfoNCE over a batch of
one language, at 256 dimensions and, in turns, at 128 and 64, so that a vector may be cut. Adam over the rows
that a batch touches; rows are averaged over the last part of the run. Processes share the table; with one,
the same records and seed give the same table, with more the same within noise.
"""

from __future__ import annotations

import argparse
import mmap
import os
import re
import time
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from begin import first_rows
from pairs import Record
from pooling import F32, pooled, unit, unit_gradient
from texts import Data, ranges
from views import Views, bag, take, weighed

from xray_graph.embed.builtin import TITLE_WEIGHT

I64 = npt.NDArray[np.int64]

DIMS: Final = 256
BIAS_RATE: Final = 0.3  # against that of rows
DEV: Final = 3000  # documented records of packages that are not trained on
_REGISTRY: Final = re.compile(
    r"^(?:pypi|npm|deb-src|deb)-(?:golang-(?:github-)?|librust-|ruby-|php-|lib|python-|com\.|jp\.)?"
)
_SUFFIX: Final = re.compile(r"(?:-dev|-java)$")


def contrast(q: F32, t: F32, equal: tuple[I64, I64], scale: float) -> tuple[float, F32, F32]:
    """The symmetric loss over a batch and its gradients. `equal` are pairs that do not contrast."""
    uq, lq = unit(q)
    ut, lt = unit(t)
    n, at = len(q), np.arange(len(q))
    e = (uq * np.float32(scale)) @ ut.T
    e -= np.float32(scale)
    own = e[at, at].copy()
    np.exp(e, out=e)
    e[equal] = 0
    by_row, by_column = e.sum(axis=1), e.sum(axis=0)
    loss = float((np.log(by_row) + np.log(by_column) - 2 * own).mean()) / 2
    g = np.add.outer(1 / by_row, 1 / by_column)
    g *= e
    g[at, at] -= 2
    g *= np.float32(scale / (2 * n))
    return loss, unit_gradient(g @ ut, uq, lq), unit_gradient(g.T @ uq, ut, lt)


def narrowed(bags: sp.csr_matrix) -> tuple[sp.csr_matrix, I64]:
    """Bags of only the columns that are used, and which those are."""
    used = np.unique(bags.indices)
    where = np.zeros(bags.shape[1], np.int32)
    where[used] = np.arange(len(used), dtype=np.int32)
    shape = (bags.shape[0], len(used))
    return sp.csr_matrix((bags.data, where[bags.indices], bags.indptr), shape=shape), used


def equal_pairs(codes: I64) -> tuple[I64, I64]:
    """Positions of different questions of one code."""
    order = np.argsort(codes, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(codes[order])) + 1)
    found = [np.meshgrid(one, one) for one in groups if len(one) > 1]
    first = np.concatenate([np.zeros(0, np.int64), *(a.ravel() for a, _ in found)])
    second = np.concatenate([np.zeros(0, np.int64), *(b.ravel() for _, b in found)])
    return first[first != second], second[first != second]


def batches(chosen: I64, language: I64, size: int, rng: np.random.Generator) -> list[I64]:
    """Batches of one language each, as a question is asked of code of one; what is left over is mixed."""
    found: list[I64] = []
    rest = []
    for one in np.unique(language[chosen]):
        items = rng.permutation(chosen[language[chosen] == one])
        whole = len(items) // size * size
        found += np.split(items[:whole], whole // size) if whole else []
        rest.append(items[whole:])
    mixed = rng.permutation(np.concatenate(rest))
    found += [mixed[at : at + size] for at in range(0, len(mixed) - size + 1, size)]
    return [found[at] for at in rng.permutation(len(found))]


def shared(values: F32) -> F32:
    """A copy in memory that forked processes write to together."""
    found = np.frombuffer(mmap.mmap(-1, max(values.nbytes, 1)), values.dtype).reshape(values.shape)
    found[...] = values
    return found


class Adam:
    """Adam over the rows that a step touches."""

    def __init__(self, values: F32) -> None:
        self.values = shared(values)
        self.mean = shared(np.zeros_like(values))
        self.square = shared(np.zeros_like(values))

    def step(self, used: Any, gradient: F32, rate: float) -> None:
        """Change the rows `used`. Uses up the gradient."""
        mean = self.mean[used]
        mean *= 0.9
        mean += 0.1 * gradient
        self.mean[used] = mean
        np.multiply(gradient, gradient, out=gradient)
        square = self.square[used]
        square *= 0.98
        gradient *= 0.02
        square += gradient
        self.square[used] = square
        np.sqrt(square, out=square)
        square += 1e-8
        mean /= square
        mean *= np.float32(rate)
        self.values[used] -= mean


class Model(NamedTuple):
    table: F32  # (pieces, DIMS)
    gains: F32  # (pieces,) what a piece counts in a question beside what it counts in a text
    bias: F32  # (2, DIMS) what is added to every text, and to every question


class Run:
    """What the processes of a run share: they update one table without locks (Niu et al., "Hogwild!", 2011).

    Two batches have few rows in common but those of the most common pieces, where a lost update is one of
    thousands; so any number of processes trains as one does, and as well within noise.
    """

    def __init__(self, data: Data, chosen: I64, options: argparse.Namespace, start: Model) -> None:
        self.data, self.chosen, self.options = data, chosen, options
        self.table, self.gains, self.bias = self.learned = [Adam(one) for one in start]
        self.sums = [shared(np.zeros_like(one.values)) for one in self.learned]
        self.summed = shared(np.zeros(1, np.float32))
        self.done = shared(np.zeros(options.workers, np.float32))  # batches by process
        self.steps = int(options.epochs * len(chosen) / options.batch)
        if not self.steps:
            raise SystemExit(f"{len(chosen)} records make no batch of {options.batch}: read more packages")

    def model(self) -> Model:
        """The mean over the last part of the run."""
        return Model(*(one / self.summed[0] for one in self.sums))

    def work(self, worker: int, watch: Any) -> None:
        """Train until all processes together have made all steps."""
        options = self.options
        rng = np.random.default_rng([options.seed, worker])
        views = Views(self.data, options.seed + 1 + 1000 * worker, options.dropout)
        began, losses = time.process_time(), []
        queue: list[I64] = []
        while (step := int(self.done.sum())) < self.steps:
            self.done[worker] += 1
            if not queue:
                queue = batches(self.chosen, self.data.language, options.batch, rng)
            losses.append(self.step(views, queue.pop(), step))
            own = len(losses)
            if step + 1 >= self.steps or (step > 0.85 * self.steps and own % 8 == 0):
                for total, one in zip(self.sums, self.learned, strict=True):
                    total += one.values
                self.summed += 1
            if worker == 0 and own % options.report == 0:
                mean, spent = np.mean(losses[-options.report :]), time.process_time() - began
                speed = own * options.batch / spent
                print(
                    f"step {step + 1:6}/{self.steps} loss {mean:.3f} {spent:7.0f} s of CPU"
                    f" {speed:7.0f} pairs/s",
                    flush=True,
                )
                watch(Model(*(one.values for one in self.learned)))

    def step(self, views: Views, items: I64, step: int) -> float:
        """One batch; its loss."""
        n, share = len(items), step / self.steps
        questions, things, codes = views.draw(items)
        both = sp.vstack([questions, things], format="csr")
        both, parts = narrowed(both)
        of_part, used = narrowed(self.data.of_part[parts])
        asked, told = both[:n], both[n:]
        rows, gain = self.table.values[used], self.gains.values[used, None]
        bias = self.bias.values
        asked_rows, told_rows = of_part @ (rows * gain), of_part @ rows
        first, second = pooled(asked, asked_rows, bias[1]), pooled(told, told_rows, bias[0])
        q, t = first.sums, second.sums
        equal = equal_pairs(codes)
        loss, gq, gt = contrast(q, t, equal, self.options.scale)
        if step % 2:
            cut = (128, 64)[step // 2 % 2]
            _, short_q, short_t = contrast(q[:, :cut], t[:, :cut], equal, self.options.scale)
            gq[:, :cut] += np.float32(0.7) * short_q
            gt[:, :cut] += np.float32(0.7) * short_t
        of_asked, asked_bias = first.back(gq, asked_rows)
        of_told, told_bias = second.back(gt, told_rows)
        of_asked, of_rows = of_part.T @ of_asked, of_part.T @ of_told
        of_rows += of_asked * gain
        rate = self.options.rate * min(1.0, (step + 1) / 50) * min(1.0, max(0.03, (1.0 - share) / 0.7))
        self.gains.step(used, np.einsum("ij,ij->i", of_asked, rows), rate)
        self.gains.values[used] = np.clip(self.gains.values[used], 0.02, 8.0)
        self.table.step(used, of_rows, rate)
        self.bias.step(np.arange(2), np.stack([told_bias, asked_bias]), BIAS_RATE * rate)
        return loss


def train(data: Data, chosen: I64, options: argparse.Namespace, start: Model, watch: Any) -> Model:
    run = Run(data, chosen, options, start)
    children = []
    for worker in range(1, options.workers):
        child = os.fork()
        if not child:
            try:
                run.work(worker, watch)
            finally:
                os._exit(0)
        children.append(child)
    run.work(0, watch)
    for child in children:
        os.waitpid(child, 0)
    return run.model()


def is_held_out(package: str) -> bool:
    """Whether a package is of the projects that are not trained on: a twentieth, told by their names."""
    name = _SUFFIX.sub("", _REGISTRY.sub("", package))
    first, *others = re.split(r"[-_.]", name)
    project = first if len(first) > 3 else "-".join([first, *others[:1]])
    return zlib.crc32(project.encode()) % 20 == 0


def earlier(path: Path) -> tuple[list[str], Model]:
    """The pieces and the model of an earlier run."""
    with np.load(path) as found:
        return found["pieces"].tolist(), Model(found["table"], found["gains"], found["bias"])


def load(path: Path) -> list[Record]:
    return [Record(*one) for one in msgspec.msgpack.decode(path.read_bytes())]


def recall(model: Model, data: Data, items: Any, k: int = 10, *, hide: bool = False) -> float:
    """Share of first paragraphs whose record is among the k nearest of `items`, named or hidden."""
    width = data.of_part.shape[0]

    def rows(fields: Sequence[tuple[Any, Any, Any]], table: F32, bias: F32) -> F32:
        owners, parts, weights = (np.concatenate(one) for one in zip(*fields, strict=True))
        bags, used = narrowed(bag(owners, parts, weights, len(items), width))
        return unit(pooled(bags, data.of_part[used] @ table, bias).sums)[0]

    o, p = take(data.query, items)
    q = rows([(o, p, np.ones(len(o), np.float32))], model.table * model.gains[:, None], model.bias[1])
    o, p = take(data.body, items)
    weights = weighed(data.body, items)
    if hide:
        kept = ~data.is_name[ranges(data.body.offsets[items], np.diff(data.body.offsets)[items])]
        fields = [(o[kept], p[kept], weights[kept])]
    else:
        so, spart = take(data.symbol, items)
        fields = [(o, p, weights), (so, spart, np.full(len(so), TITLE_WEIGHT, np.float32))]
    t = rows(fields, model.table, model.bias[0])
    scores = q @ t.T
    own = scores[np.arange(len(items)), np.arange(len(items))]
    return float(((scores > own[:, None]).sum(axis=1) < k).mean())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--start", type=Path, help="the table of an earlier run to go on from")
    parser.add_argument("--epochs", type=float, default=4.0)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rate", type=float, default=0.03)
    parser.add_argument("--scale", type=float, default=20.0)
    parser.add_argument("--dropout", type=float, default=0.25)
    parser.add_argument("--vocabulary", type=int, default=40448)
    parser.add_argument("--body", type=int, default=2400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=int, default=50)
    options = parser.parse_args()
    records = load(options.records)
    pieces, start = earlier(options.start) if options.start else (None, None)
    data = Data(records, options.vocabulary, options.body, pieces, options.workers)
    outside = np.array([is_held_out(one.package) for one in records])
    trained = np.flatnonzero(~outside)
    if start is None:
        rows = first_rows(data, trained, DIMS, np.random.default_rng(options.seed))
        start = Model(rows, np.ones(data.size, np.float32), np.zeros((2, DIMS), np.float32))
    dev = np.flatnonzero(outside & data.documented)
    dev = np.sort(np.random.default_rng(3).permutation(dev)[:DEV])
    print(
        f"{len(trained)} records, {len(data.parts)} parts, {len(data.pieces)} pieces; {len(dev)} held out",
        flush=True,
    )

    def watch(model: Model) -> None:
        if not len(dev):  # so few packages that none is held out
            return
        named, hidden = recall(model, data, dev), recall(model, data, dev, hide=True)
        print(f"    held out: recall@10 {named:.3f} named, {hidden:.3f} without a name", flush=True)

    model = train(data, trained, options, start, watch)
    watch(model)
    np.savez(options.out, **model._asdict(), pieces=np.array(data.pieces))


if __name__ == "__main__":
    main()
