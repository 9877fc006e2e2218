"""Does every output depend on all the inputs that it should? Shown by runs, element by element.

One element of one input is changed and nothing else. An output that is not the same then depends on
that element: this is no estimate, two runs are a proof of it. Which outputs should move says the
reference, for the same change. An output that stays in every run, however far the reference moves,
is named: a dropped tail, a skipped term, a constant. Between the two is what rounding hides.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.examination import loaded
from kernelcraft.grading.input_set import InputSet, input_set
from kernelcraft.isa.program import Program
from kernelcraft.proofs.changes import changes
from kernelcraft.sim.run import Run
from kernelcraft.tasks.task import FloatArray

Bools = npt.NDArray[np.bool_]

LEAST: Final = 2
"""Changes of an element at least, as another sign alone does not move a square."""
BASES: Final = 3
"""Input sets whose elements are changed, one after the other until all is shown."""
NOISE: Final = 1e-12
"""The reference moves less than this part of its rms when its own rounding changes."""
FAR: Final = 8.0
"""Times τ, times its rms: a reference that moves further moves a right kernel's output, too."""
TRIES: Final = 3
"""Changes in which it must move so far, and the output stay, before a dependence is missing."""
SHOWN: Final = 8


@dataclass(frozen=True)
class Pair:
    """An element of an input and one of the output; `moved` is how far the reference moves."""

    input: str
    element: tuple[int, ...]
    output: tuple[int, ...]
    moved: float = 0.0

    def __str__(self) -> str:
        return f"output {list(self.output)} on {self.input}{list(self.element)}"


@dataclass
class Dependence:
    """What runs have shown of a kernel; pairs are of an element of an input and one of the output.

    `missing`, `hidden` and `surplus` count pairs, of which the first are listed: without effect
    though the reference moves far; without effect where it moves less than the kernel's rounding;
    with an effect that the reference does not have. `fault` is what ended a run, or the
    first wrong number where outputs must be equal.
    """

    cell: str
    elements: int  # of all inputs but tables, which are the same in all input sets
    tried: int = 0
    idle: int = 0  # elements that move no reference, whatever they are changed to
    runs: int = 0
    pairs: int = 0
    shown: int = 0
    missing: int = 0
    hidden: int = 0
    surplus: int = 0
    other_ways: int = 0  # runs that took other instructions, or other cycles, than without a change
    fault: str = ""
    right: bool = True  # on the public inputs
    message: str = ""  # what is said of them
    seconds: float = 0.0
    listed: dict[str, list[Pair]] = field(default_factory=dict)

    @property
    def refuted(self) -> bool:
        """Whether inputs were found for which the kernel is wrong."""
        return bool(self.missing or self.fault)

    @property
    def complete(self) -> bool:
        """Whether every dependence was shown, of every element."""
        return self.tried == self.elements and self.shown == self.pairs

    def sentence(self) -> str:
        """What was found, in one sentence."""
        if self.fault:
            return f"with one element changed {self.fault}"
        if self.missing:
            return (
                f"{self.missing:,} of {self.pairs:,} dependences are missing, such as "
                f"{self.listed['missing'][0]}: it stays where the reference moves by "
                f"{self.listed['missing'][0].moved:.3g}"
            )
        share = "" if self.tried == self.elements else f" ({self.tried / self.elements:.1%})"
        hidden = f"; {self.hidden:,} are less than its rounding" if self.hidden else ""
        return (
            f"{self.shown:,} of {self.pairs:,} dependences are shown, of {self.tried:,} elements "
            f"of inputs{share}{hidden}"
        )


class NoRun(Exception):
    """The kernel does not end, with nothing changed; the message says why."""


@dataclass(frozen=True, eq=False)
class _Base:
    """An input set, and what the kernel makes of it."""

    given: InputSet
    output: FloatArray
    scale: float  # rms of the reference
    far: float
    run: Run


def dependence(
    cell: Cell,
    text: str,
    *,
    seed: int = 0,
    seconds: float = 600.0,
    say: Callable[[Dependence], None] = lambda found: None,
) -> Dependence:
    """Change the elements of all inputs, in an order drawn by the seed, until the time is over.

    Raises AssemblyError, and NoRun for a kernel that does not end. One that is wrong is examined as
    well: what it leaves out is a reason.
    """
    began, program = time.monotonic(), cell.platform.assemble(text)
    public = evaluate(cell, text)
    bases = [_base(cell, program, seed + number) for number in range(BASES)]
    elements = _elements(bases)
    found = Dependence(cell.name, len(elements))
    found.right, found.message = public.failure is None, public.message
    for number in np.random.default_rng(seed).permutation(len(elements)):
        if time.monotonic() - began > seconds or found.fault:
            break
        _Element(cell, program, bases, *elements[number]).examine(found)
        found.seconds = time.monotonic() - began
        say(found)
    return found


def confirmed(cell: Cell, text: str, pairs: Sequence[Pair], *, seed: int = 0) -> bool:
    """Whether runs show one of the pairs to be missing: the reference moves, the output stays.

    An element that a formula names may cancel in it; then no output needs to depend on it.
    False also for a kernel that does not end.
    """
    program = cell.platform.assemble(text)
    try:
        bases = [_base(cell, program, seed + number) for number in range(BASES)]
    except NoRun:
        return False
    shapes = {name: values.shape for name, values in bases[0].given.inputs.items()}
    return any(
        _Element(
            cell,
            program,
            bases,
            each.input,
            int(np.ravel_multi_index(each.element, shapes[each.input])),
        ).stays(each.output)
        for each in pairs
    )


