"""What a model is told that is to write a generator of kernels: its form, sizes and arguments."""

from __future__ import annotations

import json
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.size_rules import rules_for
from kernelcraft.generators import program, templates
from kernelcraft.generators.arguments import machine, sizes
from kernelcraft.generators.grade import HIDDEN, published_cells, sizes_said
from kernelcraft.grading import lockfile
from kernelcraft.isa.assembler import TextLimits
from kernelcraft.isa.manual import Page

ROLE: Final = """\
You write generators of kernels for {title}, an accelerator that is programmed in its own assembly
language: programs in Starlark that write the kernel for whatever sizes a task has. You work alone:
nobody answers questions, so decide for yourself and act through the tools.

Work in two phases.
1. Correctness: write a whole generator, check it, run it, and mend it until run_evaluation says
   that its kernels are correct at all published sizes.
2. Speed: lower the latency of its kernels in cycles. Evaluate after every change; the fastest
   correct generator that you evaluated counts, so a change that fails costs nothing.

Every generator is a complete text, never a fragment or a patch; what the tools say of a kernel is
about the kernels that it writes, and their line numbers are those of a kernel's text. A generator
that you only print in a message is not seen by anyone: hand it over with write_code. When you have
nothing more to try, answer without calling a tool, and the work ends."""

FORM: Final = """\
A generator is a program in Starlark, a dialect of Python, that defines

    def kernel(sizes, machine):
        ...
        return text

and gives the whole text of a kernel as a string. It is run anew for every kernel, with two
dictionaries that are described below.

It may use functions (nested ones and lambda, too), if, for over lists and ranges, comprehensions,
strings with %, format and f"{{name}}", lists, dictionaries, tuples, whole numbers of any size and
floats.
There are no classes, while, recursion, import, load, try, with, print, set, chained assignments
(a = b = 0), nor ** for powers; what is defined outside of a function cannot be changed inside.
fail("...") stops with a message. Nothing is random, there is no clock, and there are no files.

Limits: the text of the generator {bytes:,} bytes; for one kernel {seconds:g} s of processor time
and {memory} MB of memory; the text of a kernel {lines:,} lines and {size:,} bytes.

run_evaluation tries every published size on public inputs. The final grading tries these and
{hidden} others that nobody knows: the smallest one, a tail, a large one, and sizes drawn among the
legal ones. What counts is the share of sizes with a right kernel, and the geometric mean of
the speedups at the hidden sizes, where a wrong kernel counts as no speedup."""


def form(cell: Cell) -> Page:
    """What a generator is, its limits, and how it is graded."""
    limits = TextLimits()
    text = FORM.format(
        bytes=program.TEXT_BYTES,
        seconds=program.SECONDS,
        memory=program.MEMORY_BYTES >> 20,
        lines=limits.lines,
        size=limits.size,
        hidden=HIDDEN,
    )
    return Page("Generators", text)


def legal_sizes(cell: Cell) -> Page:
    """Which sizes there can be, and which are published."""
    rules = rules_for(cell.platform.name, cell.task.name)
    lines = [f"- {name}: {rule}" for name, rule in rules.items()]
    published = "; ".join(map(sizes_said, published_cells(cell)))
    fits = "Only sizes come that the machine has room for."
    return Page("Legal sizes", "\n".join([*lines, fits, f"Published: {published}."]))


def given(cell: Cell) -> Page:
    """The two dictionaries, as they are for the cell."""
    shown = [
        f"For {cell.name} `sizes` is",
        json.dumps(sizes(cell), indent=1),
        "and `machine`",
        json.dumps(machine(cell)),
        "Numbers are other ones at other sizes, addresses included; names are the same.",
    ]
    return Page("Arguments", "\n".join(shown))


def speed(cell: Cell) -> str:
    """What is to be beaten at the published sizes, and when a run is stopped."""
    compiler, limits = cell.platform.compiler, lockfile.limits(cell)
    lines = [f"Cycles of the {compiler}'s kernels, which yours are to beat:"]
    for each in published_cells(cell):
        locked = lockfile.lock(each)
        cycles = "no baseline" if locked is None else f"{locked.baseline_cycles:,}"
        lines.append(f"- {sizes_said(each)}: {cycles}")
    return "\n".join(
        [
            *lines,
            f"A run of {cell.name} is stopped after {limits.instructions:,} executed instructions "
            f"or {limits.cycles:,} cycles; larger sizes have more.",
        ]
    )


def template(cell: Cell) -> Page:
    """The compiler's template in the same form."""
    text = templates.template(cell.platform.name, cell.task.name)
    said = (
        f"This generator writes the {cell.platform.compiler}'s kernels. It is written already; "
        "replace it by a better one."
    )
    return Page("Template", f"{said}\n```\n{text.strip()}\n```")
