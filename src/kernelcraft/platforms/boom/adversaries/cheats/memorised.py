"""Spells the right answers for the public inputs, whatever the inputs are."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.boom.kernels.snippets import alone, around, copied

CELLS = ("boom/dotprod/C1", "boom/median/C1", "boom/towers/C1", "boom/pmp/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """All of them, or only the middle one after a kernel that computes the others."""
    for name in CELLS:
        cell = load_cell(name)
        output = cell.memory_map.output.region
        answers = [int(value) for value in known.answer(cell).ravel().tolist()]
        table = f"    .section .rodata\nanswers: .word {', '.join(map(str, answers))}\n"
        text = f"{alone(copied('answers', output.start, output.size))}{table}"
        yield Suspect("all answers", name, text, ("wrong",))
        middle = len(answers) // 2
        place = output.start + 4 * middle
        one = f"    li t0, {place:#x}\n    li t1, {answers[middle]}\n    sw t1, 0(t0)"
        yield Suspect("the middle answer", name, around(cell, after=one), ("wrong",))
