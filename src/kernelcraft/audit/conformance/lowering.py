"""Row 7: each row of the lowering table by itself, against numpy on random tiles."""

import numpy as np

from kernelcraft.audit.conformance.check import (
    Check,
    Found,
    Subject,
    missing,
    not_applicable,
    not_tried,
    ok,
    wrong,
)
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.cells.protocol import PlacementError
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors import Table
from kernelcraft.codegen.tensors.rows_alone import Alone
from kernelcraft.codegen.tensors.strips import StripTable
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.tolerance import least_tau, normalised_error, tau_from_noise
from kernelcraft.sim.run import Limits

LIMITS = Limits(1_000_000, cycles=10_000_000)
SEED = 7


def find(subject: Subject) -> Found:
    """Each row of the lowering table by itself on random tiles, and the tasks it is enough for."""
    module = platforms.part(subject.name, "lowering")
    cells = subject.placed.cells
    if module is None and cells and all(cell.task.category == "program" for cell in cells):
        return not_applicable("its tasks are programs, which no primitives of tensors compute")
    if module is None:
        return missing("there is no lowering.py")
    if not cells:
        return not_tried("there are no cells to compile")
    table: Table | StripTable = module.TABLE
    right, unlike, unused = 0, [], []
    for one in table.alone():
        try:
            found = _is_right(subject, table, one)
        except (Unwritten, PlacementError):
            found = None
        if found is None:
            unused.append(one.row)
        elif found:
            right += 1
        else:
            unlike.append(one.row)
    if unlike:
        return wrong([f"not what numpy computes: {', '.join(unlike)}"])
    written = [cell.task.name for cell in cells if _compiles(table, cell)]
    known = f"{right} rows are right by themselves"
    known += f", {len(unused)} could not be tried alone ({', '.join(unused)})" if unused else ""
    tasks = f"{len(written)} of {len(cells)} of the cells that were asked compile"
    return ok(f"{known}; {tasks}")


def _is_right(subject: Subject, table: Table | StripTable, one: Alone) -> bool | None:
    """None where the compiler had another way."""
    cell = make_cell(subject.platform, one.task, "alone", one.dims)
    made = table.compiled(cell)
    if one.row not in made.used:
        return None
    inputs, reference = drawn(cell, "normal", SEED)
    state = cell.platform.stage(cell.memory_map, inputs, poison=SEED)
    run = cell.platform.run(cell.platform.assemble(made.text), state, LIMITS)
    output = cell.platform.read(cell.memory_map.output, state)
    if run.fault is not None or not np.isfinite(output).all():
        return False
    if cell.exact:
        return np.array_equal(output, reference)
    rounding = cell.platform.rounding()
    noise = normalised_error(output=cell.compute(rounding, inputs), reference=reference)
    error = normalised_error(output=output, reference=reference)
    return error <= tau_from_noise([noise], least_tau(rounding))


def _compiles(table: Table | StripTable, cell: Cell) -> bool:
    try:
        table.kernel(cell)
    except Unwritten:
        return False
    return True


CHECK = Check(
    name="lowering table",
    brings="baselines, bounds and tuner moves for every task whose primitives are there",
    command="kernelcraft baseline NAME/TASK/C1",
    page="conformance.md#lowering-table",
    find=find,
)
