"""Leaves out steps that change nothing: repeated ones, and ones whose results nobody reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.steps import Key, Step


def simplified(cell: Cell, steps: Sequence[Step]) -> list[Step]:
    """The steps that the output needs."""
    return without_dead(without_repeated(steps), _output(cell))


def without_repeated(steps: Iterable[Step]) -> list[Step]:
    """Without steps that would write what is there already: the same from the same operands."""
    contents: dict[Key, object] = {}
    numbers: dict[object, int] = {}
    kept: list[Step] = []
    for step in steps:
        operands = tuple(contents.get(key, key) for key in step.reads)
        work = (step.instruction.opcode, step.values, step.context, operands, step.writes)
        number = numbers.setdefault(work, len(numbers))
        if all(contents.get(key) == (number, key) for key in step.writes):
            continue
        contents.update((key, (number, key)) for key in step.writes)
        kept.append(step)
    return kept


def without_dead(steps: Sequence[Step], output: Iterable[Key]) -> list[Step]:
    """Without steps that write only what is overwritten or never read."""
    needed = set(output)
    kept: list[Step] = []
    for step in reversed(steps):
        if needed.isdisjoint(step.writes):
            continue
        needed.difference_update(step.writes)
        needed.update(step.reads)
        kept.append(step)
    return kept[::-1]


def _output(cell: Cell) -> list[Key]:
    region, row = cell.memory_map.output.region, cell.memory_map.parameters["mlen"]
    return [("vector_sram", index) for index in range(region.start // row, -(-region.end // row))]
