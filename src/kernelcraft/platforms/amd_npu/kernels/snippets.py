"""Pieces of kernels for the red team and the honest oddities: bundles around a whole kernel."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import edited
from kernelcraft.platforms.amd_npu.machine.memory_map import ARGUMENTS, STACK_END, VECTOR, sizes

IDLE: Final = "nop\n" * 11
"""After it every result in flight has been written."""
RETURN: Final = "ret lr\nnop\nnop\nnop\nnop\nnop\n"
KEPT: Final = STACK_END - VECTOR  # where the return address is kept meanwhile


def slowly(*lines: str) -> str:
    """Instructions that wait for each other: none is issued before the last one is done."""
    return "".join(f"{line.strip()}\n{IDLE}" for text in lines for line in text.strip().split("\n"))


def kernel(*lines: str) -> str:
    """A whole kernel of instructions that wait for each other."""
    return f".globl kernel\nkernel:\n{slowly(*lines, 'ret lr')}"


def around(cell: Cell, before: str = "", after: str = "", *, times: int = 1) -> str:
    """The baseline as a subroutine, `times` over, between instructions that wait for each other.

    It finds all that a kernel is promised; what is done before may change every register but lr.
    """
    work = edited(baseline(cell), "kernel:\n", "work:\n")
    keep = f"movxm p7, #{KEPT:#x}\n"
    calls = (arguments(cell) + "jl #work\n") * times
    end = slowly(keep + "lda lr, [p7, #0]") + RETURN
    lines = [before, keep + "st lr, [p7, #0]", calls, *([after] if after else [])]
    body = slowly(*(each for each in lines if each)) + end
    return f"kernel:\n{body}.p2align 4\n{work}"


def arguments(cell: Cell) -> str:
    """What a kernel finds in registers: its arguments, its sizes and the modes."""
    text = f"movxm p0, #{ARGUMENTS:#x}\nmovx r16, #0\nmovx crRnd, r16\nmovx crSat, r16\n"
    for number, size in enumerate(sizes(cell.memory_map).values()):
        text += f"movxm r{number}, #{size}\n"
    return text


def address(cell: Cell, tensor: str, register: str = "p1") -> str:
    """A pointer to a tensor, from the argument block; changes p0."""
    placements = (*cell.memory_map.inputs, cell.memory_map.output)
    (at,) = (number for number, each in enumerate(placements) if each.tensor.name == tensor)
    return f"movxm p0, #{ARGUMENTS:#x}\nlda {register}, [p0, #{4 * at}]\n"


def filled(label: str, size: int, bits: int) -> str:
    """Store a number of 16 bits from p1 on, `size` bytes long; changes r16, r17 and x0."""
    return f"""\
movxm r16, #{bits}
vbcst.16 x0, r16
movxm r17, #{size // VECTOR}
{label}: vst wl0, [p1], #{VECTOR} ; add r17, r17, #-1
jnz r17, #{label}"""


def copied(label: str, size: int) -> str:
    """Copy bytes from p1 to p2; changes r17 and x0."""
    return f"""\
movxm r17, #{size // VECTOR}
{label}: vlda wl0, [p1], #{VECTOR}
vst wl0, [p2], #{VECTOR} ; add r17, r17, #-1
jnz r17, #{label}"""


def stored(place: int) -> str:
    """32 bytes of zero at an address; changes p1 and x0."""
    return f"movxm p1, #{place:#x}\nvsub.32 x0, x0, x0\nvst wl0, [p1, #0]"


def same() -> str:
    """Store the 32 bytes at p1 where they lie; changes x0."""
    return "vlda wl0, [p1, #0]\nvst wl0, [p1, #0]"
