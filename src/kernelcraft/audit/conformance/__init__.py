"""What a platform has, what it lacks, and what that would bring: checks that are really run.

A check is a row of `CHECKS`; they are in the order in which a platform is built.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from kernelcraft.audit.conformance import kernels, machine, tensors
from kernelcraft.audit.conformance.check import Check, Found, Row, Subject
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import find_cells

__all__ = ["CHECKS", "Check", "Found", "Row", "Subject", "conformance"]

PAGE: Final = "docs/adding-a-platform.md"
TABLE: Final = "docs/lowering.md"
PROGRAMS: Final = 200
RUNS = ("instructions described",)
NATIVE = (*RUNS, "simulated natively")
PLACED = (*RUNS, "cells", "tensors placed")
KERNELS = (*PLACED, "baseline")

CHECKS: Final = (
    Check(
        "instructions described",
        machine.described,
        "an assembler, a disassembler, a manual and a reference machine",
        "kernelcraft manual {name}",
        f"{PAGE}#2-declare-the-instructions",
    ),
    Check(
        "simulated natively",
        machine.native,
        "some hundred times the speed",
        "kernelcraft build {name}",
        f"{PAGE}#1-declare-the-machine",
        RUNS,
    ),
    Check(
        "fuzzed",
        machine.fuzzed,
        "trust that both machines mean the same",
        "kernelcraft conformance {name} --programs 10000",
        "docs/fuzz.md",
        NATIVE,
    ),
    Check(
        "manual",
        machine.manual,
        "what an agent reads",
        "kernelcraft manual {name}",
        f"{PAGE}#4-place-tensors",
        RUNS,
    ),
    Check(
        "cells",
        tensors.cells,
        "something to write kernels for",
        "kernelcraft cells --platform {name}",
        f"{PAGE}#5-configurations-baseline-lock-file",
        RUNS,
    ),
    Check(
        "tensors placed",
        tensors.placed,
        "inputs, outputs and what a kernel must not write",
        "kernelcraft show {cell} --task",
        f"{PAGE}#4-place-tensors",
        (*RUNS, "cells"),
    ),
    Check(
        "lowering table",
        tensors.lowered,
        "baselines, bounds and tuner moves for every task whose primitives are there",
        "kernelcraft baseline {cell}",
        TABLE,
        PLACED,
    ),
    Check(
        "baseline",
        kernels.baselines,
        "speedups",
        "kernelcraft verify --platform {name} --agent baseline",
        f"{PAGE}#5-configurations-baseline-lock-file",
        PLACED,
    ),
    Check(
        "bound",
        kernels.bounded,
        "how far a kernel is from what the machine can do; quarantine of what is too fast",
        "kernelcraft show {cell} --task",
        TABLE,
        KERNELS,
    ),
    Check(
        "moves of the tuner",
        kernels.tuned,
        "an agent without a model",
        "kernelcraft craft {cell} --agent tuner",
        "docs/agents.md#the-tuner",
        KERNELS,
    ),
    Check(
        "locked",
        kernels.locked,
        "numbers that do not change by themselves, and rankings",
        "kernelcraft lock {name}",
        f"{PAGE}#5-configurations-baseline-lock-file",
        KERNELS,
    ),
    Check(
        "adversaries",
        kernels.adversaries,
        "trust in the grader on this machine",
        "kernelcraft report-card",
        "docs/report-card.md",
        KERNELS,
    ),
)


def conformance(
    name: str,
    say: Callable[[str], None],
    *,
    every: bool = False,
    programs: int = PROGRAMS,
) -> Sequence[Row]:
    """The checks of a platform, in order; `say` hears which one is tried.

    Checks of cells try one cell of each task, or `every` one. Raises BrokenPackage for a platform
    that cannot be imported at all.
    """
    platform = platforms.platform(name)
    subject = Subject(platform, find_cells(platform=name), every, programs)
    rows: list[Row] = []
    for check in CHECKS:
        say(f"{name}: {check.name}")
        rows.append(Row(check, _look(check, subject, rows)))
    return rows


def _look(check: Check, subject: Subject, before: Sequence[Row]) -> Found:
    bad = [
        row.check.name
        for row in before
        if row.check.name in check.needs and row.found.state != "ok"
    ]
    if bad:
        return Found("not tried", f"needs: {', '.join(bad)}")
    try:
        return check.look(subject)
    except Exception as error:  # a platform's own code raises anything
        return Found("wrong", f"{type(error).__name__}: {error}".splitlines()[0])
