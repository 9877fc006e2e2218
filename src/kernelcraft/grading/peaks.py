"""Draws inputs whose softmax has one term: scores beyond what exp can hold, one key far above.

Half of the rows, drawn at random, have scores far above 88 (e to which is infinite in single
precision and in bf16), the others far below -104 (e to which is 0 even as a subnormal). Which key
is far above the others is drawn for each row. Only a kernel that takes off the row's own largest
score is right on them; and being far above, that key is found in spite of rounded scores.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Task

Values = dict[str, FloatArray]

Indices = np.ndarray[tuple[int], np.dtype[np.intp]]
BASE: Final = 240.0
"""The size of nearly all scores; their sign is the row's."""
PEAK: Final = 112.0
"""How far the largest score is above them: more than e to it is no float either."""
CLEAR: Final = PEAK / 4
"""The largest score of a row is at least as much above its second, where that can be had."""
DRAWS: Final = 64
MARK: Final = 0.25
"""The size of what tells a row's sign in its activations, relative to the rest of them."""
SPREAD, LEVEL = 16.0, 160.0
"""Of the rows of a softmax without products: σ, and the mean but for its sign."""


def peaked(task: Task, sizes: Dims, values: Values, generator: np.random.Generator) -> Values:
    """The first attention of the task, or its softmax, has peaks."""
    if "q" in values:
        return {**values, **_keys(values, generator)}
    if "wq" in values:
        x, wq = _projected(values["x"].shape, values["wk"], sizes["n_h"], generator)
        return {**values, "x": x, "wq": wq}
    x = values["x"]
    return {**values, "x": _signs(len(x), generator) * LEVEL + SPREAD * x}


def peaked_cross(task: Task, sizes: Dims, values: Values, generator: np.random.Generator) -> Values:
    """The cross-attention has peaks; what the attention before it adds is faint."""
    x, cq = _projected(values["x"].shape, values["ck"], sizes["n_h"], generator)
    order = generator.permutation(len(x))
    return {**values, "x": x, "memory": x[order], "cq": cq, "wo": values["wo"] * 2.0**-8}


def _signs(rows: int, generator: np.random.Generator) -> FloatArray:
    """A column of as many +1 as -1, in random order."""
    signs = np.where(np.arange(rows) % 2, 1.0, -1.0) * generator.choice((-1.0, 1.0))
    return np.asarray(generator.permutation(signs)[:, None], np.float64)


def _keys(values: Values, generator: np.random.Generator) -> Values:
    """Keys have a direction in common, and queries are along it but for their own key's rest."""
    rests, (rows, width) = values["k"], values["q"].shape
    common = generator.choice((-1.0, 1.0), width)
    rests = rests - np.outer(rests @ common, common) / width
    own = rests[generator.integers(len(rests), size=rows)]
    root = math.sqrt(width)
    q = (BASE * _signs(rows, generator) * common + PEAK * own) / root
    return {"q": q, "k": common + rests}


def _projected(
    shape: tuple[int, ...],
    wk: FloatArray,
    heads: int,
    generator: np.random.Generator,
) -> tuple[FloatArray, FloatArray]:
    """Activations and the weight of queries that give such scores with the keys' weight `wk`.

    Of some draws it is the first one whose peaks stand clear, or that in which they do so most:
    where two scores nearly meet, rounding decides which is a right kernel's largest.
    """
    best, most = None, -math.inf
    for _ in range(DRAWS):
        x, wq, partner = _drawn(shape, wk, heads, generator)
        least = _least_gap(x, wk, wq, heads, partner)
        if best is None or least > most:
            best, most = (x, wq), least
        if most >= CLEAR:
            break
    assert best is not None
    return best


def _least_gap(
    x: FloatArray, wk: FloatArray, wq: FloatArray, heads: int, partner: Indices
) -> float:
    """By how much a row's own score is above all others of the row, at least."""
    rows, h = x.shape
    d = h // heads
    q, k = (x @ wq).reshape(rows, heads, d), (x @ wk).reshape(rows, -1, d)
    k = np.repeat(k, heads // k.shape[1], axis=1)
    scores = np.einsum("ind,jnd->nij", q, k) / math.sqrt(d)
    own = scores[:, np.arange(rows), partner]
    scores[:, np.arange(rows), partner] = -math.inf
    return float((own - scores.max(axis=2)).min())


def _drawn(
    shape: tuple[int, ...], wk: FloatArray, heads: int, generator: np.random.Generator
) -> tuple[FloatArray, FloatArray, Indices]:
    """Activations, the weight of queries, and the row whose key each row's query meets.

    An activation is a direction common to all, a mark with the row's sign, and a rest. The rests of
    rows come in pairs: one is the other with coordinates swapped in pairs, and the queries' weight
    swaps them back, so that a row's query meets its partner's key. Rests are orthogonal to all
    that would give other keys other scores, and of one size: a norm before the attention, which
    divides rows by theirs, makes no other peaks.
    """
    rows, h = shape
    d = h // heads
    by_head = wk.reshape(h, -1, d)
    swap = _pairs(h, generator)
    common = generator.choice((-1.0, 1.0), h)
    seen = np.einsum("hnd,nd->hn", by_head, np.einsum("h,hnd->nd", common, by_head))
    known = np.linalg.qr(np.column_stack([common, seen]))[0]
    mark = generator.standard_normal(h)
    mark -= known @ (known.T @ mark)
    mark *= MARK * math.sqrt(h) / np.linalg.norm(mark)
    taken = np.column_stack([known, mark])
    taken = np.linalg.qr(np.column_stack([taken, taken[swap]]))[0]
    rests = generator.standard_normal(shape)
    partner = _pairs(rows, generator)
    rests = np.where((np.arange(rows) < partner)[:, None], rests, rests[partner][:, swap])
    rests -= (rests @ taken) @ taken.T
    rests *= math.sqrt(h) / np.linalg.norm(rests, axis=1, keepdims=True)
    size = math.sqrt(2.0 + MARK * MARK)  # of common direction, rest and mark together
    x = (common + rests + _signs(rows, generator) * mark) / size

    back = wk[swap] - taken @ (taken.T @ wk[swap])
    back *= PEAK / math.sqrt(d) * size * size
    keys = np.einsum("h,hnd->nd", common / size, by_head)
    along = keys * (BASE * math.sqrt(d) / np.sum(keys * keys, axis=1, keepdims=True))
    wq = back + np.outer(mark / (mark @ mark) * size, along.ravel())
    group = heads // len(keys)
    return x, np.repeat(wq.reshape(h, -1, d), group, axis=1).reshape(h, h), partner


def _pairs(count: int, generator: np.random.Generator) -> Indices:
    """Each index's partner, at random; the odd one out is its own."""
    order = generator.permutation(count)
    half = count // 2
    partner = np.arange(count)
    partner[order[:half]], partner[order[half : 2 * half]] = order[half : 2 * half], order[:half]
    return partner
