"""Changes that leave the same machine behind are known before anything is graded."""

import pytest

from kernelcraft.audit.first_time import shows
from kernelcraft.audit.mutation import OPERATORS, Mutant, Site, text_of
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.lockfile import limits
from kernelcraft.platforms.coral_npu.machine.state import Coral

CORAL = load_cell("coral_npu/softmax/C1")

KERNEL = "_start:\n  li a0, 5\n  li a1, 5\n  li a2, 3\n{line}\n  mpause\nnever:\n  add a0, a1, a2\n"


def seen(line: str, operator: str, after: str) -> bool:
    """Whether a change of the line after the three numbers shows."""
    program = CORAL.platform.assemble(KERNEL.format(line=line))
    site = Site(program, Coral, 3)
    (change,) = (c for c in OPERATORS[operator](site) if c.after == after)
    text = text_of(change.program, program)
    mutant = Mutant(text, change.program, operator, 4, site.text, after)
    return shows(CORAL, site, mutant, limits(CORAL))


@pytest.mark.parametrize(
    ("line", "operator", "after", "found"),
    [
        ("add a3, a0, a2", "operands swapped", "add a3, a2, a0", False),
        ("sub a3, a0, a2", "operands swapped", "sub a3, a2, a0", True),
        ("sub a3, a0, a1", "operands swapped", "sub a3, a1, a0", False),
        ("sext.b a0, a0", "twice", "the same twice", False),
        ("add a0, a0, a2", "twice", "the same twice", True),
        ("addi a2, a2, 8", "another mnemonic", "xori a2, a2, 8", False),
        ("addi a2, a2, 8", "another operand", "addi a2, a2, 9", True),
        ("vsetvli a3, a0, e8, m1", "another operand", "vsetvli a3, a1, e8, m1, tu, mu", False),
        ("bne a0, a2, 8", "operands swapped", "bne a2, a0, 8", False),
        ("bne a0, a2, 8", "another mnemonic", "beq a0, a2, 8", True),
    ],
)  # fmt: skip
def test_what_shows(line: str, operator: str, after: str, found: bool) -> None:
    assert seen(line, operator, after) is found
