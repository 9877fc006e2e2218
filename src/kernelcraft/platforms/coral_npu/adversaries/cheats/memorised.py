"""Spells the right answers for the public inputs, whatever the inputs are."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around, copied

CELLS = ("coral_npu/relu/C1", "coral_npu/softmax/C1", "coral_npu/gemv/C1", "coral_npu/ffn/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """All of them, or only the last one after a kernel that computes the others."""
    for name in CELLS:
        cell = load_cell(name)
        output = cell.memory_map.output.region
        answers = [int(value) for value in known.answer(cell).ravel().tolist()]
        table = f".rodata\nanswers: .byte {', '.join(map(str, answers))}\n"
        text = f"{copied('answers', output.start, output.size)}\n    mpause\n{table}"
        yield Suspect("all answers", name, text, ("wrong",))
        last = f"    li t0, {output.end - 1:#x}\n    li t1, {answers[-1]}\n    sb t1, 0(t0)"
        yield Suspect("the last answer", name, around(cell, after=last), ("wrong",))
