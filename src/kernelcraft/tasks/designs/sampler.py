"""A step of the sampler of a diffusion language model: the k surest masked positions get tokens."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.designs.argmax import first, last
from kernelcraft.tasks.designs.masked_topk import chosen, mask, stable
from kernelcraft.tasks.designs.softmax_confidence import confidence
from kernelcraft.tasks.designs.token_update import choice, tokens
from kernelcraft.tasks.mistakes import changed, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Step, Task, row_max

GRID = 4.0  # logits are quarters
LARGEST = 3.75  # quarters up to here have 4 bits, as many as any format of 8 bits keeps
APART = 1.035
"""One plus the least relative difference of two confidences of a sequence: at less, roundings
decide which positions are chosen."""
SPREAD = {"normal": 1.0, "shifted": 0.5, "wide": 1.3}
KINDS = {
    "normal": "logits whose confidences differ by 3.5 % at least, half of the positions masked",
    "shifted": "ones with nearly all positions masked and flat rows",
    "wide": "ones with fewer masked positions than k and uneven rows",
}


def constants(dims: Dims) -> dict[str, float]:
    """Where a running maximum starts, and how many positions are chosen."""
    return {"neg_max": -65504.0, "count": float(dims["k"])}


def logits(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Rows whose confidences are apart, in random order; some have their largest logit twice."""
    batch, length, width = (sizes[name] for name in ("batch", "length", "vocabulary"))
    return np.stack([_sequence(length, width, SPREAD[kind], generator) for _ in range(batch)])


def _sequence(length: int, width: int, spread: float, rng: "np.random.Generator") -> FloatArray:
    rows: list[FloatArray] = []
    least = 1.2  # of the sum of exponentials: 1 / confidence
    for _ in range(length):
        row, total = _row(width, least, spread, rng)
        rows.append(row)
        least = total * APART
    return np.stack(rows)[rng.permutation(length)]


def _row(
    width: int, least: float, spread: float, rng: "np.random.Generator"
) -> tuple[FloatArray, float]:
    """A row whose sum of exp(x - max) is at least `least` and little more, and that sum."""
    best, factor = None, 1.02
    for _ in range(100):
        others = rng.normal(0.0, spread, width)
        place, top = rng.integers(width), LARGEST - rng.integers(7) / GRID
        twice = least > 3.0 and rng.random() < 0.25
        wanted = max(least * factor - 1.0 - twice, 0.05)
        shift = np.log(wanted / (np.exp(others).sum() - np.exp(others[place])))
        row = np.floor((top + shift + others) * GRID + rng.random(width)) / GRID
        row = np.clip(row, -LARGEST, top - 1.0 / GRID)
        row[[place, (place + 1 + rng.integers(width - 1)) % width][: 1 + twice]] = top
        total = float(np.exp(row - top).sum())
        if total >= least and (best is None or total < best[1]):
            best = row, total
        if least <= total <= least * 1.03:
            break
        factor *= 1.02 if total < least else 0.99
    if best is None:
        raise ValueError(f"no row of {width} logits has a sum of {least:g}")
    return best


def sampler(
    r: Rounding,
    logits: FloatArray,
    mask: FloatArray,
    tokens: FloatArray,
    k: int,
    best: Step = first,
    sure: Step = confidence,
    places: Step = stable,
) -> FloatArray:
    """Tokens of the chosen positions are replaced by their most probable ones."""
    transfer = chosen(sure(r, logits), mask, k, places)
    return choice(transfer, best(logits), tokens)


TASK = Task(
    name="sampler",
    title="Sampler step",
    level=2,
    category="sampling",
    formula="output[b, i] = argmax_v logits[b, i, v] (of equals the first) if i is among the k "
    "masked positions of b with the highest confidence[b, i] = max_v softmax(logits[b, i])[v], "
    "else tokens[b, i]",
    inputs=(
        Input("logits", ("batch", "length", "vocabulary"), drawn=logits),
        Input("mask", ("batch", "length"), drawn=mask),
        Input("tokens", ("batch", "length"), element="int32", drawn=tokens),
    ),
    output=("batch", "length"),
    constants=constants,
    algorithm=sampler,
    stages=(
        "candidate = where the row of logits has its largest element; of equals the first",
        "confidence = 1 / sum of exp(logits - max) over the row",
        "transfer = the k positions with mask 1 of the highest confidence (all, if fewer)",
        "output = candidate where transfer, else the token that is there",
    ),
    numbers=("k",),
    mistakes=lambda dims: {
        "the highest logit is the surest": step(
            sure=lambda r, x: row_max(x)[..., 0] - 1e-3 * first(x)
        ),
        "the least sure": step(sure=lambda r, x: -confidence(r, x)),
        "the last of equal logits": step(best=last),
        "the mask not looked at": changed(mask=lambda m: 0.0 * m + 1.0),
        "all masked positions": step(places=lambda scores: 0.0 * scores),
        "one too few": step(places=lambda scores: stable(scores) + 1.0),
    },
    element="int32",
    kinds=KINDS,
)
