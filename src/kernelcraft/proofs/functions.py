"""Is a function of one element right for every value that the element can hold, in every place?

For tasks that map each element of their input to the same element of the output. The inputs are not
drawn: each run gives every place another of all the values that the memory can hold.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Tensor
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.inputs import distributions
from kernelcraft.grading.tolerance import ELEMENT_FACTOR
from kernelcraft.isa.program import Program
from kernelcraft.tasks.task import FloatArray

SEEDS: Final = range(4)
"""Of the inputs that say how large an argument can be."""


@dataclass
class Function:
    """What runs have shown; `bound` is how far an element of the output may be away (0: exact).

    `values` are all that an element can hold from `lowest` to `highest`, as far as the task's
    inputs reach; `tried` counts pairs of a value and a place, of `pairs`. Where places are of one
    kind, one of them stands for all.
    """

    cell: str
    values: int
    lowest: float
    highest: float
    pairs: int
    tried: int = 0
    runs: int = 0
    error: float = 0.0  # the largest, as a part of the bound
    at: float = 0.0  # the argument
    wrong: str = ""
    seconds: float = 0.0
    place: str = "place"

    @property
    def _share(self) -> str:
        return f"in {self.tried / self.pairs:.1%} of {self.place}s"

    @property
    def complete(self) -> bool:
        """Whether every value was in every place."""
        return self.tried == self.pairs and not self.wrong

    def sentence(self) -> str:
        """What was found, in one sentence."""
        if self.wrong:
            return f"as a function it is wrong: {self.wrong}"
        where = f"in every {self.place}" if self.complete else self._share
        near = f"; the error is at most {self.error:.2g} of what it may be" if self.error else ""
        return (
            f"as a function it is right for all {self.values:,} values from {self.lowest:g} to "
            f"{self.highest:g}, {where}{near}"
        )


def is_function(cell: Cell) -> bool:
    """Whether an element of the output depends on the same one of the only input that is drawn.

    Words of 32 bits are too many.
    """
    argument = _argument(cell)
    if argument is None or argument.shape != cell.output.shape:
        return False
    if argument.element not in ("float", "int8"):
        return False
    inputs, reference = drawn(cell, "normal", 0)
    order = np.random.default_rng(0).permutation(reference.size)
    moved = {**inputs, argument.name: _ordered(inputs[argument.name], order)}
    return np.array_equal(cell.reference(moved), _ordered(reference, order))


def function(
    cell: Cell,
    text: str,
    *,
    seconds: float = 600.0,
    kinds: npt.NDArray[np.int64] | None = None,
    say: Callable[[Function], None] = lambda found: None,
) -> Function:
    """Every value in some place, then in others, until all were in all or the time is over.

    `kinds` has a number for each place of the output, flat: places of the same one compute the
    same expression, and a value in one of them was in all. Without it each place is a kind.
    The cell must be one of a function; raises AssemblyError.
    """
    began, program = time.monotonic(), cell.platform.assemble(text)
    argument = _argument(cell)
    assert argument is not None
    inputs, reference = drawn(cell, "normal", 0)
    tau = lockfile.tau(cell, "normal") or 0.0
    size = float(np.sqrt(np.mean(reference**2)))
    values = _values(cell, argument)
    found = Function(
        cell.name, len(values), values[0], values[-1], pairs=len(values) * reference.size
    )
    if kinds is not None:
        found.place, found.pairs = "kind of place", len(values) * (int(kinds.max()) + 1)
    done = np.zeros((0 if kinds is None else int(kinds.max()) + 1, len(values)), np.bool_)
    for first in _starts(len(values), reference.size):
        late = found.runs and time.monotonic() - began > seconds
        if found.wrong or late or found.complete:
            break
        wanted = values[(np.arange(reference.size) + first) % len(values)].reshape(argument.shape)
        held = cell.platform.representable(argument, wanted)
        _examine(cell, program, {**inputs, argument.name: held}, held, tau, size, found)
        whole = (held == wanted).reshape(-1)
        if kinds is None:
            found.tried += int(np.count_nonzero(whole))
        else:
            done[kinds[whole], (np.flatnonzero(whole) + first) % len(values)] = True
            found.tried = int(np.count_nonzero(done))
        found.seconds = time.monotonic() - began
        say(found)
    return found


def _argument(cell: Cell) -> Tensor | None:
    """The only input that is not the same in all input sets."""
    first, second = (drawn(cell, "normal", seed)[0] for seed in range(2))
    found = [
        each for each in cell.inputs if not np.array_equal(first[each.name], second[each.name])
    ]
    return found[0] if len(found) == 1 else None


def _ordered(values: FloatArray, order: npt.NDArray[np.int64]) -> FloatArray:
    return values.reshape(-1)[order].reshape(values.shape)


def _values(cell: Cell, argument: Tensor) -> FloatArray:
    """All values of an element that are no larger than one that is drawn, ascending."""
    if argument.element == "int8":
        return np.arange(-128.0, 128.0)
    arguments = (
        drawn(cell, distribution, seed)[0][argument.name]
        for distribution in distributions(cell.task)
        for seed in SEEDS
    )
    largest = float(max(np.max(np.abs(each)) for each in arguments))
    patterns = np.arange(1 << 16, dtype=np.uint32) << 16
    bf16 = patterns.view(np.float32)
    wanted = np.unique(bf16[np.abs(bf16) <= largest]).astype(np.float64)
    places = math.prod(argument.shape)
    held = [
        cell.platform.representable(argument, np.resize(some, argument.shape))
        for some in np.array_split(wanted, -(-wanted.size // places))
    ]
    return np.unique(np.concatenate([each.reshape(-1) for each in held]))


def _starts(values: int, places: int) -> Iterator[int]:
    """Which value is in the first place: every value is somewhere soon, and then everywhere."""
    for shift in range(min(values, places)):
        yield from range(shift, values, places)


def _examine(
    cell: Cell,
    program: Program,
    inputs: Mapping[str, FloatArray],
    argument: FloatArray,
    tau: float,
    size: float,
    found: Function,
) -> None:
    """One run."""
    staged = cell.platform.stage(cell.memory_map, inputs, None)
    run = cell.platform.run(program, staged, lockfile.limits(cell))
    found.runs += 1
    if run.fault is not None:
        found.wrong = str(run.fault)
        return
    output, right = cell.platform.read(cell.memory_map.output, run.state), cell.reference(inputs)
    allowed = np.maximum(ELEMENT_FACTOR * tau * size, tau * np.abs(right))
    errors = np.abs(output - right)
    bad = ~(errors <= allowed)  # also what is not a number
    if bad.any():
        place = tuple(int(axis) for axis in np.argwhere(bad)[0])
        found.wrong = (
            f"of {argument[place]:.6g} it makes {output[place]:.6g} instead of "
            f"{right[place]:.6g}, at {list(place)}"
        )
        return
    part = errors / allowed if tau else errors
    worst = np.unravel_index(int(np.argmax(part)), part.shape)
    if part[worst] > found.error:
        found.error, found.at = float(part[worst]), float(argument[worst])
