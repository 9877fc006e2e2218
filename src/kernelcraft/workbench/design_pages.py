"""What a model is told that may propose instructions: the form, what it may touch, the costs."""

from __future__ import annotations

from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.designs import rules_of
from kernelcraft.design.body import LONGEST_LOOP
from kernelcraft.design.form import MOST, MOST_NODES, MOST_STEPS
from kernelcraft.isa.manual import Page

TASK: Final = """\
You may also propose instructions: propose_instruction extends the machine, and the kernel may use
what was taken. If the instructions above do not suffice, or are slow, propose some. The kernel's
cycles count, and what the instructions cost is reported beside them: small and general ones are
worth more than one that does a whole task."""

FORM: Final = """\
A proposal is a function in a small part of Python. It is checked and interpreted, never executed:

    @instruction("V_MAX_VV rd, rs1, rs2", unit="vector", latency=1)
    def v_max_vv(m, rd, rs1, rs2):
        \"\"\"Larger elements: VS[gp[rd]] = max(VS[gp[rs1]], VS[gp[rs2]]).\"\"\"
        a = m.row(m.gp[rs1])
        b = m.row(m.gp[rs2])
        out = m.output_row(m.gp[rd])
        for lane in range(m.mlen):
            out[lane] = max(a[lane], b[lane])

The header has the syntax with the operands' names from the manual, a unit ({units}) and the
latency. The docstring becomes the manual's page. A body has assignments, if, and for over a range
of constants (at most {loop} iterations), and sees:
- m.gp[rd], m.f[fd] ...: the register that an operand names; an immediate operand is a number
- {elements}: an element of a memory at an address
- m.row(address): a row of {length} elements as it is now; m.output_row(address): one that is
  written when the instruction ends; m.scratch_row(): zeros of its own
- {scalars} and the constants {constants}
- + - * / < <= > >= == != and or not, // % << >> & | ^ ~ of whole numbers, a if c else b, min(a, b),
  max(a, b), abs(a), int(a), float(a), sum(row) (by a tree of adders){functions}
Floats are float32, whole numbers have 64 bits; int(...) and float(...) convert. Nothing else has a
name: no import, no other memory, nothing that is kept from one execution to the next.

Limits: {most} instructions, {opcodes} free opcodes, operands and opcode in {word} bits; a tree of
{nodes} nodes, {steps:,} steps an execution. A latency is at least what the longest chain of
operations takes, and 1. Shorter latencies need more operators and ports, which cost area."""


def form(cell: Cell) -> Page:
    """How instructions are proposed for the cell's machine."""
    rules = rules_of(cell.platform.name)
    functions = "".join(f", {name}(a)" for name in rules.functions)
    return Page(
        "Proposing instructions",
        FORM.format(
            units=", ".join(rules.units),
            loop=LONGEST_LOOP,
            elements=", ".join(f"m.{name}[address]" for name in rules.elements),
            length=rules.rows.length,
            scalars=", ".join(f"m.{name}" for name in rules.scalars),
            constants=", ".join(f"m.{name}" for name in rules.constants),
            functions=functions,
            most=MOST,
            opcodes=len(rules.encoding.free),
            word=rules.encoding.word,
            nodes=MOST_NODES,
            steps=MOST_STEPS,
        ),
    )
