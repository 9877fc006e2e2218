"""Grades one kernel for one cell: a pure function of cell, text, rules and seed."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.check import Graded, Seen, checked, grading_refused
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.hashes import code_hash, kernel_hash, task_hash
from kernelcraft.grading.input_set import input_set, kept_set
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution
from kernelcraft.grading.rules import RULES
from kernelcraft.grading.second_run import OPINIONS, confirm
from kernelcraft.grading.tolerance import PaperTolerance, Rule, strict_rule
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.isa.program import Program
from kernelcraft.records.verdict import Failure, Rules, Verdict
from kernelcraft.scores.light import sol_score

CLOSE: Final = 0.75
"""Share of the tolerance above which a kernel is tried on as many input sets again.

Few right kernels need this much (3 of 75 that were measured); a kernel that is wrong in one small
block may need a little less than all of it on every input set of a draw, and pass by luck.
"""
ALONE: Final = "; the run was too long for a second opinion"
FOREIGN: Final = "; only its own simulator was asked"
LONG: Final = 4_000_000
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


def draws(cell: Cell, rules: Rules, seed: int, *, again: bool = False) -> list[Draw]:
    """The input sets that `seed` decides: one under the paper's rules, 5 x 3 (or 1 x 3) strict,
    1 x 3 in training, and in both one for each edge of the task. `again` gives as many others."""
    if not RULES[rules].honest:
        return [Draw("normal", derive(seed, 0))]
    locked = lockfile.lock(cell)
    count = 1 if locked is not None and locked.baseline_instructions > LONG else RULES[rules].seeds
    seeds = [derive(seed, count * again + i) for i in range(count)]
    usual = [Draw(name, each) for each in seeds for name in DISTRIBUTIONS]
    return usual + [Draw(edge, seeds[0]) for edge in cell.task.edges]


def grade(
    cell: Cell,
    text: str,
    rules: Rules = "strict",
    *,
    seed: int,
    second_run: bool = True,
) -> Verdict:
    """The verdict on a kernel; `second_run=False` leaves out the confirmation in a new process."""
    try:
        program = cell.platform.assemble(text)
    except AssemblyError as error:
        return refusal(cell, text, rules, seed, "syntax", first_fault(error))
    by, limits = RULES[rules], lockfile.limits(cell)
    planned = draws(cell, rules, seed)
    found = _examined(cell, program, rules, planned)
    if by.honest and _is_close(cell, planned, found):
        further = draws(cell, rules, seed, again=True)
        planned += further
        found += _examined(cell, program, rules, further)
    last = found[-1]
    if last.failure is not None:
        where = (
            f"input set {len(found)} of {len(planned)} ({planned[len(found) - 1].distribution}): "
        )
        message = last.message if last.failure in ("fault", "limit") else where + last.message
        return _verdict(cell, text, rules, seed, found, last.failure, message)
    refused = grading_refused(Graded(cell, program, found))
    if refused is not None:
        return _verdict(cell, text, rules, seed, found, refused.failure, refused.message)
    if by.honest and second_run:
        asked = by.asks(seed)
        first = planned[0].seed
        second = confirm(cell, text, first, limits, found[0], opinions=asked, groups=by.groups)
        refused = second.refused
        if refused is not None:
            return _verdict(cell, text, rules, seed, found, refused.failure, refused.message)
        verdict = _verdict(cell, text, rules, seed, found, None, "")
        alone = asked and not set(OPINIONS) & set(second.by)
        why = ALONE if cell.platform.described else FOREIGN
        message = verdict.message + (why if alone else "")
        return verdict.model_copy(update={"confirmed_by": second.by, "message": message})
    return _verdict(cell, text, rules, seed, found, None, "")


def _examined(
    cell: Cell, program: Program, rules: Rules, planned: Sequence[Draw]
) -> list[Examination]:
    """The program on each input set, up to the first that refuses it."""
    honest, limits = RULES[rules].honest, lockfile.limits(cell)
    make = kept_set if RULES[rules].groups else partial(input_set, poison=honest)
    found: list[Examination] = []
    for each in planned:
        rule = _rule(cell, rules, each.distribution)
        given = make(cell, each.distribution, each.seed)
        seen = examine(cell, program, given, rule, limits, honest=honest)
        if honest and not found:
            seen = checked(Seen(cell, program, given, limits, seen))
        del given  # the next one takes its memory
        found.append(seen)
        if found[-1].failure is not None:
            break
    return found


def _rule(cell: Cell, rules: Rules, distribution: Distribution) -> Rule:
    """Whole numbers must be equal under all rules."""
    if rules == "paper" and not cell.exact:
        return PaperTolerance()
    return strict_rule(lockfile.tau(cell, distribution))


def _is_close(cell: Cell, planned: Sequence[Draw], found: Sequence[Examination]) -> bool:
    """Whether a program that nothing refused needs more than `CLOSE` of a tolerance."""
    if found[-1].failure is not None:
        return False
    taus = [lockfile.tau(cell, each.distribution) for each in planned]
    return any(
        seen.comparison is not None and tau is not None and seen.comparison.needed_tau > CLOSE * tau
        for tau, seen in zip(taus, found, strict=True)
    )


def refusal(
    cell: Cell, text: str, rules: Rules, seed: int, failure: Failure, message: str
) -> Verdict:
    """The verdict on a kernel that was never run to an end."""
    return _verdict(cell, text, rules, seed, [], failure, message)


def first_fault(error: AssemblyError) -> str:
    """The first fault of a text, and how many more there are."""
    others = len(error.faults) - 1 + error.more
    return str(error.faults[0]) + (f" (and {others} more)" if others else "")


def _verdict(
    cell: Cell,
    text: str,
    rules: Rules,
    seed: int,
    found: Sequence[Examination],
    failure: Failure | None,
    message: str,
) -> Verdict:
    locked, baseline = lockfile.lock(cell), None
    bound = kernels.bound(cell)
    longest = slowest(found)
    cycles = longest.run.cycles if longest and cell.platform.timed else None
    cold = longest.run.cold if longest and cell.platform.timed else None
    planned = _planned(cell, rules, seed, len(found))
    error, tau = _nearest_miss(cell, rules, planned, found)
    right = failure is None and longest is not None
    if locked is not None:
        baseline = locked.baseline_cycles
        if right:  # beside it, where cycles depend on data
            pairs = [(each.distribution, each.seed) for each in planned]
            baseline = lockfile.baseline_on(cell, locked, pairs)
    speedup = baseline / cycles if right and baseline and cycles else None
    sol = sol_score(cycles, baseline, bound) if right and baseline and cycles else None
    return Verdict(
        cell=cell.name,
        rules=rules,
        correct=right,
        failure=failure,
        message=message or _praise(cell, len(found), cycles, baseline, cold),
        cycles=cycles,
        cold_cycles=cold,
        instructions=longest.run.instructions if longest else None,
        baseline_cycles=baseline,
        speedup=speedup,
        bound_cycles=bound,
        sol_score=sol,
        tau=tau,
        normalised_error=error,
        operands=cell.memory_map.operands,
        seed=seed,
        seeds=tuple(dict.fromkeys(each.seed for each in planned)),
        platform_version=cell.platform.version,
        fidelity=cell.platform.fidelity,
        task_hash=task_hash(cell.task.name),
        code_hash=code_hash(cell.platform.name, cell.task.name),
        kernel_hash=kernel_hash(text),
    )


def slowest(found: Sequence[Examination]) -> Examination | None:
    """The run that took longest, of those that ended: what a kernel is ranked by."""
    ended = [seen for seen in found if seen.comparison is not None]
    return max(ended, key=lambda seen: seen.run.cycles, default=None)


def _nearest_miss(
    cell: Cell, rules: Rules, planned: Sequence[Draw], found: Sequence[Examination]
) -> tuple[float | None, float | None]:
    """The normalised error and the τ of the input set whose error is the largest share of its τ.

    Where there is no τ, under the paper's rules or for whole numbers, it is the largest error.
    """
    if rules == "paper" or cell.exact:
        errors = [seen.comparison.normalised_error for seen in found if seen.comparison]
        return max(errors, default=None), None
    taus = lockfile.taus(cell)
    pairs = [
        (seen.comparison.normalised_error, taus[each.distribution])
        for each, seen in zip(planned, found, strict=False)
        if seen.comparison
    ]
    return max(pairs, key=lambda pair: pair[0] / pair[1], default=(None, None))


def _planned(cell: Cell, rules: Rules, seed: int, sets: int) -> list[Draw]:
    """The input sets of a grading that came as far as `sets` of them."""
    planned = draws(cell, rules, seed)
    return planned + draws(cell, rules, seed, again=True) if sets > len(planned) else planned


def _praise(
    cell: Cell, sets: int, cycles: int | None, baseline: int | None, cold: int | None
) -> str:
    inputs = "1 input set" if sets == 1 else f"{sets} input sets"
    kind = f" with {cell.memory_map.operands} operands" if cell.memory_map.operands else ""
    if cycles is None:
        return f"correct on {inputs}; the simulator counts no cycles"
    first = "" if cold is None else f" ({cold:,} in the first call)"
    message = f"correct on {inputs}, {cycles:,} cycles{kind}{first}"
    if not baseline or not cycles:
        return message
    return f"{message}, {baseline / cycles:.3f}x as fast as the baseline's {baseline:,}"
