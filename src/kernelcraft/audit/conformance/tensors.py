"""Checks of tensors and cells: where they lie, what comes back, and each row of the compiler."""

from __future__ import annotations

import numpy as np

from kernelcraft.audit.conformance.check import Found, Subject
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.cells.protocol import PlacementError
from kernelcraft.cells.size_rules import FILE
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors import Settings, Table
from kernelcraft.codegen.tensors.compiler import compiled
from kernelcraft.codegen.tensors.rows_alone import Alone, alone
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.inputs import distributions
from kernelcraft.grading.tolerance import least_tau, normalised_error, tau_from_noise
from kernelcraft.sim.run import Limits
from kernelcraft.tasks import names

LIMITS = Limits(1_000_000, cycles=10_000_000)
SEED = 7


def placed(s: Subject) -> Found:
    """What is put into a machine's memory comes back, and nothing seems to have been written."""
    for cell in s.sample:
        wrong = _misplaced(cell)
        if wrong:
            return Found("wrong", f"{cell.name}: {wrong}")
    tau = f"least tolerance {least_tau(s.platform.rounding()):.2g}"
    floats = any(not cell.exact for cell in s.cells)
    count = f"tensors of {len(s.sample)} cells come back as they were put"
    return Found("ok", f"{count}; {tau}" if floats else count)


def _misplaced(cell: Cell) -> str:
    platform, memory_map = cell.platform, cell.memory_map
    inputs, _ = drawn(cell, distributions(cell.task)[0], SEED)
    state = platform.stage(memory_map, inputs, poison=SEED)
    for placement in memory_map.inputs:
        name = placement.tensor.name
        again = platform.representable(placement.tensor, inputs[name])
        if not np.array_equal(again, inputs[name]):
            return f"{name} is another one when it is stored twice"
        if placement.region.memory == memory_map.output.region.memory and not memory_map.streamed:
            back = platform.read(placement, state)
            if not np.array_equal(back, inputs[name]):
                return f"{name} does not come back as it was put into memory"
    before = platform.stage(memory_map, inputs, poison=SEED)
    breaches = platform.audit(memory_map, before, state)
    if breaches:
        return f"before a kernel has run: {breaches[0]}"
    if not platform.unwritten(memory_map.output, before, state).all():
        return "the output counts as written before a kernel has run"
    return ""


def cells(s: Subject) -> Found:
    """Sizes, and the rules for sizes that nobody published."""
    if not s.cells:
        return Found("missing", "cells/sizes.toml has no row")
    tasks = {cell.task.name for cell in s.cells}
    held_out = platforms.file(s.name, FILE) is not None
    more = "with held-out sizes" if held_out else f"no held-out sizes ({FILE})"
    return Found("ok", f"{len(s.cells)} cells of {len(tasks)} tasks; {more}")


def lowered(s: Subject) -> Found:
    """Each row of the lowering table by itself on random tiles, and the tasks it is enough for."""
    module = platforms.part(s.name, "lowering")
    if module is None:
        return Found("missing", "no lowering.py")
    table: Table = module.TABLE
    right, wrong, unused = 0, [], []
    for one in alone(table):
        try:
            found = _is_right(s, table, one)
        except (Unwritten, PlacementError):
            found = None
        if found is None:
            unused.append(one.row)
        elif found:
            right += 1
        else:
            wrong.append(one.row)
    if wrong:
        return Found("wrong", f"not what numpy computes: {', '.join(wrong)}")
    written = [cell.task.name for cell in s.sample if _compiles(table, cell)]
    known = f"{right} rows are right by themselves"
    known += f", {len(unused)} could not be tried alone ({', '.join(unused)})" if unused else ""
    tasks = f"{len(written)} of {len(s.sample)} sampled cells compile"
    return Found("ok", f"{known}; {tasks}")


def _is_right(s: Subject, table: Table, one: Alone) -> bool | None:
    """None where the compiler had another way."""
    cell = make_cell(s.platform, one.task, "alone", one.dims)
    made = compiled(cell, table, Settings())
    if one.row not in made.used:
        return None
    inputs, reference = drawn(cell, "normal", SEED)
    state = cell.platform.stage(cell.memory_map, inputs, poison=SEED)
    run = cell.platform.run(cell.platform.assemble(made.text), state, LIMITS)
    output = cell.platform.read(cell.memory_map.output, state)
    if run.fault is not None or not np.isfinite(output).all():
        return False
    rounding = cell.platform.rounding()
    noise = normalised_error(output=cell.compute(rounding, inputs), reference=reference)
    error = normalised_error(output=output, reference=reference)
    return error <= tau_from_noise([noise], least_tau(rounding))


def _compiles(table: Table, cell: Cell) -> bool:
    try:
        table.kernel(cell)
    except Unwritten:
        return False
    return True


def tasks_without_cells(s: Subject) -> list[str]:
    """Tasks that the platform has no sizes for."""
    arithmetic = "int8" if any(cell.exact for cell in s.cells) else "float"
    return sorted(set(names(arithmetic)) - {cell.task.name for cell in s.cells})
