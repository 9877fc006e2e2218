"""Wrong arithmetic by quantised task: what a kernel may plausibly compute instead.

Each is the task's own algorithm with one thing changed. Outputs must equal the reference, so a
mistake is refused where it changes one element; `soundness` counts how many it does. To add a
mistake, add a row to a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.grading.mistaken import (
    Given,
    Mistake,
    changed,
    instead,
    of_output,
    of_x,
    swapped,
    transposed,
    with_constants,
    zero,
)
from kernelcraft.kernels.cell import Cell
from kernelcraft.tasks import conv2d, depthwise_conv
from kernelcraft.tasks.quantised import look_up, requantise, vsmul, vssra, whole_root
from kernelcraft.tasks.task import FloatArray, Rounding, row_max, row_sum

Integers = npt.NDArray[np.int64]
Scale = FloatArray | float
Requantise = Callable[[FloatArray, Scale, Scale, float], FloatArray]
"""int32 sums, multiplier, shift and zero point; what is stored as int8."""
Table = dict[str, Mistake]


def quantised_mistakes(cell: Cell) -> Table:
    """The task's mistakes by name, but those that no kernel of the cell can make."""
    name = cell.task.name
    found = {**_MISTAKES[name], **_requantised(name)}
    impossible = _UNSEEN.get(name, frozenset[str]())
    if cell.dims.get("k") == 1:
        impossible |= _WINDOW.keys() - _OF_ONE_PIXEL
    return {each: mistake for each, mistake in found.items() if each not in impossible}


def _int(values: Scale) -> Integers:
    return np.asarray(values).astype(np.int64)


def _wrapped(values: FloatArray, bits: int) -> FloatArray:
    """The low bits alone, signed."""
    half = 1 << (bits - 1)
    return np.asarray((_int(values) + half) % (1 << bits) - half, np.float64)


