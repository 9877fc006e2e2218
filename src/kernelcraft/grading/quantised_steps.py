"""The quantised tasks with a step of one's own: another way to requantise, above all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.grading.mistaken import Given, Mistake, instead
from kernelcraft.tasks import conv2d, depthwise_conv
from kernelcraft.tasks.quantised import look_up, requantise, vsmul, vssra, whole_root
from kernelcraft.tasks.task import FloatArray, Rounding

Integers = npt.NDArray[np.int64]
Scale = FloatArray | float
Requantise = Callable[[FloatArray, Scale, Scale, float], FloatArray]
"""int32 sums, multiplier, shift and zero point; what is stored as int8."""


def integers(values: Scale) -> Integers:
    """The same numbers in int64."""
    return np.asarray(values).astype(np.int64)


def wrapped(values: FloatArray, bits: int) -> FloatArray:
    """The low bits alone, signed."""
    half = 1 << (bits - 1)
    return np.asarray((integers(values) + half) % (1 << bits) - half, np.float64)


def clipped(values: FloatArray) -> FloatArray:
    """Saturated to int8."""
    return np.clip(values, -128.0, 127.0)


def _even(values: Integers, bits: Integers | int) -> Integers:
    """Shifted right, rounded to nearest, ties to even."""
    half = (1 << np.asarray(bits, np.int64)) >> 1
    kept = (values + half) >> bits
    tie = (half > 0) & ((values & (2 * half - 1)) == half)
    return np.asarray(kept - (tie & (kept % 2 == 1)), np.int64)


def _away(values: Integers, bits: Integers | int) -> Integers:
    """Shifted right, rounded to nearest, ties away from zero."""
    half = (1 << np.asarray(bits, np.int64)) >> 1
    return np.asarray(np.sign(values) * ((np.abs(values) + half) >> bits), np.int64)


def _in_floats(acc: Integers, m: Integers, s: Integers) -> Integers:
    """With the scale as a float32, to nearest, ties to even."""
    scale = (m * 2.0 ** (-31.0 - s)).astype(np.float32)
    return np.asarray(np.rint(acc.astype(np.float32) * scale), np.int64)


def _with_scaled(scaled: Callable[[Integers, Integers, Integers], Integers]) -> Requantise:
    """Another way to multiply by the scale."""
    return lambda acc, m, s, z: clipped(
        z + np.asarray(scaled(integers(acc), integers(m), integers(s)), np.float64)
    )


def _scaled(acc: FloatArray, m: Scale, s: Scale) -> FloatArray:
    return vssra(vsmul(acc, m), s)


STEPS: Final[Mapping[str, Requantise]] = {
    "nothing rounded": _with_scaled(lambda a, m, s: (a * m) >> (31 + s)),
    "cut towards zero": _with_scaled(lambda a, m, s: np.sign(a) * ((np.abs(a) * m) >> (31 + s))),
    "the shift not rounded": _with_scaled(lambda a, m, s: ((a * m + (1 << 30)) >> 31) >> s),
    "rounded once": _with_scaled(lambda a, m, s: (a * m + (np.int64(1) << (30 + s))) >> (31 + s)),
    "a float32 as scale": _with_scaled(_in_floats),
    "ties to even": _with_scaled(lambda a, m, s: _even(_even(a * m, 31), s)),
    "ties away from zero": _with_scaled(lambda a, m, s: _away(_away(a * m, 31), s)),
    "the upper half for vsmul": _with_scaled(
        lambda a, m, s: integers(vssra(((a * m) >> 32).astype(np.float64), s.astype(np.float64)))
    ),
    "the sum in 16 bits": lambda acc, m, s, z: requantise(wrapped(acc, 16), m, s, z),
    "not saturated": lambda acc, m, s, z: wrapped(z + _scaled(acc, m, s), 8),
    "saturated before the zero point": lambda acc, m, s, z: wrapped(
        z + clipped(_scaled(acc, m, s)), 8
    ),
    "saturated to -127": lambda acc, m, s, z: np.maximum(requantise(acc, m, s, z), -127.0),
    "no zero point": lambda acc, m, s, z: requantise(acc, m, s, 0.0),
    "zero point subtracted": lambda acc, m, s, z: requantise(acc, m, s, -z),
    "one scale for all channels": lambda acc, m, s, z: requantise(
        acc, np.ravel(m)[0], np.ravel(s)[0], z
    ),
}
"""Of every requantisation of a task."""


@dataclass(frozen=True)
class Norm:
    """The steps of a norm, with one of them otherwise."""

    centred: bool
    step: Requantise = requantise
    root: Callable[[FloatArray], FloatArray] = whole_root
    half: Callable[[FloatArray], FloatArray] = lambda root: np.floor(root / 2.0)
    axis: int = -1
    mean: bool = True

    def output(self, g: Given) -> FloatArray:
        """Of the task whose inputs are given; a missing β is 0."""
        x, c = g.inputs["x"], g.constants
        width = x.shape[self.axis]
        total = np.sum(x, axis=self.axis, keepdims=True) * self.centred
        squares = np.sum(x * x, axis=self.axis, keepdims=True)
        root = self.root(width * squares - total * total + c["epsilon"])
        numerator = (width * x - total * self.mean) * 1024.0
        rounded = np.floor((np.abs(numerator) + self.half(root)) / root)
        acc = np.sign(numerator) * rounded * g.inputs["gamma"] + g.inputs.get("beta", 0.0)
        return self.step(acc, c["multiplier"], c["shift"], c["zero_point"])


def ffn(step: Requantise = requantise, act: Callable[..., FloatArray] = look_up) -> Mistake:
    """FFN; `act` is given the table and the hidden codes."""

    def algorithm(
        r: Rounding,
        x: FloatArray,
        w1: FloatArray,
        bias1: FloatArray,
        multiplier1: FloatArray,
        shift1: FloatArray,
        table: FloatArray,
        w2: FloatArray,
        bias2: FloatArray,
        multiplier2: FloatArray,
        shift2: FloatArray,
        hidden_zero_point: float,
        zero_point: float,
    ) -> FloatArray:
        hidden = step(x @ w1 + bias1, multiplier1, shift1, hidden_zero_point)
        return step(act(table, hidden) @ w2 + bias2, multiplier2, shift2, zero_point)

    return instead(algorithm)


def swiglu(
    step: Requantise = requantise,
    act: Callable[..., FloatArray] = look_up,
    gated: Callable[[FloatArray, FloatArray], FloatArray] = np.multiply,
    up_zero_point: float = 0.0,
) -> Mistake:
    """SwiGLU; `act` is given the table and the gate's codes, `gated` both factors."""

    def algorithm(
        r: Rounding,
        x: FloatArray,
        w_gate: FloatArray,
        bias_gate: FloatArray,
        multiplier_gate: FloatArray,
        shift_gate: FloatArray,
        table: FloatArray,
        w_up: FloatArray,
        bias_up: FloatArray,
        multiplier_up: FloatArray,
        shift_up: FloatArray,
        w_down: FloatArray,
        bias_down: FloatArray,
        multiplier_down: FloatArray,
        shift_down: FloatArray,
        gate_zero_point: float,
        product_multiplier: float,
        product_shift: float,
        zero_point: float,
    ) -> FloatArray:
        gate = step(x @ w_gate + bias_gate, multiplier_gate, shift_gate, gate_zero_point)
        up = step(x @ w_up + bias_up, multiplier_up, shift_up, up_zero_point)
        product = gated(act(table, gate), up)
        hidden = step(product, product_multiplier, product_shift, 0.0)
        return step(hidden @ w_down + bias_down, multiplier_down, shift_down, zero_point)

    return instead(algorithm)


