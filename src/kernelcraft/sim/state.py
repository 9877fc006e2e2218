"""The contents of a machine: every register, memory and record of writes as a numpy array."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from kernelcraft.sim.cause import FREE
from kernelcraft.sim.machine import Array, Machine, Parameters, RegisterFile
from kernelcraft.sim.moment import LATE_WORDS, MOST_LATE

DELAY_SLOTS = "pending_jump"  # [bundles left, target]; 0 left = none
LATE, LATE_COUNT = "late", "late_count"  # what reaches a late stage, by cycle
TAKEN = "ports_taken"  # a bit a port, by cycle


@dataclass(frozen=True)
class ArrayField:
    """One array of a state: its name, element type and number of elements."""

    name: str
    dtype: str
    count: Callable[[Parameters], int]
    reset: int = 0


@dataclass
class State:
    """All arrays of one machine; a run changes them in place."""

    machine: type[Machine]
    parameters: dict[str, int]
    arrays: dict[str, Array]

    def __getitem__(self, name: str) -> Array:
        return self.arrays[name]

    def copy(self) -> State:
        """A state of its own with the same contents."""
        arrays = {name: array.copy() for name, array in self.arrays.items()}
        return State(self.machine, dict(self.parameters), arrays)

    def freeing(self, *causes: str) -> State:
        """The same arrays on a machine where what these causes cover takes no time.

        Raises ValueError for a name that the machine's causes do not have.
        """
        names = [cause.name for cause in self.machine.causes]
        bits = sum(1 << names.index(name) for name in set(causes))
        return State(self.machine, {**self.parameters, FREE: bits}, self.arrays)

    def clear_records(self) -> None:
        """Forget which elements were written."""
        for memory in self.machine.layout.memories:
            if memory.recorded:
                self.arrays[written(memory.name)][:] = 0


def written(memory: str) -> str:
    """Name of the array that records the writes to `memory`, one byte an element."""
    return f"{memory}_written"


def fields(machine: type[Machine]) -> list[ArrayField]:
    """Every array of a state in the order in which the native machine expects them."""
    found: list[ArrayField] = []
    for part in machine.layout.registers:
        found.append(ArrayField(part.name, part.dtype, _constant(part.count), part.reset))
    for lanes in machine.layout.lanes:
        size = (lanes.count + lanes.results) * lanes.width
        found.append(ArrayField(lanes.name, "uint8", _constant(size)))
        found.append(ArrayField(f"{lanes.name}_next", "int64", _constant(1)))
    for delayed in machine.layout.delayed:
        ring = _constant(delayed.delayed * delayed.count)
        kept = delayed.dtype if isinstance(delayed, RegisterFile) else "int64"
        found.append(ArrayField(f"{delayed.name}_new", kept, ring))
        found.append(ArrayField(f"{delayed.name}_via", "uint8", ring))
        bits = _constant(delayed.delayed * delayed.words)
        found.append(ArrayField(f"{delayed.name}_due", "uint64", bits))
    if machine.stages:
        late = machine.stages * MOST_LATE
        found.append(ArrayField(LATE, "int64", _constant(late * LATE_WORDS)))
        found.append(ArrayField(LATE_COUNT, "int64", _constant(machine.stages)))
        found.append(ArrayField(TAKEN, "uint64", _constant(machine.stages)))
    for memory in machine.layout.memories:
        found.append(ArrayField(memory.name, memory.dtype, memory.size))
        if memory.recorded:
            found.append(ArrayField(written(memory.name), "uint8", memory.size))
    found.append(ArrayField(DELAY_SLOTS, "int64", _constant(2)))
    return found


def _constant(count: int) -> Callable[[Parameters], int]:
    return lambda parameters: count


def fresh(machine: type[Machine], parameters: Mapping[str, int]) -> State:
    """A machine after reset: registers at their reset values, memories all zero."""
    parameters = {FREE: 0, **parameters}
    missing = set(machine.layout.parameters) - set(parameters)
    if missing:
        raise ValueError(f"{machine.title}: parameters without a value: {sorted(missing)}")
    arrays: dict[str, Array] = {}
    for field in fields(machine):
        arrays[field.name] = np.zeros(field.count(parameters), dtype=field.dtype)
        if field.reset:
            arrays[field.name][:] = field.reset
    return State(machine, dict(parameters), arrays)