def _elements(bases: Sequence[_Base]) -> list[tuple[str, int]]:
    """Names and flat indices; tables that are the same in all input sets are no inputs."""
    first, second = (base.given.inputs for base in bases[:2])
    drawn = [name for name, values in first.items() if not np.array_equal(values, second[name])]
    return [(name, at) for name in drawn for at in range(first[name].size)]


def _base(cell: Cell, program: Program, seed: int) -> _Base:
    given = input_set(cell, "normal", seed, poison=False)
    run = cell.platform.run(program, loaded(given.staged), lockfile.limits(cell))
    if run.fault is not None:
        raise NoRun(str(run.fault))
    output = cell.platform.read(cell.memory_map.output, run.state)
    scale = float(np.sqrt(np.mean(given.reference**2)))
    far = FAR * (lockfile.tau(cell, given.distribution) or 0.0) * scale  # whole numbers: 0
    return _Base(given, output, scale, far, run)


@dataclass(frozen=True)
class _Element:
    """One element of one input under examination."""

    cell: Cell
    program: Program
    bases: list[_Base]
    name: str
    at: int

    def examine(self, found: Dependence) -> None:
        """Change it until all that the reference moves has moved, and count."""
        shape = self.bases[0].output.shape
        wanted, moved, surplus = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
        stayed, least = np.zeros(shape, dtype=np.int64), 1 if self.cell.exact else TRIES
        furthest, effective = np.zeros(shape), 0
        for base, inputs in self._changed():
            reference = self._reference(inputs)
            if reference is None:
                continue
            far = np.abs(reference - base.given.reference)
            moves = far > NOISE * base.scale
            if not moves.any():
                continue
            output = self._output(base, inputs, reference, found)
            if output is None:
                return
            changed = output != base.output
            wanted |= moves
            moved |= moves & changed
            surplus |= changed & ~moves
            stayed += moves & ~changed & (far > base.far)
            furthest = np.maximum(furthest, far)
            effective += 1
            if effective >= LEAST and moved[wanted].all():
                break
        missing = wanted & ~moved & (stayed >= least)
        found.tried += 1
        found.idle += not wanted.any()
        found.pairs += int(np.count_nonzero(wanted))
        found.shown += int(np.count_nonzero(moved))
        for kind, pairs in (
            ("missing", missing),
            ("hidden", wanted & ~moved & ~missing),
            ("surplus", surplus & ~wanted),
        ):
            setattr(found, kind, getattr(found, kind) + int(np.count_nonzero(pairs)))
            self._list(found.listed.setdefault(kind, []), pairs, furthest)

    def stays(self, place: tuple[int, ...]) -> bool:
        """Whether an output stays in every change that moves the reference there, of 2 at least."""
        effective, found = 0, Dependence(self.cell.name, 1)
        for base, inputs in self._changed():
            reference = self._reference(inputs)
            if reference is None:
                continue
            if abs(reference[place] - base.given.reference[place]) <= NOISE * base.scale:
                continue
            output = self._output(base, inputs, reference, found)
            if output is None:
                return True  # a fault, or a wrong number where none may be
            if output[place] != base.output[place]:
                return False
            effective += 1
            if effective >= LEAST:
                return True
        return False

    def _changed(self) -> Iterator[tuple[_Base, dict[str, FloatArray]]]:
        """All inputs, with this element changed."""
        tensor = self.cell.memory_map.input(self.name).tensor
        for base in self.bases:
            inputs = base.given.inputs
            for values in changes(self.cell, tensor, inputs[self.name], self.at):
                yield base, {**inputs, self.name: values}

    def _reference(self, inputs: dict[str, FloatArray]) -> FloatArray | None:
        """The right output; None for what is no input of the task, such as a place that is none."""
        try:
            return self.cell.reference(inputs)
        except (IndexError, ValueError):
            return None

    def _output(
        self, base: _Base, inputs: Mapping[str, FloatArray], right: FloatArray, found: Dependence
    ) -> FloatArray | None:
        """What the kernel makes of the inputs; None after a fault or a wrong number, now noted."""
        platform, memory_map = self.cell.platform, self.cell.memory_map
        staged = platform.stage(memory_map, inputs, None)
        run = platform.run(self.program, staged, lockfile.limits(self.cell))
        found.runs += 1
        changed = f"({self.name}{list(self._index)} = {inputs[self.name].flat[self.at]:.6g})"
        if run.fault is not None:
            found.fault = f"{changed} {run.fault}"
            return None
        output = platform.read(memory_map.output, run.state)
        if self.cell.exact and not np.array_equal(output, right):
            index = tuple(int(axis) for axis in np.argwhere(output != right)[0])
            values = f"{output[index]:.0f} instead of {right[index]:.0f}"
            found.fault = f"{changed} output {list(index)} is {values}"
            return None
        same = np.array_equal(run.profile.executions, base.run.profile.executions)
        found.other_ways += not same or run.cycles != base.run.cycles
        return output

    @property
    def _index(self) -> tuple[int, ...]:
        shape = self.bases[0].given.inputs[self.name].shape
        return tuple(int(axis) for axis in np.unravel_index(self.at, shape))

    def _list(self, listed: list[Pair], pairs: Bools, far: FloatArray) -> None:
        for place in np.argwhere(pairs)[: SHOWN - len(listed)]:
            index = tuple(int(axis) for axis in place)
            listed.append(Pair(self.name, self._index, index, float(far[index])))
