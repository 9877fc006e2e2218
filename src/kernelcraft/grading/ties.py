"""Moves drawn operands of quantised tasks so that sums lie half way between two codes.

One sum in a few hundred does by chance, too few for a small output to show how ties are rounded.
"""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from kernelcraft.tasks import conv2d, depthwise_conv
from kernelcraft.tasks.quantised import (
    WEIGHT_LIMIT,
    look_up,
    requantise,
    rounded_quotient,
    vsmul,
    whole_root,
)
from kernelcraft.tasks.task import Dims, FloatArray, Task, row_sum

Values = dict[str, FloatArray]
Constants = Mapping[str, float]
Move = Callable[[Values, Constants], Values]


def with_ties(task: Task, dims: Dims, values: Values) -> Values:
    """The inputs with ties in the first row of the output, or in a convolution's middle pixel."""
    return _MOVES[task.name](values, task.constants(dims))


def to_tie(
    acc: FloatArray,
    multiplier: FloatArray | float,
    shift: FloatArray | float,
    least: float = -(2.0**31),
) -> FloatArray:
    """What to add to each sum so that its product with the scale is a tie, of `least` or more."""
    step = np.exp2(np.asarray(shift, np.float64))
    product = np.maximum(vsmul(acc, multiplier), least)
    wanted = (np.floor(product / step) + 0.5) * step
    return np.asarray(np.ceil((wanted - 0.5) * 2.0**31 / multiplier) - acc, np.float64)


def _bias(
    name: str,
    sums: Callable[[Values, Constants], FloatArray],
    suffix: str = "",
    least: float = -(2.0**31),
) -> Move:
    """The bias takes what is missing."""

    def move(v: Values, c: Constants) -> Values:
        known: Mapping[str, FloatArray | float] = {**v, **c}
        multiplier, shift = known[f"multiplier{suffix}"], known[f"shift{suffix}"]
        return {**v, name: v[name] + to_tie(sums(v, c), multiplier, shift, least)}

    return move


def _first_weights(v: Values, name: str, missing: FloatArray) -> Values:
    """The weights that meet the first element take what is missing, where they can."""
    moved = v[name] + missing
    return {**v, name: np.where(np.abs(moved) <= WEIGHT_LIMIT, moved, v[name])}


def _gemv(v: Values, c: Constants) -> Values:
    x = np.concatenate([[1.0], v["x"][1:]])
    missing = to_tie(v["A"] @ x, v["multiplier"], v["shift"])
    first = np.zeros_like(v["A"])
    first[:, 0] = missing
    return _first_weights({**v, "x": x}, "A", first)


def _product(v: Values, c: Constants) -> Values:
    """Of GEMM, and of each batch of BatchMatMul."""
    x = v["x"].copy()
    x[..., 0, 0] = 1.0
    acc = (x[..., :1, :] @ v["w"])[..., 0, :]
    first = np.zeros_like(v["w"])
    first[..., 0, :] = to_tie(acc, v["multiplier"], v["shift"])
    return _first_weights({**v, "x": x}, "w", first)


def _rms_norm(v: Values, c: Constants) -> Values:
    """Of all γ of a column the one that makes most ties, where one does."""
    x, width = v["x"], v["x"].shape[-1]
    root = whole_root(width * row_sum(x * x) + c["epsilon"])
    normal = rounded_quotient(width * x * 1024.0, root)
    gammas, step = np.arange(-WEIGHT_LIMIT, WEIGHT_LIMIT + 1.0), 2.0 ** c["shift"]
    products = (vsmul(normal * gamma, c["multiplier"]) for gamma in gammas)
    ties = np.array([np.sum(each % step == step / 2.0, axis=0) for each in products])
    return {**v, "gamma": np.where(ties.any(axis=0), gammas[ties.argmax(axis=0)], v["gamma"])}


def _layer_norm(v: Values, c: Constants) -> FloatArray:
    x = v["x"][0]
    width, total = len(x), np.sum(x)
    root = whole_root(width * np.sum(x * x) - total * total + c["epsilon"])
    normal = rounded_quotient((width * x - total) * 1024.0, root)
    return np.asarray(normal * v["gamma"] + v["beta"], np.float64)


def _ffn(v: Values, c: Constants) -> FloatArray:
    sums = v["x"][0] @ v["w1"] + v["bias1"]
    hidden = requantise(sums, v["multiplier1"], v["shift1"], c["hidden_zero_point"])
    return np.asarray(look_up(v["table"], hidden) @ v["w2"] + v["bias2"], np.float64)


def _conv(sums: Callable[..., FloatArray]) -> Callable[[Values, Constants], FloatArray]:
    def middle(v: Values, c: Constants) -> FloatArray:
        found = sums(v["x"], v["w"], v["bias"], c["input_zero_point"])
        return np.asarray(found[len(found) // 2, len(found) // 2], np.float64)

    return middle


_MOVES: Final[Mapping[str, Move]] = {
    "gemv": _gemv,
    "gemm": _product,
    "batch_matmul": _product,
    "linear": _bias("bias", lambda v, c: v["x"][0] @ v["w"] + v["bias"]),
    "rms_norm": _rms_norm,
    "layer_norm": _bias("beta", _layer_norm),
    "ffn": _bias("bias2", _ffn, "2"),
    "conv2d": _bias("bias", _conv(conv2d.sums)),
    "depthwise_conv": _bias("bias", _conv(depthwise_conv.sums)),
    "conv_block": _bias("bias", _conv(conv2d.sums), least=0.0),  # what a ReLU does not hide
}