def _clipped(values: FloatArray) -> FloatArray:
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
    return lambda acc, m, s, z: _clipped(z + scaled(_int(acc), _int(m), _int(s)).astype(np.float64))


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
        lambda a, m, s: _int(vssra(((a * m) >> 32).astype(np.float64), s.astype(np.float64)))
    ),
    "the sum in 16 bits": lambda acc, m, s, z: requantise(_wrapped(acc, 16), m, s, z),
    "not saturated": lambda acc, m, s, z: _wrapped(z + _scaled(acc, m, s), 8),
    "saturated before the zero point": lambda acc, m, s, z: _wrapped(
        z + _clipped(_scaled(acc, m, s)), 8
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
class _Norm:
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


def _ffn(step: Requantise = requantise, act: Callable[..., FloatArray] = look_up) -> Mistake:
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


def _swiglu(
    step: Requantise = requantise,
    act: Callable[..., FloatArray] = look_up,
    gated: Callable[[FloatArray, FloatArray], FloatArray] = np.multiply,
    up_zero_point: float = 0.0,
) -> Mistake:
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


def _convolution(sums: Callable[..., FloatArray]) -> Callable[[Requantise], Mistake]:
    """Sums of x, w, bias and the zero point of the input."""
    return lambda step: instead(
        lambda r, x, w, bias, multiplier, shift, input_zero_point, zero_point: step(
            sums(x, w, bias, input_zero_point), multiplier, shift, zero_point
        )
    )


def _block(step: Requantise) -> Mistake:
    """Not the ReLU of a zero point that is wrong."""
    return lambda g: np.maximum(_convolution(conv2d.sums)(step)(g), g.constants["zero_point"])


_WITH: Final[Mapping[str, Callable[[Requantise], Mistake]]] = {
    "layer_norm": lambda step: _Norm(centred=True, step=step).output,
    "rms_norm": lambda step: _Norm(centred=False, step=step).output,
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
    "conv2d": _convolution(conv2d.sums),
    "depthwise_conv": _convolution(depthwise_conv.sums),
    "conv_block": _block,
    "ffn": _ffn,
    "swiglu": _swiglu,
}
"""Each task's algorithm with another requantisation."""


def _requantised(name: str) -> Table:
    """The task with each wrong requantisation."""
    if name not in _WITH:
        return {}
    return {each: _WITH[name](step) for each, step in STEPS.items()}


_OF_CHANNELS: Final = frozenset({"one scale for all channels"})
_UNSEEN: Final[Mapping[str, frozenset[str]]] = {
    "layer_norm": _OF_CHANNELS,
    "rms_norm": _OF_CHANNELS,
    "conv_block": frozenset({"ties away from zero", "saturated to -127"}),
}
"""Norms have one scale, and a ReLU cuts off what is wrong below the zero point."""


def _unsigned(codes: FloatArray) -> FloatArray:
    """The bytes read without a sign."""
    return np.mod(codes, 256.0)


def _rolled(bias: FloatArray) -> FloatArray:
    return np.roll(bias, 1)


def _entry(index: Callable[[FloatArray], FloatArray]) -> Mistake:
    """Another entry of the table."""
    return lambda g: look_up(g.inputs["table"], index(g.inputs["x"]))


def _unwritten(axis: int) -> Mistake:
    """The last row, column or pixel left out, where the output holds zeros."""

    def last(y: FloatArray) -> FloatArray:
        kept = y.copy()
        np.moveaxis(kept, axis, 0)[-1] = 0.0
        return kept

    return of_output(last)


def _stale_tail(y: FloatArray) -> FloatArray:
    """What comes after the last whole 16 elements, taken from 16 elements before."""
    flat, size = y.ravel().copy(), max(1, y.size % 16)
    flat[-size:] = flat[-size - 16 : -16]
    return flat.reshape(y.shape)


def _padded(value: Callable[[Given], float]) -> Mistake:
    return lambda g: with_constants(input_zero_point=value(g))(g)


def _mirrored(g: Given) -> FloatArray:
    """The pixels at the edge again, for padding; x so large that its own padding is not seen."""
    sides = len(g.inputs["w"])
    wider = np.pad(g.inputs["x"], ((sides, sides), (sides, sides), (0, 0)), mode="edge")
    y = replace(g, inputs={**g.inputs, "x": wider}).output()
    return y[sides:-sides, sides:-sides]


def _dividing(quotient: Callable[[FloatArray, FloatArray], FloatArray]) -> Mistake:
    """Another division in a softmax; of E and its sum."""

    def algorithm(r: Rounding, x: FloatArray, exponentials: FloatArray) -> FloatArray:
        e = look_up(exponentials, row_max(x) - x)
        return quotient(e, row_sum(e))

    return instead(algorithm)


def _softmax_from(g: Given, highest: FloatArray) -> FloatArray:
    """The task with something else for the row's maximum; the index is a byte."""
    e = look_up(g.inputs["exponentials"], highest - g.inputs["x"])
    s = row_sum(e)
    return np.asarray(np.floor_divide(510.0 * e + s, 2.0 * s) - 128.0, np.float64)


def _up(a: FloatArray) -> FloatArray:
    return np.ceil(np.sqrt(a))


_TABLES: Final[Table] = {
    "x itself": of_x(lambda x: x),
    "index from -128": _entry(lambda x: x + 128.0),
    "index off by one": _entry(lambda x: x + 1.0),
    "index without sign": _entry(np.abs),
    "index of 7 bits": _entry(lambda x: np.mod(x, 128.0)),
    "table of 255 entries": _entry(lambda x: np.where(x == -1.0, -2.0, x)),
    "the last elements left out": _unwritten(-1),
    "a stale tail": of_output(_stale_tail),
}
_LAYER: Final[Table] = {
    "w transposed": changed("w", transposed),
    "x without sign": changed("x", _unsigned),
    "w without sign": changed("w", _unsigned),
    "the last row left out": _unwritten(0),
    "the last column left out": _unwritten(-1),
}
_BIAS: Final[Table] = {
    "no bias": changed("bias", zero),
    "bias subtracted": changed("bias", np.negative),
    "bias of the channel before": changed("bias", _rolled),
}
_WINDOW: Final[Table] = {
    "zeros for padding": _padded(lambda g: 0.0),
    "padding of the output's zero point": _padded(lambda g: g.constants["zero_point"]),
    "the edge again for padding": _mirrored,
    "window flipped": changed("w", lambda w: w[::-1, ::-1]),
    "rows and columns of the window swapped": changed("w", lambda w: w.swapaxes(0, 1)),
    "window a column to the right": changed("x", lambda x: np.roll(x, -1, axis=1)),
    "the last row of the window left out": changed(
        "w", lambda w: np.concatenate([w[:-1], 0.0 * w[-1:]])
    ),
}
_OF_ONE_PIXEL: Final = frozenset(
    {"window a column to the right", "the last row of the window left out"}
)
"""The mistakes that can be made with a window of one pixel."""
_CONVOLUTION: Final[Table] = {
    **_BIAS,
    **_WINDOW,
    "x without sign": changed("x", _unsigned),
    "the last row left out": _unwritten(0),
    "the last column left out": _unwritten(1),
    "the last channel left out": _unwritten(2),
}
_HIDDEN: Final[Mapping[str, Callable[..., FloatArray]]] = {
    "no activation": lambda table, u: u,
    "index from -128": lambda table, u: look_up(table, u + 128.0),
    "index of 7 bits": lambda table, u: look_up(table, np.mod(u, 128.0)),
    "ReLU for SiLU": lambda table, u: np.maximum(u, -24.0),
}

_MISTAKES: Final[Mapping[str, Table]] = {
    "silu": _TABLES,
    "gelu": _TABLES,
    "relu": {
        "x itself": of_x(lambda x: x),
        "zero for the zero point": with_constants(zero_point=0.0),
        "zero below the zero point": lambda g: np.where(
            g.inputs["x"] > g.constants["zero_point"], g.inputs["x"], 0.0
        ),
        "minimum": lambda g: np.minimum(g.inputs["x"], g.constants["zero_point"]),
        "bytes compared without sign": lambda g: np.where(
            _unsigned(g.inputs["x"]) > _unsigned(np.array(g.constants["zero_point"])),
            g.inputs["x"],
            g.constants["zero_point"],
        ),
        "the last elements left out": _unwritten(-1),
        "a stale tail": of_output(_stale_tail),
    },
    "softmax": {
        "quotient not rounded": _dividing(lambda e, s: np.floor(255.0 * e / s) - 128.0),
        "256 for 255": _dividing(
            lambda e, s: _clipped(np.floor((512.0 * e + s) / (2.0 * s)) - 128.0)
        ),
        "a reciprocal of 16 bits": _dividing(
            lambda e, s: np.floor(e * np.floor(255.0 * 65536.0 / s) / 65536.0 + 0.5) - 128.0
        ),
        "sum in 16 bits": _dividing(
            lambda e, s: _clipped(
                np.floor(255.0 * e / np.maximum(1.0, np.mod(s, 65536.0)) + 0.5) - 128.0
            )
        ),
        "0 for -128": _dividing(lambda e, s: np.minimum(np.floor(255.0 * e / s + 0.5), 127.0)),
        "exponentials with a sign": lambda g: _dividing(
            lambda e, s: _clipped(
                np.floor(255.0 * _wrapped(e, 16) / np.maximum(1.0, row_sum(_wrapped(e, 16))) + 0.5)
                - 128.0
            )
        )(g),
        "maximum not taken off": lambda g: _softmax_from(g, np.zeros_like(row_max(g.inputs["x"]))),
        "over the columns": lambda g: (
            replace(g, inputs={**g.inputs, "x": g.inputs["x"].T}).output().T
        ),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "layer_norm": {
        "mean not subtracted": _Norm(centred=True, mean=False).output,
        "mean square for the variance": lambda g: replace(_Norm(centred=False), mean=True).output(
            g
        ),
        "no eps": with_constants(epsilon=0.0),
        "root to nearest": _Norm(centred=True, root=lambda d: np.rint(np.sqrt(d))).output,
        "root not rounded": _Norm(centred=True, root=np.sqrt).output,
        "root rounded up": _Norm(centred=True, root=_up).output,
        "quotient not rounded": _Norm(centred=True, half=zero).output,
        "over the columns": _Norm(centred=True, axis=0).output,
        "no gamma": changed("gamma", lambda gamma: np.full_like(gamma, 64.0)),
        "no beta": changed("beta", zero),
        "beta of the channel before": changed("beta", _rolled),
        "beta in 16 bits": changed("beta", lambda beta: _wrapped(beta, 16)),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "rms_norm": {
        "mean subtracted": _Norm(centred=True).output,
        "no eps": with_constants(epsilon=0.0),
        "root to nearest": _Norm(centred=False, root=lambda d: np.rint(np.sqrt(d))).output,
        "root not rounded": _Norm(centred=False, root=np.sqrt).output,
        "root rounded up": _Norm(centred=False, root=_up).output,
        "quotient not rounded": _Norm(centred=False, half=zero).output,
        "over the columns": _Norm(centred=False, axis=0).output,
        "no gamma": changed("gamma", lambda gamma: np.full_like(gamma, 64.0)),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "gemv": {
        "A transposed": changed("A", transposed),
        "A upside down": changed("A", lambda a: a[::-1]),
        "x reversed": changed("x", lambda x: x[::-1]),
        "x without sign": changed("x", _unsigned),
        "A without sign": changed("A", _unsigned),
        "the last elements left out": _unwritten(-1),
        "a stale tail": of_output(_stale_tail),
    },
    "gemm": {**_LAYER, "rows of x shifted by one": changed("x", lambda x: np.roll(x, 1, axis=0))},
    "batch_matmul": {
        **_LAYER,
        "the first w for all": changed("w", lambda w: np.broadcast_to(w[:1], w.shape)),
        "the first x for all": changed("x", lambda x: np.broadcast_to(x[:1], x.shape)),
    },
    "linear": {
        **_LAYER,
        **_BIAS,
        "bias after the scale": lambda g: _clipped(
            replace(g, inputs={**g.inputs, "bias": zero(g.inputs["bias"])}).output()
            + g.inputs["bias"]
        ),
    },
    "conv2d": {**_CONVOLUTION, "channels of w swapped": changed("w", transposed)},
    "depthwise_conv": _CONVOLUTION,
    "conv_block": {
        **_CONVOLUTION,
        "channels of w swapped": changed("w", transposed),
        "no ReLU": _convolution(conv2d.sums)(requantise),
        "ReLU at 0": lambda g: np.maximum(_convolution(conv2d.sums)(requantise)(g), 0.0),
        "ReLU before the bias": lambda g: _convolution(
            lambda x, w, bias, zero_point: (
                np.maximum(conv2d.sums(x, w, zero(bias), zero_point), 0.0) + bias
            )
        )(requantise)(g),
    },
    "ffn": {
        **{name: _ffn(act=act) for name, act in _HIDDEN.items()},
        "no bias1": changed("bias1", zero),
        "no bias2": changed("bias2", zero),
        "zero point of the hidden layer left out": with_constants(hidden_zero_point=0.0),
        "w1 transposed": changed("w1", transposed),
        "w2 transposed": changed("w2", transposed),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "swiglu": {
        **{name: _swiglu(act=act) for name, act in _HIDDEN.items()},
        "gate and up swapped": swapped("w_gate", "w_up"),
        "biases of gate and up swapped": swapped("bias_gate", "bias_up"),
        "zero point of the gate for up, too": _swiglu(up_zero_point=-24.0),
        "product in 8 bits": _swiglu(gated=lambda g, u: _wrapped(g * u, 8)),
        "no gate": _swiglu(gated=lambda g, u: u * 21.0),
        "no bias_gate": changed("bias_gate", zero),
        "no bias_up": changed("bias_up", zero),
        "no bias_down": changed("bias_down", zero),
        "w_down transposed": changed("w_down", transposed),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
}
