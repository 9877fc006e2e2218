"""Where elements of tensors lie in a machine, and what a program may know: found by staging.

Tensors are staged with values that spell the numbers of their elements, one bit after the other;
what changes in a memory then says which element it holds. Any platform can be asked in this way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray, Tensor
from kernelcraft.grading.input_set import drawn
from kernelcraft.isa.program import Program
from kernelcraft.sim.parts import Array
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State
from kernelcraft.sim.symbolic.graph import Nodes
from kernelcraft.sim.symbolic.shadow import Small

SEEDS: Final = range(101, 301)
STAGED: Final = 6
"""So many machines are compared, of those seeds that put tensors where the first one does: what
is the same in all is known to a program, the rest is what was never written."""
PAIRS: Final[Mapping[str, Sequence[tuple[float, float]]]] = {
    "float": ((1.0, 1.5), (1.0, -1.0)),
    "int8": ((85.0, -86.0),),
    "uint8": ((85.0, 170.0),),
    "int16": ((21845.0, -21846.0),),
    "uint16": ((21845.0, 43690.0),),
    "int32": ((1431655765.0, -1431655766.0),),
    "uint32": ((1431655765.0, 2863311530.0),),
}
"""Two values of an element that differ in each of its bytes, taken together."""
MOST_FEW: Final = 5
MARK: Final = 0x40  # a byte of a number that is not 0, in any format


class Unplaced(Exception):
    """It is not clear where a tensor lies; a sentence."""


@dataclass(frozen=True)
class Places:
    """For each element of a tensor the first place and the number of places it has in `array`."""

    array: str
    start: Nodes
    size: int


@dataclass(frozen=True, eq=False)
class Staged:
    """A machine ready to run, with what a program knows of it, and where the inputs lie."""

    state: State
    known: dict[str, Small]
    few: dict[str, list[int]]  # bits of registers that are not known, if they have few
    inputs: dict[str, Places]
    scales: dict[str, Places]
    """Bytes that change when a tensor is twice as large, if elements share scales."""


def constants(cell: Cell) -> dict[str, FloatArray]:
    """The tensors that are the same in all input sets: tables, which are no inputs."""
    first, second = (drawn(cell, "normal", seed)[0] for seed in (1, 2))
    return {name: each for name, each in first.items() if np.array_equal(each, second[name])}


def staged(cell: Cell, program: Program) -> Staged:
    """The machine that the program meets."""
    inputs, _ = drawn(cell, "normal", 1)
    tables = constants(cell)
    loaded = [_loaded(cell, program, inputs, seed) for seed in _alike(cell, inputs)]
    first = loaded[0]
    known = {
        name: np.all([each[name] == array for each in loaded[1:]], axis=0).astype(np.uint8)
        for name, array in first.arrays.items()
    }
    found, scales = {}, {}
    for placement in cell.memory_map.inputs:
        tensor = placement.tensor
        if tensor.name in tables:
            continue
        found[tensor.name] = _places(cell, program, inputs, tensor)
        if tensor.element == "float":
            scale = _scales(cell, program, inputs, tensor)
            if scale is not None:
                scales[tensor.name] = scale
    few = {each.name: _few(each.name, loaded) for each in first.machine.layout.registers}
    return Staged(first, known, few, found, scales)


def _alike(cell: Cell, inputs: Mapping[str, FloatArray]) -> list[int]:
    """The first seed, and others that put the tensors where it does."""
    found = [SEEDS[0]]
    wanted = _inputs_at(cell, inputs, SEEDS[0])
    for seed in SEEDS[1:]:
        at = _inputs_at(cell, inputs, seed)
        if all(np.array_equal(each, other) for each, other in zip(at, wanted, strict=True)):
            found.append(seed)
        if len(found) == STAGED:
            return found
    raise Unplaced("tensors lie elsewhere in each machine")


def _inputs_at(cell: Cell, inputs: Mapping[str, FloatArray], seed: int) -> list[Array]:
    """What of the memories that hold inputs they decide."""
    other = {name: np.roll(each, 1) for name, each in inputs.items()}
    states = [cell.platform.stage(cell.memory_map, each, seed) for each in (inputs, other)]
    names = [each.name for each in states[0].machine.layout.memories if each.data]
    return [np.flatnonzero(states[0][name] != states[1][name]) for name in names]


def _few(name: str, loaded: Sequence[State]) -> list[int]:
    """The bits of registers of at most 5, such as modes, by what lay in them."""
    bits = [
        int(each).bit_length() for each in np.bitwise_or.reduce([each[name] for each in loaded])
    ]
    return [each if each <= MOST_FEW else 0 for each in bits]


def _loaded(cell: Cell, program: Program, inputs: Mapping[str, FloatArray], seed: int) -> State:
    """The machine before the first instruction."""
    state = cell.platform.stage(cell.memory_map, inputs, seed)
    return cell.platform.run(program, state, Limits(instructions=0), reference=True).state


def _arrays(
    cell: Cell, inputs: Mapping[str, FloatArray], name: str, values: FloatArray
) -> Mapping[str, Array]:
    return cell.platform.stage(cell.memory_map, {**inputs, name: values}, SEEDS[0]).arrays


def _places(
    cell: Cell, program: Program, inputs: Mapping[str, FloatArray], tensor: Tensor
) -> Places:
    shape = inputs[tensor.name].shape
    count = int(np.prod(shape))
    numbers = np.arange(count)
    holders: dict[str, Nodes] = {}
    for low, high in PAIRS[tensor.element]:
        plain = _arrays(cell, inputs, tensor.name, np.full(shape, low))
        other = _arrays(cell, inputs, tensor.name, np.full(shape, high))
        differs = {name: plain[name] != other[name] for name in plain}
        spelt = {
            name: np.zeros(len(plain[name]), np.int64) for name in plain if differs[name].any()
        }
        for bit in range(max(1, (count - 1).bit_length())):
            values = np.where(numbers >> bit & 1, high, low).reshape(shape)
            now = _arrays(cell, inputs, tensor.name, values)
            for name, codes in spelt.items():
                codes |= (now[name] != plain[name]).astype(np.int64) << bit
        for name, codes in spelt.items():
            holder = holders.setdefault(name, np.full(len(codes), -1, np.int64))
            holder[differs[name]] = codes[differs[name]]
    return _regular(tensor.name, holders, count)


def _regular(tensor: str, holders: Mapping[str, Nodes], count: int) -> Places:
    """Each element in as many places side by side.

    An array of which fewer places change than there are elements holds something made of them.
    """
    holders = {name: each for name, each in holders.items() if (each >= 0).sum() >= count}
    if len(holders) != 1:
        raise Unplaced(f"{tensor} lies in {len(holders)} memories")
    ((array, holder),) = holders.items()
    places = np.flatnonzero(holder >= 0)
    order = np.argsort(holder[places], kind="stable")
    if len(places) % count:
        raise Unplaced(f"elements of {tensor} have no places of their own")
    grouped = places[order].reshape(count, -1)
    size = grouped.shape[1]
    right = (holder[grouped] == np.arange(count)[:, None]).all()
    if not right or (grouped - grouped[:, :1] != np.arange(size)).any():
        raise Unplaced(f"elements of {tensor} do not lie side by side")
    return Places(array, grouped[:, 0].copy(), size)


def _scales(
    cell: Cell, program: Program, inputs: Mapping[str, FloatArray], tensor: Tensor
) -> Places | None:
    """What changes where all elements are twice as large, but not where they are half larger."""
    shape = inputs[tensor.name].shape
    one, larger, twice = (
        _arrays(cell, inputs, tensor.name, np.full(shape, value)) for value in (1.0, 1.5, 2.0)
    )
    for name, array in one.items():
        shared = (array != twice[name]) & (array == larger[name])
        signs = _arrays(cell, inputs, tensor.name, np.full(shape, -1.0))[name]
        shared &= array == signs
        if shared.any():
            return Places(name, np.flatnonzero(shared).astype(np.int64), 1)
    return None


def output_places(cell: Cell, state: State) -> Places:
    """Where the elements of the output are read from."""
    placement = cell.memory_map.output
    blank = state.copy()
    for array in blank.arrays.values():
        array[...] = 0
    blank = State(state.machine, state.parameters, {**state.arrays, **_memories(state)})
    names = [each.name for each in state.machine.layout.memories if each.data]
    for name in names:
        array = blank[name]
        if not len(array):
            continue
        zero = cell.platform.read(placement, blank)
        marked = MARK | MARK << 8 if array.dtype.itemsize > 1 else MARK
        array[...] = marked
        changed = cell.platform.read(placement, blank) != zero
        array[...] = 0
        if changed.all():
            return _read_from(cell, blank, name, marked)
    raise Unplaced("the output is in no memory, or in several")


def _memories(state: State) -> dict[str, Array]:
    """Blank memories."""
    return {
        each.name: np.zeros_like(state[each.name])
        for each in state.machine.layout.memories
        if each.data
    }


def _read_from(cell: Cell, blank: State, name: str, marked: int) -> Places:
    placement, array = cell.memory_map.output, blank[name]
    where = np.arange(len(array))
    zero = cell.platform.read(placement, blank).reshape(-1)
    start, size = np.zeros(zero.size, np.int64), 1
    for bit in range(max(1, (len(array) - 1).bit_length())):
        seen = []
        for side in (0, 1):
            array[...] = np.where((where >> bit & 1) == side, marked, 0)
            seen.append(cell.platform.read(placement, blank).reshape(-1) != zero)
        array[...] = 0
        both = seen[0] & seen[1]
        if both.all():
            size = max(size, 2 << bit)
        elif both.any() or not (seen[0] | seen[1]).all():
            raise Unplaced("elements of the output do not lie side by side")
        else:
            start |= seen[1].astype(np.int64) << bit
    return Places(name, start, size)


def elements(cell: Cell, names: Sequence[str]) -> Iterator[Tensor]:
    """The tensors of these names."""
    for each in cell.inputs:
        if each.name in names:
            yield each
