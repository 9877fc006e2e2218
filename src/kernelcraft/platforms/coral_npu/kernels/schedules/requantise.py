"""Requantisation, the end of every integer product: int32 sums to int8 codes.

requantise(a, M, s, z) = sat8(z + vssra(vsmul(a, M), s)) takes five instructions written as it is.
vnclip.wv is vssra and the first narrowing in one: it shifts by a vector, rounds and saturates to
int16. What it cuts off lies beyond int8 on the same side even after z is added with saturation, so
the addition can be done at half the width and vnclip.wi cuts to the same byte: four instructions,
3 R uops for R registers of sums instead of 5 R. The shifts are kept as int16: half the registers.

vxrm has to be 0 (rnu) for all of it: `begin`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly

IMMEDIATES = range(-16, 16)
"""What a vector instruction can hold as a number."""


@dataclass(frozen=True)
class Scales:
    """The vector registers with the scale of each column: `lmul` of multipliers (int32), half as
    many of shifts (int16)."""

    multiplier: int
    shift: int
    lmul: int


def begin(asm: Assembly) -> None:
    """Round to nearest, ties up."""
    asm.emit("csrwi", "vxrm", 0)


@cache
def table(cell: Cell, name: str) -> Sequence[int]:
    """The multipliers or shifts of a cell: they belong to it and are never drawn anew."""
    values = next(each.table for each in cell.task.inputs if each.name == name)
    if values is None:
        raise ValueError(f"{cell.name}: {name} is drawn anew")
    return [int(value) for value in values(cell.task.sizes(cell.dims))]


def load(asm: Assembly, scales: Scales, multiplier: str, shift: str, scratch: int) -> None:
    """Fill the registers from the int32 at two addresses; vl elements of 32 bits are set.

    `scratch` is a group of `lmul` vector registers, and may be that of the multipliers.
    """
    asm.emit("vle32.v", f"v{scratch}", f"({shift})")
    asm.sew(16, half(scales.lmul))
    asm.emit("vnsrl.wi", f"v{scales.shift}", f"v{scratch}", 0)
    asm.sew(32, scales.lmul)
    asm.emit("vle32.v", f"v{scales.multiplier}", f"({multiplier})")


def narrow(
    asm: Assembly, sums: Sequence[int], scales: Scales, zero_point: int, scratch: str
) -> None:
    """Turn groups of int32 sums into int8, each in the first quarter of its own registers.

    vl elements of 32 bits are set before, and of 8 bits after. All groups take a step together,
    which hides the latency of one under the others. `scratch` is an x register.
    """
    for group in sums:
        asm.emit("vsmul.vv", f"v{group}", f"v{group}", f"v{scales.multiplier}")
    asm.sew(16, half(scales.lmul))
    finish(asm, sums, scales.shift, scales.lmul, zero_point, scratch)


def nothing() -> None:
    """No other instruction."""


def finish(
    asm: Assembly,
    sums: Sequence[int],
    shift: int,
    lmul: int,
    zero_point: int,
    scratch: str,
    beside: Callable[[], None] = nothing,
) -> None:
    """What follows vsmul in `narrow`; vl elements of 16 bits are set before.

    `beside` may write another instruction after each one for a group.
    """
    for group in sums:
        asm.emit("vnclip.wv", f"v{group}", f"v{group}", f"v{shift}")
        beside()
    _add(asm, sums, zero_point, scratch, beside)
    asm.sew(8, half(lmul, 2))
    for group in sums:
        asm.emit("vnclip.wi", f"v{group}", f"v{group}", 0)
        beside()


def _add(
    asm: Assembly, sums: Sequence[int], zero_point: int, scratch: str, beside: Callable[[], None]
) -> None:
    if zero_point == 0:
        return
    small = zero_point in IMMEDIATES
    if not small:
        asm.emit("li", scratch, zero_point)
    for group in sums:
        if small:
            asm.emit("vsadd.vi", f"v{group}", f"v{group}", zero_point)
        else:
            asm.emit("vsadd.vx", f"v{group}", f"v{group}", scratch)
        beside()


def half(lmul: int, times: int = 1) -> int | str:
    """LMUL for elements half as wide, `times` times: 8, 4, 2, 1, f2, f4."""
    narrower = lmul >> times
    return narrower or f"f{(1 << times) // lmul}"
