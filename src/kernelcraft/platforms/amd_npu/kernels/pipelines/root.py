"""Reciprocal square roots of 16 lanes at a time, from the bits of a bfloat16 and one Newton step.

With h the bits of v, M - h/2 are the bits of y, which is 1/√v but for a constant and about 3 %; one
step F = k y - 2 v y³ leaves about a thousandth. M and k are the best ones for a wanted multiple.
Few roots are looked up, one by one: that takes half as long, and slots that have little else to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector, register

FIRST, LAST = 0x5D00, 0x6100  # magic numbers that are looked at
HALVINGS = 40
MAGIC, LINEAR = "r6", register(11)  # what `constants` writes
HALF = "r9"  # 32 bytes
BITS, LABEL = 9, "roots"  # of a table's index, and where it lies
LANE_NUMBERS = ("r16", "r17", "r18", "r19")
SCALARS = (("r0", "r2", "r8"), ("r3", "r5", "r9"), ("r20", "r21", "r22"))  # of lanes in turn
CONSTANTS = "p6"  # where LINEAR waits in code that names registers, so that it has one more


@dataclass(frozen=True)
class Step:
    """The magic number, the factor k of the linear term, and the largest relative error."""

    magic: int
    linear: float
    error: float


@cache
def step(multiple: float) -> Step:
    """The best way to multiple/√v, over two binades of v."""
    bits = np.arange(0x3F80, 0x4080)
    v = bits.astype(np.uint16).view(ml_dtypes.bfloat16).astype(np.float64)
    halves = np.rint(bits / 2).astype(np.int64)
    magics = np.arange(FIRST, LAST)
    guess = (magics[:, None] - halves).astype(np.uint16).view(ml_dtypes.bfloat16).astype(float)
    unit = np.sqrt(v) / multiple
    line, cube = guess * unit, 2 * v * guess**3 * unit
    low, high = np.zeros(len(magics)), np.full(len(magics), 1e3)
    for _ in range(HALVINGS):  # the larger k, the larger every ratio
        k = (low + high) / 2
        ratio = line * k[:, None] - cube
        below = ratio.max(axis=1) - 1 < 1 - ratio.min(axis=1)
        low, high = np.where(below, k, low), np.where(below, high, k)
    k = (low + high) / 2
    error = np.abs(line * k[:, None] - cube - 1).max(axis=1)
    best = int(error.argmin())
    return Step(int(magics[best]), float(k[best]), float(error[best]))


def constants(to: Text, multiple: float) -> None:
    """Write the registers that `root` finds its numbers in; r3 changes."""
    found = step(multiple)
    high = np.float32(found.linear).astype(ml_dtypes.bfloat16)
    low = np.float32(found.linear - float(high)).astype(ml_dtypes.bfloat16)
    to.add(f"movxm {MAGIC}, #{found.magic}")
    both = to.vector("linear", 5)
    for vector, bits in ((LINEAR, low), (both, high)):
        to.add(f"movxm r3, #{int(bits.view(np.uint16))}")
        to.add(f"vbcst.16 {vector.x}, r3")
    to.add(f"vmov {LINEAR.low}, {both.low}")
    if to.named:
        to.add(f"vst {LINEAR.low}, [{CONSTANTS}, #0]")
        to.add(f"vst {LINEAR.high}, [{CONSTANTS}, #32]")


def root(to: Text, v: str, *, rounded: bool = False) -> str:
    """Write the reciprocal roots of the 16 lanes of a bm register; gives one, of float32.

    With `rounded` the bits are those of v as a bfloat16: later, but v is needed for a shorter time.
    r1 is 60, r7 28, r9 32, s0 16, s1 17; crRnd is 12. Registers by name are x3 to x5.
    """
    parts, y, squares = to.vector("v", 3), to.vector("y", 4), to.vector("squares", 5)
    half, magic = to.vector("half", 4), to.vector("magic", 5)
    product, turned = to.vector("product", 3), to.vector("turned", 4)
    to.add(f"vconv.bf16.fp32 {parts.low}, {v}")
    bits = v
    if rounded:
        bits = "%wide"
        to.add(f"vups.s32.s16 {bits}, {parts.low}, s0", wide="bm")
    for each in (half.low, half.high):  # of the upper 16
        to.add(f"vsrs.s16.s32 {each}, {bits}, s1")
    to.add(f"vbcst.16 {magic.x}, {MAGIC}")
    to.add(f"vsub.16 {y.x}, {magic.x}, {half.x}")
    split(to, parts, v, "v")
    to.add(f"vmul.f %vy, {parts.x}, {y.x}, r1", vy="bm")
    to.add(f"vmul.f %yy, {y.x}, {y.x}, r1", yy="bm")  # twice the square
    linear = LINEAR
    if to.named:
        linear = to.vector("linear", 5)
        to.add(f"vlda {linear.low}, [{CONSTANTS}, #0]")
        to.add(f"vlda {linear.high}, [{CONSTANTS}, #32]")
    to.add(f"vmul.f %line, {linear.x}, {y.x}, r1", line="bm")
    to.add(f"vconv.bf16.fp32 {squares.low}, %yy")
    split(to, squares, "%yy", "squares")
    to.add(f"vshift {turned.x}, {squares.x}, {squares.x}, {HALF}")
    to.add(f"vconv.bf16.fp32 {product.low}, %vy")
    split(to, product, "%vy", "vy")
    to.add(f"vmsc.f %almost, %line, {product.x}, {turned.x}, r1", almost="bm")
    to.add(f"vmsc.f %root, %almost, {product.x}, {squares.x}, r1", root="bm")
    return "%root"


def looked_up(to: Text, v: Vector, lane: int, turn: int) -> str:
    """Write the root of one lane of float32 as bits of a bfloat16; gives their scalar register.

    p7, r12 to r15 and the table are those of `look_up_constants`; LANE_NUMBERS and SCALARS change.
    """
    number = LANE_NUMBERS[turn % len(LANE_NUMBERS)]
    bits, index, root = SCALARS[turn % len(SCALARS)]
    to.add(f"movx {number}, #{lane}")
    to.add(f"vextract.s32 {bits}, {v.x}, {number}")
    to.add(f"lshl {index}, {bits}, r12")
    to.add(f"and {index}, {index}, r13")
    to.add(f"mov dj4, {index}")
    to.add(f"lda.u16 {root}, [p7, dj4]")
    to.add(f"lshl {bits}, {bits}, r14")
    to.add(f"and {bits}, {bits}, r15")
    to.add(f"sub {root}, {root}, {bits}")
    return root


def look_up_constants(to: Text) -> None:
    """Write the registers that `looked_up` needs."""
    to.add(f"movxm p7, #{LABEL}")
    to.add(f"movx r12, #{BITS + 1 - 23}")
    to.add(f"movxm r13, #{2 * (2 ** (BITS + 1) - 1)}")
    to.add("movx r14, #-17")
    to.add("movxm r15, #0x7f80")


def table(multiple: float) -> str:
    """multiple/√v by the lowest bit of v's exponent and BITS of its mantissa.

    For an exponent field of 0 or 1; every two more take 1 off the root's.
    """
    mantissa = 1 + (np.arange(2**BITS) + 0.5) / 2**BITS
    v = np.concatenate([mantissa, 2 * mantissa])  # times 2^-127, whose root is 2^-63.5
    bits = (multiple / np.sqrt(v / 2)).astype(ml_dtypes.bfloat16).view(np.uint16).astype(int)
    lines = [", ".join(map(str, row)) for row in (bits + (63 << 7)).reshape(-1, 16)]
    return f".section .rodata\n{LABEL}:\n" + "".join(f".short {line}\n" for line in lines)


def split(to: Text, parts: Vector, source: str, name: str) -> None:
    """Write what bfloat16 leaves of `source` into an upper half; the lower one has the rest."""
    to.add(f"vconv.fp32.bf16 %{name}high, {parts.low}", **{f"{name}high": "bm"})
    to.add(f"vsub.f %{name}rest, {source}, %{name}high, r7", **{f"{name}rest": "bm"})
    to.add(f"vconv.bf16.fp32 {parts.high}, %{name}rest")
