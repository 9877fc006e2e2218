"""Grades one kernel for one cell: a pure function of cell, text, profile and seed."""

import secrets
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft import kernels
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution
from kernelcraft.grading.second_run import confirm
from kernelcraft.grading.tolerance import PaperTolerance, Rule, Tolerance
from kernelcraft.grading.verdict import (
    Failure,
    ProfileName,
    Verdict,
    code_hash,
    kernel_hash,
    task_hash,
)
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.kernels.cell import Cell
from kernelcraft.scores.light import sol_score

FRESH_SEEDS: Final = 5
LONG: Final = 5_000_000
"""Instructions of the baseline above which a cell is graded on one seed only."""


@dataclass(frozen=True)
class Draw:
    """One input set to come."""

    distribution: Distribution
    seed: int


def fresh_seed() -> int:
    """64 bits from the operating system: the inputs they decide are unknown before."""
    return secrets.randbits(64)


def derive(seed: int, stream: int) -> int:
    """The seed number `stream` that follows from `seed`; at least 2^63, so never a public one."""
    words = np.random.SeedSequence([seed, stream]).generate_state(1, np.uint64)
    return int(words[0]) | 1 << 63


def draws(cell: Cell, profile: ProfileName, seed: int) -> list[Draw]:
    """The input sets that `seed` decides: one for the paper's profile, 5 x 3 (or 1 x 3) strict."""
    if profile == "paper":
        return [Draw("normal", derive(seed, 0))]
    locked = lockfile.lock(cell)
    count = 1 if locked is not None and locked.baseline_instructions > LONG else FRESH_SEEDS
    return [Draw(name, derive(seed, i)) for i in range(count) for name in DISTRIBUTIONS]


def grade(
    cell: Cell,
    text: str,
    profile: ProfileName = "strict",
    *,
    seed: int,
    second_run: bool = True,
) -> Verdict:
    """The verdict on a kernel; `second_run=False` leaves out the confirmation in a new process."""
    try:
        program = cell.platform.assemble(text)
    except AssemblyError as error:
        return refusal(cell, text, profile, seed, "syntax", first_fault(error))
    strict = profile == "strict"
    rule: Rule = Tolerance(lockfile.tau(cell)) if strict else PaperTolerance()
    limits = lockfile.limits(cell)
    planned = draws(cell, profile, seed)
    found: list[Examination] = []
    for number, each in enumerate(planned, 1):
        given = input_set(cell, each.distribution, each.seed, poison=strict)
        seen = examine(cell, program, given, rule, limits, honest=strict)
        found.append(seen)
        if seen.failure is not None:
            where = f"input set {number} of {len(planned)} ({each.distribution}): "
            message = seen.message if seen.failure in ("fault", "limit") else where + seen.message
            return _verdict(cell, text, profile, seed, found, seen.failure, message)
    slowest = max(seen.run.cycles for seen in found)
    impossible = too_fast(slowest, kernels.bound(cell))
    if impossible is not None:
        return _verdict(cell, text, profile, seed, found, "quarantined", impossible)
    if strict and second_run:
        refused = confirm(cell, text, planned[0].seed, limits, found[0])
        if refused is not None:
            return _verdict(cell, text, profile, seed, found, refused.failure, refused.message)
    return _verdict(cell, text, profile, seed, found, None, "")


def refusal(
    cell: Cell, text: str, profile: ProfileName, seed: int, failure: Failure, message: str
) -> Verdict:
    """The verdict on a kernel that was never run to an end."""
    return _verdict(cell, text, profile, seed, [], failure, message)


def too_fast(cycles: int, bound: int | None) -> str | None:
    """A sentence if a kernel beats what its machine allows: the machine, or we, were tricked."""
    if bound is None or cycles >= bound:
        return None
    return (
        f"{cycles:,} cycles are fewer than the bound of {bound:,}: bound or simulator wrong, "
        "quarantined for inspection"
    )


def first_fault(error: AssemblyError) -> str:
    """The first fault of a text, and how many more there are."""
    others = len(error.faults) - 1 + error.more
    return str(error.faults[0]) + (f" (and {others} more)" if others else "")


def _verdict(
    cell: Cell,
    text: str,
    profile: ProfileName,
    seed: int,
    found: list[Examination],
    failure: Failure | None,
    message: str,
) -> Verdict:
    locked = lockfile.lock(cell)
    baseline = locked.baseline_cycles if locked else None
    bound = kernels.bound(cell)
    ended = [seen for seen in found if seen.comparison is not None]
    slowest = max(ended, key=lambda seen: seen.run.cycles, default=None)
    cycles = slowest.run.cycles if slowest else None
    errors = [seen.comparison.normalised_error for seen in ended if seen.comparison]
    right = failure is None and cycles is not None
    speedup = baseline / cycles if right and baseline and cycles else None
    sol = sol_score(cycles, baseline, bound) if right and baseline and cycles else None
    return Verdict(
        cell=cell.name,
        profile=profile,
        correct=right,
        failure=failure,
        message=message or _praise(len(found), cycles, baseline),
        cycles=cycles,
        instructions=slowest.run.instructions if slowest else None,
        baseline_cycles=baseline,
        speedup=speedup,
        bound_cycles=bound,
        sol_score=sol,
        tau=lockfile.tau(cell) if profile == "strict" else None,
        normalised_error=max(errors, default=None),
        seed=seed,
        seeds=tuple(dict.fromkeys(each.seed for each in draws(cell, profile, seed))),
        platform_version=cell.platform.version,
        fidelity=cell.platform.fidelity,
        task_hash=task_hash(),
        code_hash=code_hash(),
        kernel_hash=kernel_hash(text),
    )


def _praise(sets: int, cycles: int | None, baseline: int | None) -> str:
    inputs = "1 input set" if sets == 1 else f"{sets} input sets"
    message = f"correct on {inputs}, {cycles or 0:,} cycles"
    if not baseline or not cycles:
        return message
    return f"{message}, {baseline / cycles:.3f}x as fast as the baseline's {baseline:,}"
