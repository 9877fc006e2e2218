"""Wrong arithmetic that tasks of whole numbers have in common, by name.

Outputs must equal the reference, so a mistake is refused where it changes one element.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.mistakes import (
    changed,
    of_output,
    of_x,
    step,
    transposed,
    with_constants,
    zero,
)
from kernelcraft.tasks.quantised import look_up, requantise, vsmul, vssra
from kernelcraft.tasks.task import Dims, FloatArray, Given, Mistake, Mistakes, Step

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


def unsigned(codes: FloatArray) -> FloatArray:
    """The bytes read without a sign."""
    return np.mod(codes, 256.0)


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


REQUANTISATIONS: Final[Mapping[str, Requantise]] = {
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
"""Wrong ones."""


def requantised(*unseen: str) -> Mistakes:
    """Every requantisation of a task done wrong, but in ways that cannot show in it."""
    return {
        name: step(requantise=wrong)
        for name, wrong in REQUANTISATIONS.items()
        if name not in unseen
    }


def unwritten(axis: int) -> Mistake:
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


def of_columns(g: Given) -> FloatArray:
    """Columns of x taken for rows."""
    return changed(x=np.transpose)(g).T


def _mirrored(g: Given) -> FloatArray:
    """The pixels at the edge again, for padding; x so large that its own padding is not seen."""
    sides = len(g.inputs["w"])
    wider = np.pad(g.inputs["x"], ((sides, sides), (sides, sides), (0, 0)), mode="edge")
    return changed(x=lambda x: wider)(g)[sides:-sides, sides:-sides]


ELEMENTS: Final[Mistakes] = {
    "the last elements left out": unwritten(-1),
    "a stale tail": of_output(_stale_tail),
}
"""Of outputs with one axis."""
ROWS: Final[Mistakes] = {
    "the last row left out": unwritten(0),
    "the last column left out": unwritten(-1),
}
TABLE: Final[Mistakes] = {
    "x itself": of_x(lambda x: x),
    "index from -128": changed(x=lambda x: x + 128.0),
    "index off by one": changed(x=lambda x: x + 1.0),
    "index without sign": changed(x=np.abs),
    "index of 7 bits": changed(x=lambda x: np.mod(x, 128.0)),
    "table of 255 entries": changed(x=lambda x: np.where(x == -1.0, -2.0, x)),
    **ELEMENTS,
}
"""Of a function that is one look-up."""
LAYER: Final[Mistakes] = {
    "w transposed": changed(w=transposed),
    "x without sign": changed(x=unsigned),
    "w without sign": changed(w=unsigned),
    **ROWS,
}
BIAS: Final[Mistakes] = {
    "no bias": changed(bias=zero),
    "bias subtracted": changed(bias=np.negative),
    "bias of the channel before": changed(bias=lambda bias: np.roll(bias, 1)),
}
HIDDEN: Final[Mistakes] = {
    "no activation": step(look_up=lambda table, u: u),
    "index from -128": step(look_up=lambda table, u: look_up(table, u + 128.0)),
    "index of 7 bits": step(look_up=lambda table, u: look_up(table, np.mod(u, 128.0))),
    "ReLU for SiLU": step(look_up=lambda table, u: np.maximum(u, -24.0)),
}
"""Of the activation between two layers."""
_ANY_WINDOW: Final[Mistakes] = {
    "window a column to the right": changed(x=lambda x: np.roll(x, -1, axis=1)),
    "the last row of the window left out": changed(
        w=lambda w: np.concatenate([w[:-1], 0.0 * w[-1:]])
    ),
}
_WINDOW: Final[Mistakes] = {
    "zeros for padding": with_constants(input_zero_point=0.0),
    "padding of the output's zero point": lambda g: with_constants(
        input_zero_point=g.constants["zero_point"]
    )(g),
    "the edge again for padding": _mirrored,
    "window flipped": changed(w=lambda w: w[::-1, ::-1]),
    "rows and columns of the window swapped": changed(w=lambda w: w.swapaxes(0, 1)),
}
"""Not to be made with a window of one pixel."""


def convolution(dims: Dims) -> Mistakes:
    """Of windows of k x k pixels, with a bias for every channel."""
    return {
        **BIAS,
        **({} if dims["k"] == 1 else _WINDOW),
        **_ANY_WINDOW,
        "x without sign": changed(x=unsigned),
        "the last row left out": unwritten(0),
        "the last column left out": unwritten(1),
        "the last channel left out": unwritten(2),
    }


def norm(normalised: Step) -> Mistakes:
    """Of a norm with that step; its own steps are `root` and `quotient`."""

    def otherwise(**steps: Step) -> Mistake:
        return step(normalised=partial(normalised, **steps))

    return {
        "no eps": with_constants(epsilon=0.0),
        "root to nearest": otherwise(root=lambda d: np.rint(np.sqrt(d))),
        "root not rounded": otherwise(root=np.sqrt),
        "root rounded up": otherwise(root=lambda d: np.ceil(np.sqrt(d))),
        "quotient not rounded": otherwise(
            quotient=lambda a, root: np.sign(a) * np.floor(np.abs(a) / root)
        ),
        "over the columns": step(normalised=lambda x, epsilon: normalised(x.T, epsilon).T),
        "no gamma": changed(gamma=lambda gamma: np.full_like(gamma, 64.0)),
    }
