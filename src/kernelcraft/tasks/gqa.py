"""GQA, grouped-query attention: n_h / n_kv heads of queries share a head of keys and values."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed
from kernelcraft.tasks.multi_head import (
    EDGES,
    PASSES,
    STAGES,
    components,
    constants,
    mistakes,
    projections,
    self_attention,
)
from kernelcraft.tasks.task import Dims, FloatArray, Input, Mistakes, Task


def _sharing(dims: Dims) -> Mistakes:
    """Of heads that share keys and values; written as heads of weights in another order."""
    n_h, n_kv, d = dims["n_h"], dims["n_kv"], dims["h"] // dims["n_h"]
    order = np.arange(n_h).reshape(n_h // n_kv, n_kv).T.ravel()
    places = (order[:, None] * d + np.arange(d)).ravel()

    def first(w: FloatArray) -> FloatArray:
        return np.tile(w[:, :d], n_kv)

    return {
        "the first keys for all heads": changed(wk=first, wv=first),
        "heads that share keys apart": changed(wq=lambda w: w[:, places], wo=lambda w: w[places]),
    }


TASK = Task(
    name="gqa",
    title="GQA",
    level=2,
    category="attention",
    formula="y = (softmax(q_j · k_iᵀ / √d) · v_i for each head j, i = j · n_kv / n_h rounded down, "
    "side by side) · wo,  d = h / n_h",
    inputs=(Input("x", ("s", "h"), part="left"), *projections(kv="h_kv")),
    output=("s", "h"),
    part="product",
    passes=PASSES,
    constants=constants,
    algorithm=self_attention,
    stages=STAGES,
    numbers=("n_h", "n_kv"),
    derived={"h_kv": lambda dims: dims["h"] // dims["n_h"] * dims["n_kv"]},
    mistakes=lambda dims: {**mistakes(dims), **_sharing(dims)},
    edges=EDGES,
    components=lambda dims: components(dims, kv=dims["n_kv"]),
)
