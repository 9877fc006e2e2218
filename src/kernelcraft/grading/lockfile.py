"""The lock files: τ, baseline cycles and baseline text hash of every cell, as they should be.

`kernelcraft lock PLATFORM` writes the `cells/lock.json` of a platform.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from functools import cache, lru_cache
from typing import Final

from kernelcraft.cells import platforms
from kernelcraft.cells.cell import Cell, home, load_cell
from kernelcraft.cells.kernels import baseline, origins
from kernelcraft.cells.sizes import machines
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import locks
from kernelcraft.grading.inputs import Distribution, distributions
from kernelcraft.grading.locks import Lock, LockFile, locked_as, read
from kernelcraft.grading.tolerance import (
    least_tau,
    needed_tau,
    noise,
    normalised_error,
    strict_rule,
    tau_from_noise,
)
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.task import EXACT, WithCache

__all__ = ["Lock", "LockFile", "differences", "limits", "lock", "locked"]
__all__ += ["measure", "measure_platform", "measure_tau", "read", "tau", "taus"]

NOISE_SEEDS: Final = range(1, 9)
TAIL_SEEDS: Final = range(1, 65)
CYCLE_SEEDS: Final = NOISE_SEEDS[:5]
"""As many as a strict grading has, where cycles depend on data: both tell those of the slowest."""
GENEROUS: Final = Limits(instructions=1_000_000_000, cycles=1 << 50)
KEPT: Final = 64
"""Locks of variants that were measured."""
UNLOCKED: Final = Limits(instructions=50_000_000, cycles=1 << 40)
LEAST_INSTRUCTIONS: Final = 2_000_000
INSTRUCTION_FACTOR: Final = 20
LEAST_CYCLES: Final = 5_000_000
CYCLE_FACTOR: Final = 50


class NotLockable(Exception):
    """A baseline that fails on its own cell; the string is a sentence."""


def locked(cell: Cell) -> Lock | None:
    """What the lock file says of the cell; None for a held-out or a new one.

    With settings that are in no lock file, the usual lock with what the baseline takes there, once
    measured. Where the compiler has no room for one, that of the usual machine counts.
    On a machine with other times that is drawn, the usual lock with what the baseline takes there.
    """
    found = locks.locked(cell)
    if found is None and cell.settings:
        return _elsewhere(cell)
    return found or _retimed(cell)


@lru_cache(maxsize=KEPT)
def _retimed(cell: Cell) -> Lock | None:
    """Of a variant; None for any other machine, and for held-out or grown sizes."""
    usual = home(cell)
    lock = None if usual is cell else locked_as(usual.platform.name, usual.usual_name)
    if lock is None or usual.dims != load_cell(usual.usual_name).dims:
        return None  # sizes grow with the shape
    return _with_baseline(lock, cell, baseline(cell))


@cache
def _elsewhere(cell: Cell) -> Lock | None:
    usual = locked_as(cell.platform.name, cell.usual_name)
    if usual is None:
        return None
    with suppress(Unwritten):
        return _with_baseline(usual, cell, baseline(cell))
    return usual


def _with_baseline(usual: Lock, cell: Cell, text: str) -> Lock:
    """The lock with a baseline of this text, as it runs on the cell's machine. Tolerances stay."""
    from kernelcraft.grading.hashes import kernel_hash

    slowest, public = _slowest(cell, text, usual.taus)
    return replace(
        usual,
        baseline_cycles=slowest.cycles,
        baseline_instructions=slowest.instructions,
        baseline_sha256=kernel_hash(text),
        public_cycles=public,
    )


def baseline_on(cell: Cell, found: Lock, draws: Iterable[tuple[Distribution, int]]) -> int:
    """The baseline's cycles on the slowest of these inputs: it is run where they depend on data."""
    if found.public_cycles is None:
        return found.baseline_cycles
    return max(_cycles_on(cell, *each) for each in draws)


@lru_cache(maxsize=256)
def _cycles_on(cell: Cell, distribution: Distribution, seed: int) -> int:
    from kernelcraft.grading.input_set import input_set

    given = input_set(cell, distribution, seed, poison=True)
    program = cell.platform.assemble(baseline(cell))
    return cell.platform.run(program, given.staged, GENEROUS).cycles


