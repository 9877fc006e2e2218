"""Towers of Hanoi: the moves that bring a tower from the first of three pegs to the third."""

# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data, not for training corpora

from collections.abc import Iterator

import numpy as np

from kernelcraft.tasks.mistakes import changed, of_output, step
from kernelcraft.tasks.task import Dims, FloatArray, Input, Rounding, Task, no_constants
from kernelcraft.tasks.words import LAST, LATER

Move = tuple[int, int, int]
"""The place of a disc in order of size, the peg that it leaves and the peg that it comes to."""


def moves(discs: int, start: int, spare: int, goal: int) -> Iterator[Move]:
    """The fewest that there are; never does a disc lie on a smaller one."""
    if discs:
        yield from moves(discs - 1, start, goal, spare)
        yield discs - 1, start, goal
        yield from moves(discs - 1, spare, start, goal)


def towers(
    r: Rounding, disc: FloatArray, peg: FloatArray, route: tuple[int, int, int] = (0, 1, 2)
) -> FloatArray:
    """A row for each move, in the names of discs and pegs."""
    made = np.array(list(moves(len(disc), *route)))
    return np.stack((disc[made[:, 0]], peg[made[:, 1]], peg[made[:, 2]]), axis=-1)


def count(dims: Dims) -> int:
    """Of moves."""
    return int(2 ** dims["discs"] - 1)


PROGRAM = Task(
    name="towers",
    title="Towers",
    level=2,
    category="program",
    formula="y[m] = (disc, peg that it leaves, peg that it comes to) of move m",
    inputs=(
        Input("disc", ("discs",), element="int32"),
        Input("peg", ("pegs",), element="int32"),
    ),
    output=("moves", "fields"),
    constants=no_constants,
    algorithm=towers,
    stages=(
        "the discs, from the smallest to the largest, are called disc[0] to disc[discs-1]; "
        "all lie on the peg called peg[0], the largest below",
        "they come to the peg called peg[2] by 2^discs - 1 moves, the fewest possible: each "
        "takes the uppermost disc of a peg and lays it on a larger one or on an empty peg",
        "y[m] = the names of the disc that move m moves, of the peg that it leaves and of the peg "
        "that it comes to",
    ),
    derived={"pegs": lambda dims: 3, "moves": count, "fields": lambda dims: 3},
    mistakes=lambda dims: {
        "to the peg in the middle": step(route=(0, 2, 1)),
        "from the last to the first": step(route=(2, 1, 0)),
        "discs from the largest": changed(disc=lambda disc: disc[::-1]),
        "backwards": of_output(lambda y: y[::-1]),
        "pegs of a move swapped": of_output(lambda y: y[:, [0, 2, 1]]),
        "one move later": LATER,
        "the last move left out": LAST,
    },
    element="int32",
)