def _product(step: Requantise) -> Mistake:
    """Of GEMM and BatchMatMul."""
    return instead(
        lambda r, x, w, multiplier, shift, zero_point: step(x @ w, multiplier, shift, zero_point)
    )


def convolution(sums: Callable[..., FloatArray]) -> Callable[[Requantise], Mistake]:
    """Sums of x, w, bias and the zero point of the input."""
    return lambda step: instead(
        lambda r, x, w, bias, multiplier, shift, input_zero_point, zero_point: step(
            sums(x, w, bias, input_zero_point), multiplier, shift, zero_point
        )
    )


def _block(step: Requantise) -> Mistake:
    """Not the ReLU of a zero point that is wrong."""
    return lambda g: np.maximum(convolution(conv2d.sums)(step)(g), g.constants["zero_point"])


ALGORITHMS: Final[Mapping[str, Callable[[Requantise], Mistake]]] = {
    "layer_norm": lambda step: Norm(centred=True, step=step).output,
    "rms_norm": lambda step: Norm(centred=False, step=step).output,
    "gemv": lambda step: instead(
        lambda r, A, x, multiplier, shift, zero_point: step(A @ x, multiplier, shift, zero_point)
    ),
    "gemm": _product,
    "batch_matmul": _product,
    "linear": lambda step: instead(
        lambda r, x, w, bias, multiplier, shift, zero_point: step(
            x @ w + bias, multiplier, shift, zero_point
        )
    ),
    "conv2d": convolution(conv2d.sums),
    "depthwise_conv": convolution(depthwise_conv.sums),
    "conv_block": _block,
    "ffn": ffn,
    "swiglu": swiglu,
}
"""Each task's algorithm with another requantisation."""