def lock(cell: Cell) -> Lock | None:
    """What is locked for the cell, or what would be; None where no compiler writes kernels for it.

    A cell that is in no lock file is measured, once in a process: this runs its baseline.
    """
    return locked(cell) or _new(cell)


@lru_cache(maxsize=256)
def _new(cell: Cell) -> Lock | None:
    try:
        return measure(cell)
    except Unwritten:
        return None


def limits(cell: Cell) -> Limits:
    """20 times the baseline's instructions and 50 times its cycles; 2 and 5 million at least."""
    found = lock(cell)
    if found is None:
        return UNLOCKED
    instructions = max(LEAST_INSTRUCTIONS, INSTRUCTION_FACTOR * found.baseline_instructions)
    cycles = max(LEAST_CYCLES, CYCLE_FACTOR * found.baseline_cycles)
    return Limits(instructions, cycles)


def tau(cell: Cell, distribution: Distribution) -> float | None:
    """The cell's locked tolerance for inputs of a distribution; measured where none is locked.

    None for a cell whose output must equal the reference.
    """
    if cell.exact:
        return None
    found = locked(cell)
    return found.taus[distribution] if found else measure_tau(cell, distribution)


def taus(cell: Cell) -> dict[Distribution, float]:
    """The tolerance for each distribution that kernels of the cell are graded on, if any."""
    found = {name: tau(cell, name) for name in distributions(cell.task)}
    return {name: each for name, each in found.items() if each is not None}


@lru_cache(maxsize=1024)
def measure_tau(cell: Cell, distribution: Distribution) -> float:
    """Three times the largest error of the noise model, at least what storing costs.

    The noise model is the task's plain algorithm with the platform's roundings, on fixed seeds of
    the distribution: what spoils wide rows excuses nothing on others. For an algorithm with a cache
    there are two, with and without storing it, because a kernel need not store what it can avoid;
    the larger error counts. Where keys are inputs, one rounding of a large score can spoil a row
    while the error over the whole output is small: there it is what the worst of many rows and
    elements needs.
    """
    keys = any(tensor.role == "cache" for tensor in cell.inputs)
    seeds, error = (TAIL_SEEDS, _needed) if keys else (NOISE_SEEDS, _noise)
    errors = [error(cell, distribution, seed) for seed in seeds]
    if cell.task.approximation is not None:
        errors += [_approximate(cell, distribution, seed) for seed in seeds]
    return tau_from_noise(errors, least_tau(cell.platform.rounding()))


def measure(cell: Cell) -> Lock:
    """Run the baseline on each distribution; raises `NotLockable` if it fails."""
    from kernelcraft.grading.hashes import kernel_hash

    measured = () if cell.exact else distributions(cell.task)
    taus = {name: measure_tau(cell, name) for name in measured}
    text = baseline(cell)
    slowest, public = _slowest(cell, text, taus)
    others = {} if cell.held_out else _right_variants(cell, taus)
    return Lock(
        taus=taus,
        baseline_cycles=slowest.cycles,
        baseline_instructions=slowest.instructions,
        baseline_sha256=kernel_hash(text),
        origins=others,
        public_cycles=public,
    )


def measure_platform(name: str, cells: Iterable[Cell]) -> LockFile:
    """The lock file as it should be, of the cells that have a baseline."""
    from kernelcraft.records.verdict import BENCHMARK_VERSION

    platform = platforms.platform(name)
    found: dict[str, Lock] = {}
    for cell in cells:
        with suppress(Unwritten):
            found[cell.name] = measure(cell)
    return LockFile(
        platform=name,
        platform_version=platform.version,
        fidelity=platform.fidelity,
        benchmark_version=BENCHMARK_VERSION,
        cells=found,
        other_machines=measure_other_machines(name, found),
    )


def measure_other_machines(name: str, usual: Mapping[str, Lock]) -> dict[str, Lock]:
    """The locks of cells that have another baseline on other settings of the machine."""
    from kernelcraft.grading.hashes import kernel_hash

    found = {}
    for settings in machines(name):
        for usual_name, lock in usual.items():
            cell = load_cell(f"{usual_name}+{settings}")
            text = baseline(cell)
            if kernel_hash(text) != lock.baseline_sha256:
                found[cell.name] = _with_baseline(lock, cell, text)
    return found


