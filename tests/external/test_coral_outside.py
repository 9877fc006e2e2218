"""By the protocol of external machines the Coral NPU's kernels give the outputs that ours do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.sizes import configurations
from kernelcraft.external import Bounds
from kernelcraft.grading.inputs import draw
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.sim.run import Limits
from tests.external.coral_outside import PLATFORM
from tests.external.kernels import CONFINED

pytestmark = pytest.mark.program("qemu-riscv32", "qemu-user")
CELLS = [
    f"coral_npu/{task}/{row}" for task, rows in configurations("coral_npu").items() for row in rows
]
LIMITS = Limits(100_000_000)


@pytest.mark.sweep
@pytest.mark.parametrize("name", CELLS)
def test_outputs_are_the_same(name: str) -> None:
    cell, outside = load_cell(name), PLATFORM
    text = baseline(cell)
    values = draw(cell.task, cell.dims, "normal", 3)
    inputs = {t.name: cell.platform.representable(t, values[t.name]) for t in cell.inputs}
    places = outside.place(cell.inputs, cell.output, {})
    assert [each.region.start for each in (*places.inputs, places.output)] == [
        each.region.start for each in (*cell.memory_map.inputs, cell.memory_map.output)
    ]
    before = outside.stage(places, inputs, 5)
    theirs = outside.run(outside.assemble(text), before.copy(), LIMITS)
    assert theirs.fault is None
    assert outside.audit(places, before, theirs.state) == []
    staged = cell.platform.stage(cell.memory_map, inputs, 5)
    ours = cell.platform.run(cell.platform.assemble(text), staged, LIMITS)
    assert np.array_equal(
        outside.read(places.output, theirs.state),
        cell.platform.read(cell.memory_map.output, ours.state),
    )


@CONFINED
@pytest.mark.parametrize(
    "body",
    [
        # open("/etc/passwd"), socket, clone
        "li a7, 56\n li a0, -100\n la a1, name\n li a2, 0\n {call}\n bgez a0, won",
        "li a7, 198\n li a0, 2\n li a1, 1\n li a2, 0\n {call}\n bgez a0, won",
        "li a7, 220\n li a0, 17\n li a1, 0\n {call}\n bgez a0, won",
    ],
)
def test_system_calls_of_a_kernel_reach_nothing(body: str) -> None:
    """`ecall` is refused; as a word it gets through, and the confinement holds it back."""
    outside = PLATFORM
    end = "\nmpause\nwon: li t0, 0x20000000\n li t1, 77\n sb t1, 0(t0)\n mpause\n.section .rodata\n"
    text = f'_start:\n{body}{end}name: .asciz "/etc/passwd"\n'
    with pytest.raises(AssemblyError, match="no kernel may have"):
        outside.assemble(text.format(call="ecall"))
    cell = load_cell("coral_npu/relu/C1")
    places = outside.place(cell.inputs, cell.output, {})
    before = outside.stage(places, {"x": np.zeros(cell.inputs[0].shape)}, 5)
    program = outside.assemble(text.format(call=".word 0x73"))
    run = outside.run(program, before.copy(), LIMITS)
    assert run.fault is None
    assert np.array_equal(run.state["contents"], before["contents"])


def test_a_kernel_that_does_not_end_is_killed() -> None:
    quick = replace(PLATFORM.simulator, bounds=Bounds(seconds=1.0))
    outside = replace(PLATFORM, simulator=quick)
    cell = load_cell("coral_npu/relu/C1")
    places = outside.place(cell.inputs, cell.output, {})
    state = outside.stage(places, {"x": np.zeros(cell.inputs[0].shape)}, 5)
    program = outside.assemble("_start: j _start\nmpause\n")
    run = outside.run(program, state, LIMITS)
    assert str(run.fault).endswith("the run took too long")
    assert run.fault is not None
    assert run.fault.kind == "instruction budget"
