"""Does every output depend on all the inputs that it should? Shown by runs, element by element.

One element of one input is changed and nothing else, or several that have no output in common. An
output that is not the same then depends on that element, or on another that it should not depend
on: this is no estimate, two runs are a proof of it. Which outputs should move says the
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
from kernelcraft.proofs.groups import NOISE, Group, groups
from kernelcraft.sim.run import Run
from kernelcraft.tasks.task import FloatArray

Bools = npt.NDArray[np.bool_]

LEAST: Final = 2
"""Changes of an element at least, as another sign alone does not move a square."""
BASES: Final = 3
"""Input sets whose elements are changed, one after the other until all is shown."""
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
    slices: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Of each input the indices of its axes of which an element was tried, and how many it has."""

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
    bases = _Bases(cell, program, seed)
    first, second = (bases[number].given.inputs for number in range(2))
    drawn = {name: each for name, each in first.items() if not np.array_equal(each, second[name])}
    found = Dependence(cell.name, sum(each.size for each in drawn.values()))
    found.right, found.message = public.failure is None, public.message
    tried = {name: np.zeros(each.shape, np.bool_) for name, each in drawn.items()}
    for group in groups(cell, first, second, seed):
        waiting = [group]
        while waiting and time.monotonic() - began < seconds and not found.fault:
            some = waiting.pop(0)
            left = _Changed(cell, program, bases, some).examine(found)
            done = some.at[~np.isin(np.arange(len(some.at)), left)]
            tried[group.name].reshape(-1)[done] = True
            waiting += [some.single(place) for place in left]
            found.seconds = time.monotonic() - began
            say(found)
        if waiting or found.fault or time.monotonic() - began >= seconds:
            break
    found.slices = {name: _slices(each) for name, each in tried.items()}
    return found


def _slices(tried: Bools) -> tuple[int, int]:
    """The indices of all axes of which an element was changed, and how many there are."""
    axes = range(tried.ndim)
    seen = [tried.any(axis=tuple(each for each in axes if each != axis)) for axis in axes]
    return sum(int(np.count_nonzero(each)) for each in seen), sum(tried.shape)


def confirmed(cell: Cell, text: str, pairs: Sequence[Pair], *, seed: int = 0) -> bool:
    """Whether runs show one of the pairs to be missing: the reference moves, the output stays.

    An element that a formula names may cancel in it; then no output needs to depend on it.
    False also for a kernel that does not end.
    """
    bases = _Bases(cell, cell.platform.assemble(text), seed)
    try:
        shapes = {name: each.shape for name, each in bases[0].given.inputs.items()}
        return any(
            _Changed(cell, bases.program, bases, _group(each, shapes)).stays(each.output)
            for each in pairs
        )
    except NoRun:
        return False


def _group(pair: Pair, shapes: Mapping[str, tuple[int, ...]]) -> Group:
    shape = shapes[pair.input]
    return Group(pair.input, shape, np.array([np.ravel_multi_index(pair.element, shape)], np.int64))


class _Bases:
    """Input sets, and what the kernel makes of them, as far as they were asked for."""

    def __init__(self, cell: Cell, program: Program, seed: int) -> None:
        self.cell, self.program, self.seed = cell, program, seed
        self._known: list[_Base] = []

    def __getitem__(self, number: int) -> _Base:
        while len(self._known) <= number:
            self._known.append(_base(self.cell, self.program, self.seed + len(self._known)))
        return self._known[number]


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
class _Changed:
    """Elements of one input under examination, together."""

    cell: Cell
    program: Program
    bases: _Bases
    group: Group

    def examine(self, found: Dependence) -> list[int]:
        """Change them until all that the reference moves has moved, and count.

        Gives the places of those that are to be examined alone: that could not be changed together,
        or all where an output moved that none of them may move.
        """
        shape, group = self.bases[0].output.shape, self.group
        owners, several = group.owners(shape), len(group.at) > 1
        wanted, moved, surplus = (np.zeros(shape, dtype=np.bool_) for _ in range(3))
        stayed, least = np.zeros(shape, dtype=np.int64), 1 if self.cell.exact else TRIES
        furthest, effective = np.zeros(shape), 0
        touched = np.zeros(len(group.at), dtype=np.bool_)
        for base, inputs in self._inputs():
            reference = self._reference(inputs)
            if reference is None:
                continue
            other = inputs[group.name] != base.given.inputs[group.name]
            touched |= other.reshape(-1)[group.at]
            far = np.abs(reference - base.given.reference)
            moves = far > NOISE * base.scale
            if not moves.any():
                continue
            output = self._output(base, inputs, reference, found)
            if output is None:
                return []
            changed = output != base.output
            if several and (changed & ~moves | moves & (owners < 0)).any():
                return list(range(len(group.at)))
            wanted |= moves
            moved |= moves & changed
            surplus |= changed & ~moves
            stayed += moves & ~changed & (far > base.far)
            furthest = np.maximum(furthest, far)
            effective += 1
            if effective >= LEAST and moved[wanted].all():
                break
        if not several:
            touched[:] = True
        missing = wanted & ~moved & (stayed >= least)
        count = int(np.count_nonzero(touched))
        found.tried += count
        found.idle += count - np.unique(owners[wanted]).size
        found.pairs += int(np.count_nonzero(wanted))
        found.shown += int(np.count_nonzero(moved))
        for kind, pairs in (
            ("missing", missing),
            ("hidden", wanted & ~moved & ~missing),
            ("surplus", surplus & ~wanted),
        ):
            setattr(found, kind, getattr(found, kind) + int(np.count_nonzero(pairs)))
            self._list(found.listed.setdefault(kind, []), pairs, furthest)
        return np.flatnonzero(~touched).tolist()

    def stays(self, place: tuple[int, ...]) -> bool:
        """Whether an output stays in every change that moves the reference there, of 2 at least."""
        effective, found = 0, Dependence(self.cell.name, 1)
        for base, inputs in self._inputs():
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

    def _inputs(self) -> Iterator[tuple[_Base, dict[str, FloatArray]]]:
        """All inputs, with these elements changed."""
        group, tensor = self.group, self.cell.memory_map.input(self.group.name).tensor
        for number in range(BASES):
            base = self.bases[number]
            inputs = base.given.inputs
            for values in changes(self.cell, tensor, inputs[group.name], group.at):
                yield base, {**inputs, group.name: values}

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
        changed = f"({self._said(inputs[self.group.name])})"
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

    def _said(self, values: FloatArray) -> str:
        """What was changed, for a message."""
        group = self.group
        first = f"{group.name}{list(group.index(0))} = {values.flat[group.at[0]]:.6g}"
        return first if len(group.at) == 1 else f"{first} and {len(group.at) - 1:,} more"

    def _list(self, listed: list[Pair], pairs: Bools, far: FloatArray) -> None:
        if len(listed) == SHOWN or not pairs.any():
            return
        owners = self.group.owners(pairs.shape)
        for place in np.argwhere(pairs)[: SHOWN - len(listed)]:
            index = tuple(int(axis) for axis in place)
            element = self.group.index(int(owners[index]))
            listed.append(Pair(self.group.name, element, index, float(far[index])))
