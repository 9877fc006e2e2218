"""Masked top-k: which k of the masked positions have the highest confidence."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, whole

MASKED = {"normal": 0.5, "shifted": 0.95, "wide": 0.08}
"""The share of positions that are masked; of 8 % there are fewer than k."""
KINDS = {
    "normal": "confidences of which every second position is masked",
    "shifted": "ones with nearly all positions masked and many equal confidences",
    "wide": "ones with fewer masked positions than k",
}


def mask(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Ones for masked positions, zeros for others."""
    drawn = generator.random((sizes["batch"], sizes["length"])) < MASKED[kind]
    return drawn.astype(np.float64)


def confidences(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Numbers from 0.02 to 1; where there are many equal ones, eighths."""
    drawn = generator.uniform(0.02, 1.0, (sizes["batch"], sizes["length"]))
    return np.ceil(drawn * 8.0) / 8.0 if kind == "shifted" else np.asarray(drawn, np.float64)


def constants(dims: Dims) -> dict[str, float]:
    """How many are chosen."""
    return {"count": float(dims["k"])}


def stable(scores: FloatArray) -> FloatArray:
    """The place of each element in descending order; of equals the first comes first."""
    order = np.argsort(-scores, axis=-1, kind="stable")
    return np.asarray(np.argsort(order, axis=-1, kind="stable"), np.float64)


@whole
def chosen(confidence: FloatArray, mask: FloatArray, k: int, places: Step = stable) -> FloatArray:
    """1 for the first k of the masked positions."""
    scores = np.where(mask > 0.0, confidence, -np.inf)
    return np.asarray((places(scores) < k) & (mask > 0.0), np.float64)


def masked_topk(
    r: Rounding, confidence: FloatArray, mask: FloatArray, k: int, places: Step = stable
) -> FloatArray:
    """Comparisons only; nothing is rounded."""
    return chosen(confidence, mask, k, places)


def last_first(scores: FloatArray) -> FloatArray:
    """Of equals the last comes first."""
    return stable(scores[..., ::-1])[..., ::-1]


TASK = Task(
    name="masked_topk",
    title="Masked top-k",
    level=1,
    category="sampling",
    formula="transfer[b, i] = 1 if mask[b, i] = 1 and fewer than k masked positions j of b have "
    "confidence[b, j] > confidence[b, i], or an equal one and j < i; else 0",
    inputs=(
        Input("confidence", ("batch", "length"), drawn=confidences),
        Input("mask", ("batch", "length"), drawn=mask),
    ),
    output=("batch", "length"),
    constants=constants,
    algorithm=masked_topk,
    stages=(
        "a position takes part if its mask is 1",
        "transfer = 1 for the k with the highest confidence (all, if there are fewer); of equals "
        "the first",
    ),
    numbers=("k",),
    mistakes=lambda dims: {
        "the last of equals": step(places=last_first),
        "the lowest": changed(confidence=np.negative),
        "the mask not looked at": changed(mask=lambda m: m * 0.0 + 1.0),
        "the mask the other way": changed(mask=lambda m: 1.0 - m),
        "one too few": step(places=lambda scores: stable(scores) + 1.0),
        "over both sequences": step(
            places=lambda scores: stable(scores.reshape(1, -1)).reshape(scores.shape)
        ),
        "all masked positions": of_output(lambda y: y * 0.0 + 1.0),
    },
    element="int32",
    kinds=KINDS,
)
