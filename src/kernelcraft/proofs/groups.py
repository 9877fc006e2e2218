"""Elements of an input that have no output in common, so that one run may change all of them.

Where a row of an input is all that a row of the output is made of, as in products and norms, an
element of each row can be another at once: which output moves by which is known all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.proofs.changes import Indices
from kernelcraft.tasks.task import FloatArray

NOISE: Final = 1e-12
"""The reference moves less than this part of its rms when its own rounding changes."""
DRAWS: Final = 2
"""Halves of an axis of which one is changed, then the other, to see whether outputs are apart."""


@dataclass(frozen=True)
class Group:
    """Flat indices `at` of elements of an input; of a tied axis of it (a key) and one of the output
    (its value) the indices are the same wherever an output is made of an element."""

    name: str
    shape: tuple[int, ...]
    at: Indices
    ties: Mapping[int, int] = field(default_factory=dict)

    def owners(self, output: tuple[int, ...]) -> Indices:
        """For each element of the output the place in `at` of the one that it may depend on,
        -1 if it is none."""
        if not self.ties:
            return np.zeros(output, np.int64)
        lanes = [self.shape[axis] for axis in self.ties]
        places = np.full(lanes, -1, np.int64)
        index = np.unravel_index(self.at, self.shape)
        places[tuple(index[axis] for axis in self.ties)] = np.arange(len(self.at))
        order = np.argsort(list(self.ties.values()), kind="stable")
        wide = [output[axis] if axis in self.ties.values() else 1 for axis in range(len(output))]
        return np.broadcast_to(places.transpose(order).reshape(wide), output)

    def index(self, place: int) -> tuple[int, ...]:
        """The index of one of them."""
        return tuple(int(axis) for axis in np.unravel_index(self.at[place], self.shape))

    def single(self, place: int) -> Group:
        """One of them alone."""
        return Group(self.name, self.shape, self.at[place : place + 1])


def groups(
    cell: Cell, given: Mapping[str, FloatArray], other: Mapping[str, FloatArray], seed: int
) -> Iterator[Group]:
    """All elements of all inputs that are not the same in both, a group of each input in turn.

    The order is drawn by the seed. The first groups of an input have every index of each axis.
    """
    drawn = [name for name, values in given.items() if not np.array_equal(values, other[name])]
    rng = np.random.default_rng(seed)
    waiting = [_of(name, given[name].shape, tied(cell, given, other, name), rng) for name in drawn]
    while waiting:
        for each in tuple(waiting):
            group = next(each, None)
            if group is None:
                waiting.remove(each)
            else:
                yield group


def _of(
    name: str, shape: tuple[int, ...], ties: Mapping[int, int], rng: np.random.Generator
) -> Iterator[Group]:
    """An element of each lane at a time: of half of the lanes, then of the others, as an output
    that moves with an element of another lane shows then."""
    free = [axis for axis in range(len(shape)) if axis not in ties]
    order = _spread([shape[axis] for axis in free], rng)
    lanes = _flat(shape, list(ties))
    first = rng.permutation(len(lanes)) * max(1, len(order) // len(lanes))
    inside = _flat(shape, free)
    for step in range(len(order)):
        at = lanes + inside[order[(step + first) % len(order)]]
        half = rng.permutation(len(lanes)) < (len(lanes) + 1) // 2
        for some in (half, ~half):
            if some.any():
                yield Group(name, shape, at[some], ties)


def _flat(shape: tuple[int, ...], axes: Sequence[int]) -> Indices:
    """The flat indices of all elements that are at 0 of the other axes."""
    held = [slice(None) if axis in axes else 0 for axis in range(len(shape))]
    every = np.arange(int(np.prod(shape)), dtype=np.int64).reshape(shape)
    return every[tuple(held)].reshape(-1)


def _spread(shape: Sequence[int], rng: np.random.Generator) -> Indices:
    """All flat indices in an order in which the first ones have every index of each axis."""
    count = int(np.prod(shape))
    if count <= 1:
        return np.arange(count)
    steps = np.arange(max(shape))
    axes = [rng.permutation(size)[steps % size] for size in shape]
    first = np.ravel_multi_index(axes, tuple(shape))
    rest = rng.permutation(count)
    return np.concatenate([first, rest[~np.isin(rest, first)]])


def tied(
    cell: Cell, given: Mapping[str, FloatArray], other: Mapping[str, FloatArray], name: str
) -> dict[int, int]:
    """Axes of an input and of the output that have the same index wherever the reference moves."""
    found: dict[int, int] = {}
    right = cell.reference(given)
    for axis, size in enumerate(given[name].shape):
        for across, length in enumerate(right.shape):
            if size != length or size == 1 or axis in found or across in found.values():
                continue
            if all(_apart(cell, given, other, (name, axis, across, n)) for n in range(DRAWS)):
                found[axis] = across
    return found


def _apart(
    cell: Cell,
    given: Mapping[str, FloatArray],
    other: Mapping[str, FloatArray],
    of: tuple[str, int, int, int],
) -> bool:
    """Whether half of the indices of an axis move no output at the others, in both halves."""
    name, axis, across, draw = of
    right, size = cell.reference(given), given[name].shape[axis]
    half = np.random.default_rng(draw).permutation(size) < size // 2
    for some in (half, ~half):
        values = np.moveaxis(given[name].copy(), axis, 0)
        values[some] = np.moveaxis(other[name], axis, 0)[some]
        changed = {**given, name: np.moveaxis(values, 0, axis)}
        try:
            far = np.abs(cell.reference(changed) - right)
        except (IndexError, ValueError):  # no input of the task
            return False
        moved = np.moveaxis(far > NOISE * np.sqrt(np.mean(right**2)), across, 0)
        if moved[~some].any() or not moved[some].any():
            return False
    return True
