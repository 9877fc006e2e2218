"""FlashAttention: the mathematics of `attention`, computed in tiles with an online softmax."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.attention import EDGES, MISTAKES, attention, constants
from kernelcraft.tasks.attention import TASK as ATTENTION
from kernelcraft.tasks.mistakes import step
from kernelcraft.tasks.task import FloatArray, Rounding, Task, row_sum

TILE = 64  # keys of a step


def _never_rescaled(r: Rounding, a: FloatArray) -> FloatArray:
    """The sums are left as they are when the maximum grows."""
    ends = np.minimum((np.arange(a.shape[1]) // TILE + 1) * TILE, a.shape[1]) - 1
    e = np.exp(a - np.maximum.accumulate(a, axis=1)[:, ends])
    return np.asarray(e / row_sum(e), np.float64)


TASK = Task(
    name="flash_attention",
    title="FlashAttention",
    level=2,
    category="attention",
    formula="y = softmax(q · kᵀ / √h) · v, one tile of keys and values at a time",
    inputs=ATTENTION.inputs,
    output=("s", "h"),
    constants=constants,
    algorithm=attention,
    stages=(
        "start with m = neg_max and l = 0 for every row, and y = 0",
        "for each tile of 64 keys kt and values vt: a = (q · ktᵀ) * inverse_root",
        "n = max(m, max of the row of a), f = exp(m - n), p = exp(a - n), m = n",
        "l = l * f + sum of p over the row, y = y * f + p · vt",
        "after the last tile y = y * (1 / l)",
        "the scores of all keys are never held at once",
    ),
    mistakes=lambda dims: {**MISTAKES, "never rescaled": step(softmax=_never_rescaled)},
    edges=EDGES,  # the maximum must be taken off there
)
