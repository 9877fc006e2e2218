"""Exact integer steps that quantised tasks share, and the fixed operands that they scale with.

Values are float64 arrays of whole numbers, as everywhere in `tasks`; what needs more than 53 bits
is done in int64. Fixed point is as the RISC-V vector extension defines it, with the rounding mode
rnu (vxrm = 0): to nearest, ties upwards.
"""

from collections.abc import Callable
from functools import partial
from typing import Final

import numpy as np

from kernelcraft.tasks.task import Dims, FloatArray, Input, whole

ACTIVATION_RMS: Final = 32.0
"""Of int8 activations as they are drawn, and of outputs as the multipliers scale them."""
WEIGHT_LIMIT: Final = 127
"""Weights are whole numbers from -127 to 127, each as likely."""
WEIGHT_RMS: Final = ((2 * WEIGHT_LIMIT + 1) ** 2 - 1) ** 0.5 / 12**0.5
GATED_RMS: Final = 21.0
"""Of the SiLU of drawn activations by the tables of FFN and SwiGLU."""
NORMAL_ONE: Final = 1024.0
"""What a normalised element of one standard deviation is before it is scaled."""
GOLDEN: Final = 0.6180339887498949

REQUANTISE: Final = (
    "requantise(a, M, s, z) = min(max(z + vssra(vsmul(a, M), s), -128), 127) with "
    "vsmul(a, M) = (a * M + 2^30) >> 31 and vssra(p, s) = (p + ((1 << s) >> 1)) >> s: "
    "arithmetic shifts, as the vector instructions of these names with vxrm = 0 (rnu)"
)
"""For the stages of a task."""


def vsmul(a: FloatArray, b: FloatArray | float) -> FloatArray:
    """The saturated upper half of twice the product of int32 elements, rounded: vsmul at SEW 32."""
    product = _integers(a) * _integers(b)
    rounded = (product + (1 << 30)) >> 31
    return np.asarray(np.minimum(rounded, 2**31 - 1), np.float64)


def vssra(a: FloatArray, shift: FloatArray | float) -> FloatArray:
    """Elements shifted right arithmetically by 0 to 31 bits, rounded: vssra at SEW 32."""
    distance = _integers(shift)
    half = (np.int64(1) << distance) >> 1
    return np.asarray((_integers(a) + half) >> distance, np.float64)


@whole
def requantise(
    acc: FloatArray, multiplier: FloatArray | float, shift: FloatArray | float, zero_point: float
) -> FloatArray:
    """int32 sums as int8: times multiplier / 2^(31 + shift), plus the zero point, saturated."""
    scaled = vssra(vsmul(acc, multiplier), shift)
    return np.clip(zero_point + scaled, -128.0, 127.0)


@whole
def look_up(table: FloatArray, x: FloatArray) -> FloatArray:
    """table[x & 255]: the index is the byte read as unsigned."""
    return np.asarray(table[_integers(x) & 255], np.float64)


@whole
def rounded_quotient(a: FloatArray, divisor: FloatArray) -> FloatArray:
    """a / divisor to nearest, as C writes it: half the divisor added away from zero, truncated."""
    numerator, half = np.abs(a), np.floor(divisor / 2.0)
    return np.asarray(np.sign(a) * np.floor_divide(numerator + half, divisor), np.float64)


@whole
def whole_root(values: FloatArray) -> FloatArray:
    """The square root rounded down, of whole numbers below 2^52."""
    return np.floor(np.sqrt(values))


def patches(x: FloatArray, k: int, zero_point: float) -> FloatArray:
    """[k, k, H, W, c] of x [H, W, c]: what each tap of a k x k window sees (stride 1, SAME).

    Outside of x there is the zero point: (k - 1) // 2 rows above and columns to the left, and
    k // 2 below and to the right.
    """
    height, width, _ = x.shape
    sides = ((k - 1) // 2, k // 2)
    padded = np.pad(x, (sides, sides, (0, 0)), constant_values=zero_point)
    rows = [[padded[i : i + height, j : j + width] for j in range(k)] for i in range(k)]
    return np.asarray(rows)


def codes(dims: Dims) -> int:
    """The size of the axis of a table: one entry for each value of a byte."""
    return 256


def table_of(
    function: Callable[[FloatArray], FloatArray],
    *,
    scale: float,
    zero_point: float = 0.0,
    output_scale: float,
    output_zero_point: float = 0.0,
) -> Input:
    """The operand `table`, int8 [256]: a real function on quantised values, ties to even.

    An int8 q stands for scale * (q - zero_point), in the output with the scale of the output.
    """
    bytes_ = np.arange(256)
    q = np.where(bytes_ < 128, bytes_, bytes_ - 256).astype(np.float64)
    y = np.rint(function(scale * (q - zero_point)) / output_scale) + output_zero_point
    values = np.clip(y, -128.0, 127.0)
    return Input("table", ("codes",), "weight", table=lambda dims: values.copy(), element="int8")


def scales(
    channels: str, fan_in: str, *, suffix: str = "", rms: float = ACTIVATION_RMS
) -> tuple[Input, Input]:
    """The operands `multiplier` and `shift`, int32, one of each for a channel of the output.

    They scale sums of `fan_in` products of activations of that root mean square with weights to
    the size of activations: by 0.7 to 1.4 times that, differently in every channel. Every eighth
    multiplier is 2^30, a power of two as a scale: there products end in ties.
    """

    def table(sizes: Dims, which: int) -> FloatArray:
        """Of nothing but operations that IEEE 754 rounds exactly: the same everywhere."""
        channel = np.arange(sizes[channels])
        spread = 0.7 + 0.7 * np.mod(GOLDEN * channel, 1.0)
        scale = spread * ACTIVATION_RMS / (np.sqrt(sizes[fan_in]) * rms * WEIGHT_RMS)
        multipliers, shifts = fixed_point(scale)
        multipliers[::8] = 2.0**30
        return (multipliers, shifts)[which]

    names = (f"multiplier{suffix}", f"shift{suffix}")
    first, second = (
        Input(name, (channels,), "weight", table=partial(table, which=which), element="int32")
        for which, name in enumerate(names)
    )
    return first, second


def bias(name: str, channels: str, fan_in: str, rms: float = ACTIVATION_RMS) -> Input:
    """The operand of that name, int32, half the size of the sums that it is added to."""
    unit = rms * WEIGHT_RMS / 2.0
    return Input(name, (channels,), "weight", fan_in=fan_in, element="int32", unit=unit)


def one_scale(rms: float) -> tuple[float, float]:
    """Multiplier and shift from sums of that root mean square to the size of activations."""
    multipliers, shifts = fixed_point(np.array([ACTIVATION_RMS / rms]))
    return float(multipliers[0]), float(shifts[0])


def norm_constants(dims: Dims) -> dict[str, float]:
    """The ε of a norm stands for a variance of 1/4 of codes; one scale for all channels."""
    multiplier, shift = one_scale(NORMAL_ONE * WEIGHT_RMS)
    epsilon = max(1, dims["width"] ** 2 // 4)
    return {"epsilon": epsilon, "multiplier": multiplier, "shift": shift, "zero_point": 5.0}


def fixed_point(scale: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Multipliers in [2^30, 2^31) and shifts: the scale is next to multiplier / 2^(31 + shift)."""
    fractions, exponents = np.frexp(scale)
    multipliers = np.minimum(np.rint(fractions * 2.0**31), 2.0**31 - 1.0)
    return multipliers, -exponents.astype(np.float64)


def _integers(values: FloatArray | float) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.asarray(values).astype(np.int64)
