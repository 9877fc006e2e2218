"""Every quantised task as plain loops over Python's whole numbers, from the words of its stages."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import product
from typing import TypeVar

Row = list[int]
Matrix = list[Row]
Image = list[Matrix]
Taps = TypeVar("Taps")  # the weights of one place of a window


def rounded_shift(value: int, bits: int) -> int:
    """The fixed-point rounding of the vector extension with vxrm = 0: rnu."""
    kept = value >> bits
    return kept + (value >> (bits - 1) & 1) if bits else kept


def vsmul(a: int, b: int) -> int:
    """At SEW = 32."""
    return max(-(2**31), min(2**31 - 1, rounded_shift(a * b, 31)))


def vssra(a: int, shift: int) -> int:
    """At SEW = 32: the low five bits of the shift count."""
    return rounded_shift(a, shift & 31)


def requantise(acc: int, multiplier: int, shift: int, zero_point: int) -> int:
    assert -(2**31) <= acc < 2**31
    return max(-128, min(127, zero_point + vssra(vsmul(acc, multiplier), shift)))


def c_quotient(a: int, b: int) -> int:
    """a / b as C has it for a positive b: to nearest by adding half of b, then towards zero."""
    a = a + b // 2 if a >= 0 else a - b // 2
    return a // b if a >= 0 else -(-a // b)


def byte(code: int) -> int:
    """The index into a table."""
    return code + 256 if code < 0 else code


def layer(x: Matrix, w: Matrix, bias: Row, multiplier: Row, shift: Row, zero_point: int) -> Matrix:
    """A product, its bias and its scales."""
    return [
        [
            requantise(
                sum(row[k] * w[k][j] for k in range(len(w))) + bias[j],
                multiplier[j],
                shift[j],
                zero_point,
            )
            for j in range(len(w[0]))
        ]
        for row in x
    ]


def table(x: Row, table: Row) -> Row:
    return [table[byte(code)] for code in x]


def relu(x: Row, zero_point: int) -> Row:
    return [code if code > zero_point else zero_point for code in x]


def softmax(x: Matrix, exponentials: Row) -> Matrix:
    found = []
    for row in x:
        highest = max(row)
        total = sum(exponentials[highest - code] for code in row)
        found.append(
            [(510 * exponentials[highest - code] + total) // (2 * total) - 128 for code in row]
        )
    return found


def layer_norm(
    x: Matrix,
    gamma: Row,
    beta: Row,
    epsilon: int,
    multiplier: int,
    shift: int,
    zero_point: int,
) -> Matrix:
    found = []
    for row in x:
        width, total = len(row), sum(row)
        root = math.isqrt(width * sum(code * code for code in row) - total * total + epsilon)
        normal = [c_quotient((width * code - total) * 1024, root) for code in row]
        found.append(
            [
                requantise(n * g + b, multiplier, shift, zero_point)
                for n, g, b in zip(normal, gamma, beta, strict=True)
            ]
        )
    return found


def rms_norm(
    x: Matrix, gamma: Row, epsilon: int, multiplier: int, shift: int, zero_point: int
) -> Matrix:
    found = []
    for row in x:
        root = math.isqrt(len(row) * sum(code * code for code in row) + epsilon)
        normal = [c_quotient(len(row) * code * 1024, root) for code in row]
        found.append(
            [
                requantise(n * g, multiplier, shift, zero_point)
                for n, g in zip(normal, gamma, strict=True)
            ]
        )
    return found


def gemv(A: Matrix, x: Row, multiplier: Row, shift: Row, zero_point: int) -> Row:
    sums = [sum(a * b for a, b in zip(row, x, strict=True)) for row in A]
    return [
        requantise(acc, m, s, zero_point) for acc, m, s in zip(sums, multiplier, shift, strict=True)
    ]


def gemm(x: Matrix, w: Matrix, multiplier: Row, shift: Row, zero_point: int) -> Matrix:
    return layer(x, w, [0] * len(multiplier), multiplier, shift, zero_point)


def batch_matmul(
    x: list[Matrix], w: list[Matrix], multiplier: Row, shift: Row, zero_point: int
) -> list[Matrix]:
    return [gemm(a, b, multiplier, shift, zero_point) for a, b in zip(x, w, strict=True)]


def convolution(
    weight: Callable[[Taps, int, int], int],
    x: Image,
    w: list[list[Taps]],
    bias: Row,
    multiplier: Row,
    shift: Row,
    input_zero_point: int,
    zero_point: int,
) -> Image:
    """`weight(taps, c, o)` is what input channel c counts for in output channel o."""
    size, k, channels, outputs = len(x), len(w), len(x[0][0]), len(bias)
    before = (k - 1) // 2

    def at(i: int, j: int, c: int) -> int:
        inside = 0 <= i < size and 0 <= j < size
        return x[i][j][c] if inside else input_zero_point

    def output(i: int, j: int, o: int) -> int:
        acc = bias[o]
        for a, b, c in product(range(k), range(k), range(channels)):
            acc += at(i + a - before, j + b - before, c) * weight(w[a][b], c, o)
        return requantise(acc, multiplier[o], shift[o], zero_point)

    return [[[output(i, j, o) for o in range(outputs)] for j in range(size)] for i in range(size)]


def conv2d(
    x: Image,
    w: list[list[Matrix]],
    bias: Row,
    multiplier: Row,
    shift: Row,
    input_zero_point: int,
    zero_point: int,
) -> Image:
    return convolution(
        lambda taps, c, o: taps[c][o], x, w, bias, multiplier, shift, input_zero_point, zero_point
    )


def depthwise_conv(
    x: Image,
    w: list[list[Row]],
    bias: Row,
    multiplier: Row,
    shift: Row,
    input_zero_point: int,
    zero_point: int,
) -> Image:
    def weight(taps: Row, c: int, o: int) -> int:
        return taps[c] if c == o else 0

    return convolution(weight, x, w, bias, multiplier, shift, input_zero_point, zero_point)


def conv_block(
    x: Image,
    w: list[list[Matrix]],
    bias: Row,
    multiplier: Row,
    shift: Row,
    input_zero_point: int,
    zero_point: int,
) -> Image:
    y = conv2d(x, w, bias, multiplier, shift, input_zero_point, zero_point)
    return [[relu(pixel, zero_point) for pixel in row] for row in y]


def ffn(
    x: Matrix,
    w1: Matrix,
    bias1: Row,
    multiplier1: Row,
    shift1: Row,
    silu: Row,
    w2: Matrix,
    bias2: Row,
    multiplier2: Row,
    shift2: Row,
    hidden_zero_point: int,
    zero_point: int,
) -> Matrix:
    hidden = layer(x, w1, bias1, multiplier1, shift1, hidden_zero_point)
    gated = [table(row, silu) for row in hidden]
    return layer(gated, w2, bias2, multiplier2, shift2, zero_point)


def swiglu(
    x: Matrix,
    w_gate: Matrix,
    bias_gate: Row,
    multiplier_gate: Row,
    shift_gate: Row,
    silu: Row,
    w_up: Matrix,
    bias_up: Row,
    multiplier_up: Row,
    shift_up: Row,
    w_down: Matrix,
    bias_down: Row,
    multiplier_down: Row,
    shift_down: Row,
    gate_zero_point: int,
    product_multiplier: int,
    product_shift: int,
    zero_point: int,
) -> Matrix:
    gate = layer(x, w_gate, bias_gate, multiplier_gate, shift_gate, gate_zero_point)
    up = layer(x, w_up, bias_up, multiplier_up, shift_up, 0)
    hidden = [
        [
            requantise(g * u, product_multiplier, product_shift, 0)
            for g, u in zip(table(gates, silu), ups, strict=True)
        ]
        for gates, ups in zip(gate, up, strict=True)
    ]
    return layer(hidden, w_down, bias_down, multiplier_down, shift_down, zero_point)


LOOPS: Mapping[str, Callable[..., Row | Matrix | Image]] = {
    "silu": table,
    "gelu": table,
    "relu": relu,
    "softmax": softmax,
    "layer_norm": layer_norm,
    "rms_norm": rms_norm,
    "gemv": gemv,
    "gemm": gemm,
    "batch_matmul": batch_matmul,
    "linear": layer,
    "conv2d": conv2d,
    "depthwise_conv": depthwise_conv,
    "ffn": ffn,
    "swiglu": swiglu,
    "conv_block": conv_block,
}
