"""Tests a cell as an examiner tests a question: what wrong outputs would its tolerance let pass?

All numbers are in units of τ: the factor by which τ would have to grow before the strict rule
accepted an output. Below 1 it is accepted. Where the output must equal the reference, they are
numbers of elements that do not, on as many input sets as a strict grading has.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

import numpy as np

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import examine
from kernelcraft.grading.input_set import drawn, input_set
from kernelcraft.grading.inputs import DISTRIBUTIONS, Distribution, distributions
from kernelcraft.grading.tolerance import needed_tau, strict_rule
from kernelcraft.tasks.task import FloatArray, Input

SEED: Final = 1
EXACT_SEEDS: Final = (1, 3, 5, 7, 9)
MARGIN: Final = 5.0
"""Zeros and constants must fail by this much; no more distributions are tried beyond it."""
ACCEPTED: Final = 0.5
"""The most that a right kernel's normalised error may be, in units of τ."""
SAME: Final = 1e-9
"""A mistake that changes no element by more, relatively, cannot be made in that cell."""

Kind = Literal["nothing", "axis", "input", "tail", "mistake", "safeguard"]
NEEDED: Final[dict[Kind, float]] = {
    "nothing": MARGIN,  # all zeros, or the best constant
    "axis": 1.0,  # the mean along one axis of the output
    "input": 1.0,  # an input drawn anew: does the output depend on it?
    "tail": 1.0,  # the last quarter of an input along one axis taken for zeros
    "mistake": 1.0,  # wrong mathematics
    "safeguard": MARGIN,  # left out, on the edge where it decides
}


@dataclass(frozen=True)
class Wrong:
    """A wrong output and its `factor`, the largest over the distributions up to `MARGIN`.

    Where the output must equal the reference, the elements that do not on all input sets, up to the
    first set with which they are more than `MARGIN`.
    """

    kind: Kind
    name: str
    factor: float

    @property
    def refused(self) -> bool:
        """Whether the rule refuses it by as much as it should."""
        return self.factor >= NEEDED[self.kind]


@dataclass(frozen=True)
class Accepted:
    """A kernel that is right; `error` is its normalised error, the largest, in units of τ."""

    writer: str
    error: float


@dataclass(frozen=True)
class Soundness:
    """What was found of one cell; `message` says why there is nothing, if there is not."""

    cell: str
    taus: Mapping[Distribution, float]
    wrong: tuple[Wrong, ...] = ()
    accepted: tuple[Accepted, ...] = ()
    message: str = ""

    def of(self, kind: Kind) -> tuple[Wrong, ...]:
        """The wrong outputs of one kind."""
        return tuple(each for each in self.wrong if each.kind == kind)

    def unrefused(self) -> tuple[Wrong, ...]:
        """The wrong outputs that the rule does not refuse by as much as it should."""
        return tuple(each for each in self.wrong if not each.refused)

    @property
    def best(self) -> Accepted | None:
        """The right kernel with the least error."""
        return min(self.accepted, key=lambda each: each.error, default=None)


def examine_task(cell: Cell) -> Soundness:
    """Measure the cell on one seed of every distribution; nothing is drawn from a clock."""
    factors: dict[tuple[Kind, str], float] = {}
    for distribution, seed in _sets(cell):
        tau = lockfile.tau(cell, distribution)
        inputs, reference = drawn(cell, distribution, seed)
        for kind, name, make in _candidates(cell, inputs, reference, distribution, seed):
            known = factors.get((kind, name), 0.0)
            if known > MARGIN:
                continue
            with np.errstate(all="ignore"):  # a wrong output may be anything
                output = np.asarray(make(), np.float64)
            if tau is None:
                factors[kind, name] = known + int(np.count_nonzero(output != reference))
            elif not np.allclose(output, reference, rtol=SAME, atol=0.0):
                factor = needed_tau(output=output, reference=reference) / tau
                factors[kind, name] = max(known, factor)
    wrong = tuple(Wrong(kind, name, factor) for (kind, name), factor in factors.items())
    return Soundness(cell.name, lockfile.taus(cell), wrong, tuple(_accepted(cell)))


def _sets(cell: Cell) -> list[tuple[Distribution, int]]:
    """The input sets, by distribution and seed."""
    once = [(distribution, SEED) for distribution in distributions(cell.task)]
    if not cell.exact:
        return once
    return once + [
        (distribution, seed) for seed in EXACT_SEEDS[1:] for distribution in DISTRIBUTIONS
    ]


Make = Callable[[], FloatArray]


def _candidates(
    cell: Cell,
    inputs: dict[str, FloatArray],
    reference: FloatArray,
    distribution: Distribution,
    seed: int,
) -> Iterator[tuple[Kind, str, Make]]:
    """Every wrong output, not yet computed."""
    yield "nothing", "zeros", partial(np.zeros_like, reference)
    yield "nothing", "constant", partial(np.full_like, reference, _constant(cell, reference))
    for axis, dim in enumerate(cell.task.output):
        if reference.shape[axis] > 1:
            yield "axis", dim, partial(_averaged, reference, axis)
    other, _ = drawn(cell, distribution, seed + 1)

    def with_(name: str, values: FloatArray) -> Make:
        return partial(cell.reference, {**inputs, name: values})

    for operand in _operands(cell):
        name, values = operand.name, inputs[operand.name]
        new = other[name] if operand.table is None else np.roll(values, 1, axis=0)
        yield "input", name, with_(name, new)
        for axis, dim in enumerate(operand.dims):
            yield "tail", f"{name}[{dim}]", with_(name, _without_tail(values, axis))
    given = cell.given(inputs)
    for name, mistake in cell.task.mistakes(cell.dims).items():
        yield "mistake", name, partial(mistake, given)
    for edge, mistakes in cell.task.edges.items():
        if edge == distribution:
            for name, mistake in mistakes.items():
                yield "safeguard", name, partial(mistake, given)


def _operands(cell: Cell) -> list[Input]:
    """The inputs that the algorithm reads; others are only there to help."""
    used = inspect.signature(cell.task.algorithm).parameters
    return [operand for operand in cell.task.inputs if operand.name in used]


def _constant(cell: Cell, reference: FloatArray) -> float:
    """The mean, or the most frequent of codes."""
    if not cell.exact:
        return float(reference.mean())
    codes, counts = np.unique(reference, return_counts=True)
    return float(codes[counts.argmax()])


def _averaged(values: FloatArray, axis: int) -> FloatArray:
    return np.broadcast_to(values.mean(axis=axis, keepdims=True), values.shape)


def _without_tail(values: FloatArray, axis: int) -> FloatArray:
    kept = np.moveaxis(values.copy(), axis, 0)
    kept[-max(1, len(kept) // 4) :] = 0.0
    return np.moveaxis(kept, 0, axis)


def _accepted(cell: Cell) -> Iterator[Accepted]:
    for name, write in (("baseline", kernels.baseline), ("expert", kernels.expert)):
        try:
            program = cell.platform.assemble(write(cell))
        except Unwritten:
            continue
        errors = []
        for distribution in distributions(cell.task):
            tau = lockfile.tau(cell, distribution)
            given = input_set(cell, distribution, SEED, poison=True)
            limits = lockfile.GENEROUS
            found = examine(cell, program, given, strict_rule(tau), limits, honest=True)
            if found.failure is None and found.comparison is not None:
                errors.append(found.comparison.normalised_error / tau if tau else 0.0)
        if len(errors) == len(distributions(cell.task)):
            yield Accepted(name, max(errors))
