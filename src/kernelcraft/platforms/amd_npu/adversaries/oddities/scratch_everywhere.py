"""Uses all that is free: memory beside the tensors, every register, data of its own."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.amd_npu.kernels.snippets import address, around, filled
from kernelcraft.platforms.amd_npu.machine.registers import BM, DC, DJ, DN, M, P, R, X

CELLS = ("amd_npu/relu/C1", "amd_npu/gemm/C1")
DATA = ".section .rodata\nnumbers: .word 1, 2, 3\n.bss\nroom: .zero 64\n"


def suspects(known: Known) -> Iterator[Suspect]:
    """Before or after a right kernel."""
    scalars = "\n".join(f"movxm {name}, #-1" for name in (*R, *P, *M, *DN, *DJ, *DC))
    vectors = "\n".join(f"vbcst.16 {name}, r1" for name in X)
    accumulators = "\n".join(f"vmov {name}, x0" for name in BM)
    for name in CELLS:
        cell = load_cell(name)
        free = cell.memory_map.scratch
        garbage = address(cell, "output") + filled("fill", cell.memory_map.output.region.size, 7)
        rooms = "\n".join(
            f"movxm p1, #{room.start:#x}\n{filled(f'fill{at}', room.size, 99)}"
            for at, room in enumerate(free)
        )
        for title, text in (
            ("all that is free before", around(cell, rooms)),
            ("all registers before", around(cell, f"{scalars}\n{vectors}\n{accumulators}")),
            ("garbage in the output before", around(cell, garbage)),
            ("data of its own", f"{around(cell)}{DATA}"),
        ):
            yield Suspect(title, name, text)
