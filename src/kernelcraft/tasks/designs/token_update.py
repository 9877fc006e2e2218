"""Token update: the chosen positions get their new tokens, the others keep what they have."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output, reading
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, no_constants, whole

CHOSEN = {"normal": 0.5, "shifted": 0.125, "wide": 0.95}
TOKENS = 256
"""In a vocabulary."""
KINDS = {
    "normal": "tokens of which every second is replaced",
    "shifted": "ones of which few are replaced",
    "wide": "ones of which nearly all are replaced",
}


def tokens(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Tokens of the vocabulary, each as likely."""
    vocabulary = sizes.get("vocabulary", TOKENS)
    shape = (sizes["batch"], sizes["length"])
    return generator.integers(0, vocabulary, shape).astype(np.float64)


def flags(sizes: Dims, kind: str, generator: "np.random.Generator") -> FloatArray:
    """Ones and zeros."""
    drawn = generator.random((sizes["batch"], sizes["length"])) < CHOSEN[kind]
    return drawn.astype(np.float64)


@whole
def choice(flag: FloatArray, yes: FloatArray, no: FloatArray) -> FloatArray:
    """One of two, element by element."""
    return np.where(flag != 0.0, yes, no)


def token_update(
    r: Rounding, tokens: FloatArray, candidates: FloatArray, transfer: FloatArray
) -> FloatArray:
    """Whole numbers; nothing is rounded."""
    return choice(transfer, candidates, tokens)


TASK = Task(
    name="token_update",
    title="Token update",
    level=1,
    category="sampling",
    formula="output[b, i] = candidates[b, i] if transfer[b, i] = 1 else tokens[b, i]",
    inputs=(
        Input("tokens", ("batch", "length"), element="int32", drawn=tokens),
        Input("candidates", ("batch", "length"), element="int32", drawn=tokens),
        Input("transfer", ("batch", "length"), element="int32", drawn=flags),
    ),
    output=("batch", "length"),
    constants=no_constants,
    algorithm=token_update,
    stages=("output = candidates where transfer is 1, else tokens",),
    mistakes=lambda dims: {
        "the other way": changed(transfer=lambda t: 1.0 - t),
        "tokens and candidates exchanged": reading(tokens="candidates", candidates="tokens"),
        "candidates everywhere": changed(transfer=lambda t: 0.0 * t + 1.0),
        "tokens everywhere": changed(transfer=lambda t: 0.0 * t),
        "the last position kept": of_output(
            lambda y: np.concatenate([y[..., :-1], y[..., :1]], -1)
        ),
    },
    element="int32",
    kinds=KINDS,
)