def differences(old: LockFile | None, new: LockFile) -> list[str]:
    """One line for everything in which the two differ."""
    if old is None:
        return [f"{new.platform}: there is no lock file"]
    found = [
        f"{field}: {getattr(old, field)!r} -> {getattr(new, field)!r}"
        for field in ("platform_version", "fidelity", "benchmark_version")
        if getattr(old, field) != getattr(new, field)
    ]
    names = dict.fromkeys([*old.all, *new.all])
    return found + [line for name in names for line in _changes(name, old, new)]


def _right_variants(cell: Cell, taus: Mapping[Distribution, float]) -> dict[str, int]:
    """The cycles of those that are right; a vendor's template need not be."""
    found = {}
    for name, text in origins(cell).items():
        with suppress(NotLockable):
            found[name] = _slowest(cell, text, taus)[0].cycles
    return found


def _slowest(
    cell: Cell, text: str, taus: Mapping[Distribution, float]
) -> tuple[Limits, int | None]:
    """The most cycles and the most instructions that a kernel of the compiler's takes.

    And its cycles on the public inputs, if cycles depend on data.
    """
    from kernelcraft.grading.input_set import PUBLIC_SEED

    first, *others = CYCLE_SEEDS
    taken, public = _costs(cell, text, taus, first), None
    if len({each.cycles for each in taken}) > 1:
        taken += [each for seed in others for each in _costs(cell, text, taus, seed)]
        public = _costs(cell, text, taus, PUBLIC_SEED)[0].cycles
    most = max(each.cycles for each in taken)
    return Limits(max(each.instructions for each in taken), cycles=most), public


def _costs(cell: Cell, text: str, taus: Mapping[Distribution, float], seed: int) -> list[Limits]:
    """What it takes on each kind of input it is graded on, the normal one first.

    Raises `NotLockable` if it fails.
    """
    from kernelcraft.grading.examination import examine  # and runs, which reading needs not
    from kernelcraft.grading.input_set import input_set

    program = cell.platform.assemble(text)
    taken = []
    for distribution in distributions(cell.task):
        given = input_set(cell, distribution, seed, poison=True)
        rule = strict_rule(taus.get(distribution))
        found = examine(cell, program, given, rule, GENEROUS, honest=True)
        if found.failure:
            raise NotLockable(f"{cell.name}: the baseline fails ({distribution}): {found.message}")
        taken.append(Limits(found.run.instructions, found.run.cycles))
    return taken


def _noise(cell: Cell, distribution: Distribution, seed: int) -> float:
    from kernelcraft.grading.input_set import drawn

    machine = cell.platform.rounding()
    inputs, reference = drawn(cell, distribution, seed)
    return max(
        noise(output=cell.compute(r, inputs), reference=reference)
        for r in (machine, WithCache(machine, machine.vector))
    )


def _approximate(cell: Cell, distribution: Distribution, seed: int) -> float:
    """How far the allowed approximation is from the reference, in exact arithmetic."""
    from kernelcraft.grading.input_set import drawn

    inputs, reference = drawn(cell, distribution, seed)
    assert cell.task.approximation is not None
    task = replace(cell.task, algorithm=cell.task.approximation, approximation=None)
    return normalised_error(
        output=task.compute(EXACT, inputs, cell.constants, cell.dims), reference=reference
    )


def _needed(cell: Cell, distribution: Distribution, seed: int) -> float:
    from kernelcraft.grading.input_set import drawn

    inputs, reference = drawn(cell, distribution, seed)
    return needed_tau(output=cell.compute(cell.platform.rounding(), inputs), reference=reference)


def _changes(name: str, old: LockFile, new: LockFile) -> list[str]:
    before, after = old.all.get(name), new.all.get(name)
    if before is None or after is None:
        return [f"{name}: {'added' if before is None else 'removed'}"]
    return [
        f"{name}: {field}: {getattr(before, field)} -> {getattr(after, field)}"
        for field in (each.name for each in fields(Lock))
        if not before.same(field, after)
    ]
