"""Softmax confidence: the probability of the most probable token of each position."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output, step
from kernelcraft.tasks.task import (
    Dims,
    FloatArray,
    Input,
    Rounding,
    Step,
    Task,
    row_max,
    row_sum,
    whole,
)


def constants(dims: Dims) -> dict[str, float]:
    """Where a running maximum starts: the lowest finite half-precision number."""
    return {"neg_max": -65504.0}


@whole
def of_row(x: FloatArray) -> FloatArray:
    """A row's one number without the row's axis."""
    return np.asarray(x[..., 0], np.float64)


def confidence(r: Rounding, logits: FloatArray, total: Step = row_sum) -> FloatArray:
    """1 / Σ exp(x - max): the exponential of the largest logit is 1."""
    m = r.scalar(row_max(logits))
    e = r.vector(np.exp(r.vector(logits - m)))
    return of_row(r.vector(r.scalar(1.0 / r.scalar(total(e)))))


TASK = Task(
    name="softmax_confidence",
    title="Softmax confidence",
    level=1,
    category="sampling",
    formula="confidence[b, i] = 1 / Σ_v exp(logits[b, i, v] - m[b, i]),  "
    "m[b, i] = max_v logits[b, i, v]",
    inputs=(Input("logits", ("batch", "length", "vocabulary")),),
    output=("batch", "length"),
    constants=constants,
    algorithm=confidence,
    stages=("m = max of the row", "s = sum of exp(logits - m) over the row", "confidence = 1 / s"),
    mistakes=lambda dims: {
        "the mean of the row": step(total=lambda e: 0.0 * row_sum(e) + e.shape[-1]),
        "2 to the x": changed(logits=lambda x: x * np.log(2.0)),
        "of the negative": changed(logits=np.negative),
        "the sum itself": of_output(lambda y: 1.0 / y),
        "the last quarter of the vocabulary dropped": changed(
            logits=lambda x: x[..., : x.shape[-1] * 3 // 4]
        ),
    },
    edges={"lifted": {}},
)
