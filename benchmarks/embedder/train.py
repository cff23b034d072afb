"""Train the table: texts that belong together get near vectors, by in-batch contrast.

    python train.py RECORDS OUT [--epochs N] [--seed N] ...       RECORDS by pairs.py

A text is the sum of the rows of its parts, each times the root of its weighted count (a name counts 8, a
path 4, all else 1, as in the product); a part is the mean of its pieces' rows. The length of a row is its
learned weight. The loss is the symmetric InfoNCE over a batch, at 256 dimensions and, in turns, at 128 and
64, so that a vector may be cut. Adam over the rows that a batch touches; rows are averaged over the last part
of the run. numpy and scipy only, one thread. The same records and seed give the same table.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from pairs import Record
from texts import Data
from views import NAME, Views, bag, take

F32 = npt.NDArray[np.float32]

DIMS: Final = 256
DEV: Final = 3000  # documented records of packages that are not trained on


def unit(rows: F32) -> tuple[F32, F32]:
    lengths = np.maximum(np.sqrt(np.einsum("ij,ij->i", rows, rows)), 1e-6)
    return rows / lengths[:, None], lengths


def contrast(q: F32, t: F32, same: Any, scale: float) -> tuple[float, F32, F32]:
    """The symmetric loss over a batch and its gradients."""
    uq, lq = unit(q)
    ut, lt = unit(t)
    logits = (uq @ ut.T) * np.float32(scale)
    logits[same] = -1e4
    logits -= np.float32(scale)
    e = np.exp(logits)
    n = len(q)
    pr = e / e.sum(axis=1, keepdims=True)
    pc = e / e.sum(axis=0, keepdims=True)
    at = np.arange(n)
    loss = float(-np.log(pr[at, at] + 1e-30).mean() - np.log(pc[at, at] + 1e-30).mean()) / 2
    g = pr
    g += pc
    g[at, at] -= 2.0
    g *= np.float32(scale / (2 * n))
    gq, gt = g @ ut, g.T @ uq
    gq = (gq - uq * np.einsum("ij,ij->i", gq, uq)[:, None]) / lq[:, None]
    gt = (gt - ut * np.einsum("ij,ij->i", gt, ut)[:, None]) / lt[:, None]
    return loss, gq, gt


def batches(order_key: Any, size: int, rng: Any, group: int) -> list[Any]:
    """Batches of groups that stood side by side: neighbours of one file or package contrast each other."""
    n = len(order_key)
    start = int(rng.integers(group))
    cuts = [order_key[a : a + group] for a in range(start, n, group)]
    rng.shuffle(cuts)
    joined = np.concatenate(cuts)
    return [joined[a : a + size] for a in range(0, len(joined) - size + 1, size)]


class Adam:
    """Adam over the rows that a step touches."""

    def __init__(self, values: F32) -> None:
        self.values = values
        self.mean = np.zeros_like(values)
        self.square = np.zeros_like(values)

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


def initial(data: Data, rng: np.random.Generator) -> Model:
    """Random rows, as long as their pieces are rare."""
    occurs = np.asarray(data.of_part[: len(data.parts)].T @ data.occurs)
    rarity = np.log(1.0 + 20.0 * len(data.documented) / (1.0 + occurs))
    rows = rng.standard_normal((data.size, DIMS)) * (rarity[:, None] / (2 * np.sqrt(DIMS)))
    return Model(rows.astype(np.float32), np.ones(data.size, np.float32))


def train(data: Data, chosen: Any, options: argparse.Namespace, watch: Any = None) -> Model:
    rng = np.random.default_rng(options.seed)
    views = Views(data, options.seed + 1, options.dropout)
    table, gains = map(Adam, initial(data, rng))
    totals, summed = [np.zeros_like(table.values), np.zeros_like(gains.values)], 0
    steps = int(options.epochs * len(chosen) / options.batch)
    began, losses = time.process_time(), []
    queue: list[Any] = []
    for step in range(steps):
        if not queue:
            queue = batches(chosen, options.batch, rng, options.group)[::-1]
        items = queue.pop()
        n = len(items)
        questions, things, same_as = views.draw(items)
        both = sp.vstack([questions, things], format="csr") @ data.of_part
        used, inverse = np.unique(both.indices, return_inverse=True)
        shape = (2 * n, len(used))
        small = sp.csr_matrix((both.data, inverse.astype(np.int32), both.indptr), shape=shape)
        asked, told = small[:n], small[n:]
        rows, gain = table.values[used], gains.values[used]
        q, t = asked @ (rows * gain[:, None]), told @ rows
        same = same_as[:, None] == same_as[None, :]
        same[np.arange(n), np.arange(n)] = False
        loss, gq, gt = contrast(q, t, same, options.scale)
        cut = (128, 64)[step % 2]
        _, short_q, short_t = contrast(q[:, :cut], t[:, :cut], same, options.scale)
        gq[:, :cut] += 0.5 * short_q
        gt[:, :cut] += 0.5 * short_t
        of_asked = asked.T.tocsr() @ gq
        of_gain = np.einsum("ij,ij->i", of_asked, rows)
        of_asked *= gain[:, None]
        of_asked += told.T.tocsr() @ gt
        of_asked += np.float32(options.decay) * rows
        share = step / steps
        rate = options.rate * min(1.0, (step + 1) / 50) * min(1.0, max(0.03, (1.0 - share) / 0.7))
        table.step(used, of_asked, rate)
        gains.step(used, of_gain, rate)
        np.clip(gains.values, 0.02, 8.0, out=gains.values)
        losses.append(loss)
        if share > 0.85 and step % 8 == 0:
            totals[0] += table.values
            totals[1] += gains.values
            summed += 1
        if (step + 1) % options.report == 0:
            mean, spent = np.mean(losses[-options.report :]), time.process_time() - began
            speed = (step + 1) * options.batch / spent
            line = f"step {step + 1:6}/{steps} loss {mean:.3f} {spent:7.0f} s of CPU {speed:7.0f} pairs/s"
            print(line, flush=True)
            if watch:
                watch(Model(table.values, gains.values))
    return Model(totals[0] / summed, totals[1] / summed)


def load(path: Path) -> list[Record]:
    return [Record(*one) for one in msgspec.msgpack.decode(path.read_bytes())]


def recall(model: Model, data: Data, items: Any, k: int = 10, *, hide: bool = False) -> float:
    """Share of first paragraphs whose record is among the k nearest of `items`, named or hidden."""
    width = data.of_part.shape[0]
    o, p = take(data.query, items)
    q = unit(
        bag(o, p, np.ones(len(o), np.float32), len(items), width)
        @ (data.of_part @ (model.table * model.gains[:, None]))
    )[0]
    o, p = take(data.body, items)
    kept = np.ones(len(o), bool)
    fields = [(o, p, np.ones(len(o), np.float32))]
    so, spart = take(data.symbol, items)
    if hide:
        no, np_ = take(data.name, items)
        kept = ~np.isin(o.astype(np.int64) * width + p, no.astype(np.int64) * width + np_)
        fields = [(o[kept], p[kept], np.ones(int(kept.sum()), np.float32))]
    else:
        fields.append((so, spart, np.full(len(so), NAME, np.float32)))
    fo, fp, fw = (np.concatenate(x) for x in zip(*fields, strict=True))
    t = unit(bag(fo, fp, fw, len(items), width) @ (data.of_part @ model.table))[0]
    scores = q @ t.T
    own = scores[np.arange(len(items)), np.arange(len(items))]
    return float(((scores > own[:, None]).sum(axis=1) < k).mean())


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("records", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--epochs", type=float, default=4.0)
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--group", type=int, default=1)
    parser.add_argument("--rate", type=float, default=0.03)
    parser.add_argument("--scale", type=float, default=20.0)
    parser.add_argument("--dropout", type=float, default=0.25)
    parser.add_argument("--decay", type=float, default=0.0)
    parser.add_argument("--vocabulary", type=int, default=40448)
    parser.add_argument("--body", type=int, default=900)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=int, default=50)
    options = parser.parse_args()
    records = load(options.records)
    data = Data(records, options.vocabulary, options.body)
    packages = sorted({one.package for one in records})
    held = set(random.Random(9).sample(packages, max(1, len(packages) // 25)))
    outside = np.array([one.package in held for one in records])
    trained = np.flatnonzero(~outside)
    dev = np.flatnonzero(outside & data.documented)
    dev = np.sort(np.random.default_rng(3).permutation(dev)[:DEV])
    print(
        f"{len(trained)} records, {len(data.parts)} parts, {len(data.pieces)} pieces; {len(dev)} held out",
        flush=True,
    )

    def watch(model: Model) -> None:
        named, hidden = recall(model, data, dev), recall(model, data, dev, hide=True)
        print(f"    held out: recall@10 {named:.3f} named, {hidden:.3f} without a name", flush=True)

    model = train(data, trained, options, watch)
    watch(model)
    np.savez(options.out, table=model.table, gains=model.gains, pieces=np.array(data.pieces))


if __name__ == "__main__":
    main()
