"""Argmax over the vocabulary: the token with the largest logit, of equals the first."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, whole

KINDS = {
    "normal": "normal logits",
    "shifted": "ones with mean 1",
    "wide": "ones whose rows have standard deviations from 0.25 to 4",
}


def constants(dims: Dims) -> dict[str, float]:
    """Where a running maximum starts: the lowest finite half-precision number."""
    return {"neg_max": -65504.0}


@whole
def first(x: FloatArray) -> FloatArray:
    """Where the largest element of the last axis is, the first of equals."""
    return np.asarray(x.argmax(axis=-1), np.float64)


def last(x: FloatArray) -> FloatArray:
    """Where it is, the last of equals."""
    return np.asarray(x.shape[-1] - 1 - first(x[..., ::-1]), np.float64)


def argmax(r: Rounding, logits: FloatArray, best: Step = first) -> FloatArray:
    """Whole numbers; nothing is rounded."""
    return best(logits)


TASK = Task(
    name="argmax",
    title="Argmax",
    level=1,
    category="sampling",
    formula="token[b, i] = the smallest v with logits[b, i, v] = max_w logits[b, i, w]",
    inputs=(Input("logits", ("batch", "length", "vocabulary")),),
    output=("batch", "length"),
    constants=constants,
    algorithm=argmax,
    stages=("token = where the row has its largest element; of equals the first",),
    mistakes=lambda dims: {
        "the last of equals": step(best=last),
        "of the absolute values": changed(logits=np.abs),
        "where the least is": changed(logits=np.negative),
        "within a block of 64": of_output(lambda y: np.mod(y, 64.0)),
        "one too many": of_output(lambda y: y + 1.0),
    },
    element="int32",
    kinds=KINDS,
)
