"""Wrong arithmetic by quantised task: what a kernel may plausibly compute instead.

Each is the task's own algorithm with one thing changed. Outputs must equal the reference, so a
mistake is refused where it changes one element; `soundness` counts how many it does. To add a
mistake, add a row to a table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
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
from kernelcraft.grading.quantised_steps import (
    ALGORITHMS,
    STEPS,
    Norm,
    clipped,
    convolution,
    ffn,
    swiglu,
    wrapped,
)
from kernelcraft.tasks import conv2d
from kernelcraft.tasks.quantised import look_up, requantise
from kernelcraft.tasks.task import FloatArray, Rounding, row_max, row_sum

Table = dict[str, Mistake]


def quantised_mistakes(cell: Cell) -> Table:
    """The task's mistakes by name, but those that no kernel of the cell can make."""
    name = cell.task.name
    found = {**_MISTAKES[name], **_requantised(name)}
    impossible = _UNSEEN.get(name, frozenset[str]())
    if cell.dims.get("k") == 1:
        impossible |= _WINDOW.keys() - _OF_ONE_PIXEL
    return {each: mistake for each, mistake in found.items() if each not in impossible}


def _requantised(name: str) -> Table:
    """The task with each wrong requantisation."""
    if name not in ALGORITHMS:
        return {}
    return {each: ALGORITHMS[name](step) for each, step in STEPS.items()}


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
            lambda e, s: clipped(np.floor((512.0 * e + s) / (2.0 * s)) - 128.0)
        ),
        "a reciprocal of 16 bits": _dividing(
            lambda e, s: np.floor(e * np.floor(255.0 * 65536.0 / s) / 65536.0 + 0.5) - 128.0
        ),
        "sum in 16 bits": _dividing(
            lambda e, s: clipped(
                np.floor(255.0 * e / np.maximum(1.0, np.mod(s, 65536.0)) + 0.5) - 128.0
            )
        ),
        "0 for -128": _dividing(lambda e, s: np.minimum(np.floor(255.0 * e / s + 0.5), 127.0)),
        "exponentials with a sign": lambda g: _dividing(
            lambda e, s: clipped(
                np.floor(255.0 * wrapped(e, 16) / np.maximum(1.0, row_sum(wrapped(e, 16))) + 0.5)
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
        "mean not subtracted": Norm(centred=True, mean=False).output,
        "mean square for the variance": lambda g: replace(Norm(centred=False), mean=True).output(g),
        "no eps": with_constants(epsilon=0.0),
        "root to nearest": Norm(centred=True, root=lambda d: np.rint(np.sqrt(d))).output,
        "root not rounded": Norm(centred=True, root=np.sqrt).output,
        "root rounded up": Norm(centred=True, root=_up).output,
        "quotient not rounded": Norm(centred=True, half=zero).output,
        "over the columns": Norm(centred=True, axis=0).output,
        "no gamma": changed("gamma", lambda gamma: np.full_like(gamma, 64.0)),
        "no beta": changed("beta", zero),
        "beta of the channel before": changed("beta", _rolled),
        "beta in 16 bits": changed("beta", lambda beta: wrapped(beta, 16)),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "rms_norm": {
        "mean subtracted": Norm(centred=True).output,
        "no eps": with_constants(epsilon=0.0),
        "root to nearest": Norm(centred=False, root=lambda d: np.rint(np.sqrt(d))).output,
        "root not rounded": Norm(centred=False, root=np.sqrt).output,
        "root rounded up": Norm(centred=False, root=_up).output,
        "quotient not rounded": Norm(centred=False, half=zero).output,
        "over the columns": Norm(centred=False, axis=0).output,
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
        "bias after the scale": lambda g: clipped(
            replace(g, inputs={**g.inputs, "bias": zero(g.inputs["bias"])}).output()
            + g.inputs["bias"]
        ),
    },
    "conv2d": {**_CONVOLUTION, "channels of w swapped": changed("w", transposed)},
    "depthwise_conv": _CONVOLUTION,
    "conv_block": {
        **_CONVOLUTION,
        "channels of w swapped": changed("w", transposed),
        "no ReLU": convolution(conv2d.sums)(requantise),
        "ReLU at 0": lambda g: np.maximum(convolution(conv2d.sums)(requantise)(g), 0.0),
        "ReLU before the bias": lambda g: convolution(
            lambda x, w, bias, zero_point: (
                np.maximum(conv2d.sums(x, w, zero(bias), zero_point), 0.0) + bias
            )
        )(requantise)(g),
    },
    "ffn": {
        **{name: ffn(act=act) for name, act in _HIDDEN.items()},
        "no bias1": changed("bias1", zero),
        "no bias2": changed("bias2", zero),
        "zero point of the hidden layer left out": with_constants(hidden_zero_point=0.0),
        "w1 transposed": changed("w1", transposed),
        "w2 transposed": changed("w2", transposed),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
    "swiglu": {
        **{name: swiglu(act=act) for name, act in _HIDDEN.items()},
        "gate and up swapped": swapped("w_gate", "w_up"),
        "biases of gate and up swapped": swapped("bias_gate", "bias_up"),
        "zero point of the gate for up, too": swiglu(up_zero_point=-24.0),
        "product in 8 bits": swiglu(gated=lambda g, u: wrapped(g * u, 8)),
        "no gate": swiglu(gated=lambda g, u: u * 21.0),
        "no bias_gate": changed("bias_gate", zero),
        "no bias_up": changed("bias_up", zero),
        "no bias_down": changed("bias_down", zero),
        "w_down transposed": changed("w_down", transposed),
        "the last row left out": _unwritten(0),
        "the last column left out": _unwritten(-1),
    },
}
