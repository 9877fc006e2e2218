"""Attention's weights: the softmax of scores that lie as tiles of a product, four rows at a time.

Weights come as tiles of a left factor, so that nothing is brought into rows between two products.
Powers are those of `bent_powers`, of which the scale of the scores is a part. Their sums come from
the multiplier, a row's in four lanes; reciprocals of all four rows are made at once: from the bits
of a bfloat16, and a Newton step.

p1 and p3 go through the scores; p2, p4 and p5 through the weights, in whose place powers wait for
their sum.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.loop import Loop
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.platforms.amd_npu.kernels.pipelines.bent_powers import SET_UP, THREE
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES

ROWS = 4  # of a tile
LONGEST = 64  # row for which registers suffice
ACROSS = 8  # columns of a tile of weights: two tiles of scores
RECIPROCAL = 0x7EF3  # less the bits of a number: those of its reciprocal, but for 6 %
NEWTON = 1.00155  # instead of 1: a step leaves 0.16 % then, above and below
FEW = 8  # times four rows, for which it is worth it to look for a shorter way
SHORT = 16  # keys, with which that takes little time; otherwise half as many rows
ATTEMPTS = 10
TOGETHER = 4  # tiles whose powers are made at once
MODES_OF = {
    "r24": "T64_2x8_lo",
    "r25": "T16_4x4",
    "r26": "T16_8x4",
    "r27": "T256_2x2_lo",
    "r28": "T256_2x2_hi",
}
MEMORY = Memory(
    apart=("p1", "p2", "p3", "p4", "p7"),
    banks={"p1": "in", "p3": "in", **dict.fromkeys(("p2", "p4", "p5"), "out"), "p7": "constants"},
    follows={"p5": "p4"},
)
START = f"""
lda p1, [p0, #0]
lda p3, [p0, #0]
movxm p7, #constants
lda p2, [p0, #4]
lda p4, [p0, #4]
lda p5, [p0, #4]
movxm r31, #{np.float32(NEWTON).view(np.uint32)}
vbcst.32 x3, r31
vmov bml8, x3
{THREE.loads}
{SET_UP}
movx r17, #60
movx r19, #28
movx r7, #32
movx r22, #16
movx r8, #8
movxm r29, #0x3f80
movxm r30, #{RECIPROCAL}
{"".join(f"movx {register}, #{MODES[mode]}" + chr(10) for register, mode in MODES_OF.items())}
"""
RECIPROCALS = """
vconv.bf16.fp32 %near.l, %sum
vconv.bf16.fp32 %near.h, %sum
vconv.bf16.fp32 %parts.l, %sum
vconv.fp32.bf16 %whole, %parts.l
vsub.f %rest, %sum, %whole, r19
vconv.bf16.fp32 %parts.h, %rest
vbcst.16 %magic, r30
vsub.16 %guess, %magic, %near
vmsc.f %left, bml8, %parts, %guess, r17
vconv.bf16.fp32 %rate.l, %left
vmov %rate.h, wh2
vconv.fp32.bf16 %first, %guess.l
vmac.f %better, %first, %rate, %guess, r17
vconv.bf16.fp32 %short.l, %better
vconv.bf16.fp32 %short.h, %better
vshuffle %long, %short, %short, r24
vshuffle %rl, %long, x3, r27
vshuffle %rh, x2, %long, r28
"""
"""%rl and %rh: those of `%sum`, eight lanes a row, of two rows beside zeros each."""
KINDS = {
    **dict.fromkeys(("near", "parts", "magic", "guess", "rate", "short", "long"), "x"),
    **dict.fromkeys(("rl", "rh", "ml", "mh", "ones"), "x"),
    **dict.fromkeys(("whole", "rest", "left", "first", "better"), "bm"),
    **dict.fromkeys(("rowl", "rowh"), "bm"),
}

_LOOPS: Final[dict[tuple[object, ...], Loop]] = {}
"""Those scheduled in this process, which do not depend on the number of rows."""


@cache
def kernel(rows: int, keys: int, scale: float) -> str:
    """The kernel for the scores of `rows` queries, each times `scale`, and as many keys.

    Raises Unwritten for what is no whole number of tiles, and for rows too long for registers.
    """
    if rows % ROWS or keys % ACROSS or keys > LONGEST:
        raise Unwritten(f"{rows} x {keys} scores")
    writer = core_writer(MEMORY, ("wl3", "wh3"))
    writer.loops = _LOOPS
    writer.straight(START)
    text, values = _iteration(keys // ACROSS)
    few = FEW * ROWS if keys <= SHORT else FEW * ROWS // 2
    attempts = ATTEMPTS if rows <= few else 1
    try:
        writer.loop(text, rows // ROWS, values, attempts=attempts, growth=1.05)
    except TooFewRegisters as error:
        raise Unwritten(f"{keys} keys: {error}") from error
    writer.finish()
    return writer.kernel() + THREE.section("constants", scale)


def _iteration(tiles: int) -> tuple[str, dict[str, str]]:
    """Four rows of `tiles` tiles of weights: the loop's text, and its values' kinds."""
    text, values = _greatest(tiles)
    text += "vbcst.16 %ones, r29\n"
    values |= KINDS
    total = ""
    values |= THREE.values(tiles)
    for first in range(0, tiles, TOGETHER):
        some = range(first, min(first + TOGETHER, tiles))
        text += "".join(_beside(tile) for tile in some)
        text += THREE.of([f"%q{tile}" for tile in some], first)
    for tile in range(tiles):
        product = f"%e{tile}, %ones, r19"
        to = "%sum" if tile == tiles - 1 else f"%sum{tile}"
        text += f"vmac.f {to}, {total}, {product}\n" if total else f"vmul.f {to}, {product}\n"
        total = to
        values |= {to[1:]: "bm", f"q{tile}": "cm"}
        values |= {f"{name}{tile}": "x" for name in ("even", "odd", "z", "zl", "zh")}
        text += f"vst %e{tile}.l, [p4], #32\nvst %e{tile}.h, [p4], #32\n"
    text += RECIPROCALS
    for tile in range(tiles):
        text += f"vldb %again{tile}.l, [p5], #32\nvldb %again{tile}.h, [p5], #32\n"
        values[f"again{tile}"] = "x"
        for half in "lh":
            values[f"y{half}{tile}"] = "bm"
            text += f"vmul.f %y{half}{tile}, %again{tile}, %r{half}, r17\n"
            text += f"vst.conv.bf16.fp32 %y{half}{tile}, [p2], #32\n"
    return text, values


def _beside(tile: int) -> str:
    """%q: what the powers of two tiles of scores are of, side by side, rows by two and two."""
    text = "".join(
        f"vlda %{name}{tile}.l, [p3, #0]\nvldb %{name}{tile}.h, [p3], #32\n"
        for name in ("even", "odd")
    )
    text += f"vshuffle %z{tile}, %even{tile}, %odd{tile}, r24\n"
    for half, mode in (("l", "r27"), ("h", "r28")):
        text += f"vshuffle %z{half}{tile}, %z{tile}, %z{tile}, {mode}\n"
        text += f"vmac.f %q{tile}.{half}, %row{half}, %z{half}{tile}, x0, r17\n"
    return text


def _greatest(tiles: int) -> tuple[str, dict[str, str]]:
    """%rowl and %rowh: what powers of two rows each begin with, less the rows' greatest scores."""
    text, last, values = "", "%raw0", {}
    for tile in range(tiles):
        text += f"vldb %raw{tile}.l, [p1], #32\nvldb %raw{tile}.h, [p1], #32\n"
        values[f"raw{tile}"] = "x"
        if tile:
            text += f"vmax_lt.bf16 %most{tile}, r23, {last}, %raw{tile}\n"
            last = f"%most{tile}"
            values[last[1:]] = "x"
    for turn in (7, 22, 8):
        if turn == 22:  # rows become columns
            text += f"vshuffle %across, {last}, {last}, r25\n"
            last = "%across"
        text += f"vshift %turned{turn}, {last}, {last}, r{turn}\n"
        text += f"vmax_lt.bf16 %greater{turn}, r23, {last}, %turned{turn}\n"
        last = f"%greater{turn}"
        values |= {f"turned{turn}": "x", last[1:]: "x"}
    text += f"vshuffle %m, {last}, {last}, r26\n"
    for half, mode in (("l", "r27"), ("h", "r28")):
        text += f"vshuffle %m{half}, %m, %m, {mode}\n"
        text += f"vmsc.f %row{half}, bmh8, %m{half}, x0, r17\n"
    return text, values | {"across": "x", "m": "x"}
