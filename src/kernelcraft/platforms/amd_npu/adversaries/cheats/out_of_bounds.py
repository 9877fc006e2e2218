"""Writes where nobody may write: beside the tensors, outside the memories, askew."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Answer, Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import address, around, same, stored

CELL = "amd_npu/rms_norm/C1"
ZERO = "vsub.32 x0, x0, x0\n"


def suspects(known: Known) -> Iterator[Suspect]:
    """After a right kernel, so that only the address is wrong."""
    cell = load_cell(CELL)
    output, x = cell.memory_map.output.region, cell.memory_map.input("x").region
    banks = cell.memory_map.canaries[-1]
    following = f"{address(cell, 'output')}movxm m0, #{output.size}\npadda [p1], m0\n"
    before = f"{address(cell, 'output')}padda [p1], #-32\n"
    kernels: tuple[tuple[str, str, Answer], ...] = (
        ("after the output", f"{following}{ZERO}vst wl0, [p1, #0]", "fault"),
        ("the same value after it", following + same(), "fault"),
        ("before the output", f"{before}{ZERO}vst wl0, [p1, #0]", "fault"),
        ("a byte after the output", f"{following}mova r16, #1\nst.s8 r16, [p1, #0]", "fault"),
        ("after an input, moved as it may be", stored(x.end + 960), "fault"),
        ("at the end of the output's last bank", stored(banks.end - 32), "fault"),
        ("past own memory", stored(0x80000), "fault"),
        ("below the neighbours' memories", stored(0x3FFE0), "fault"),
        ("at address 0", stored(0), "fault"),
        ("half a vector too far", f"{following}padda [p1], #-16\n{ZERO}vst wl0, [p1, #0]", "fault"),
        ("an odd address", f"{following}lda.s16 r16, [p1, #0]\nlda r16, [p1, #1]", "syntax"),
    )
    for name, after, answer in kernels:
        yield Suspect(name, CELL, around(cell, after=after), (answer,))
