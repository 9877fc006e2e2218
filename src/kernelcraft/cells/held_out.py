"""Draws held-out cells: legal sizes that no published configuration has, always the corners first.

The same platform, task and seed give the same cells, and a larger count only adds to them.
"""

import math
import random
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from typing import Final, Literal

from kernelcraft import tasks
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, UnknownName, load_cell, published_as, sizes_of
from kernelcraft.cells.size_rules import Rule, Rules, rules_for
from kernelcraft.cells.sizes import arithmetic
from kernelcraft.cells.unwritten import NoCompiler, Unwritten
from kernelcraft.tasks.task import Dims, Task

Kind = Literal["smallest", "tail", "largest", "drawn"]
Pick = Callable[[Rule, Sequence[int]], int]
"""Chooses one of the legal sizes of a dim."""

PATIENCE: Final = 100
"""Draws in a row that bring nothing new before the sizes count as used up."""


class TooFewSizes(ValueError):
    """A task has fewer other sizes than were asked for; the string is a sentence."""


@dataclass(frozen=True)
class HeldOut:
    """A cell of unpublished sizes and why it was chosen.

    smallest: every size the least; tail: sizes that are no multiple of a tile, where there are
    such; largest: the largest sizes for which the machine has room and the compiler a kernel;
    drawn: log-uniformly.
    """

    cell: Cell
    kind: Kind


def held_out_cells(platform: str, name: str, count: int, seed: int) -> list[HeldOut]:
    """`count` different cells of a task; raises `TooFewSizes`."""
    task = tasks.load(name, arithmetic(platform))
    found = list(islice(_cells(platform, task, seed), count))
    if len(found) < count:
        raise TooFewSizes(f"{platform}/{name} has no {count} other sizes, only about {len(found)}")
    return found


def _cells(platform: str, task: Task, seed: int) -> Iterator[HeldOut]:
    """The corners, then drawn ones until nothing new comes."""
    rules, rng = rules_for(platform, task.name), random.Random(f"{task.name} {seed}")
    corners: list[tuple[Kind, Iterator[Dims]]] = [
        ("smallest", _smallest(rules)),
        ("tail", _drawn(rules, rng, tail=True)),
        ("largest", _largest(platform, task, rules)),
    ]
    drawn: tuple[Kind, Iterator[Dims]] = ("drawn", _drawn(rules, rng, tail=False))
    seen: set[str] = set()
    for kind, candidates in chain(corners, repeat(drawn)):
        new = (dims for dims in islice(candidates, PATIENCE) if sizes_of(task, dims) not in seen)
        cell = next(filter(None, (_fitting(platform, task, dims) for dims in new)), None)
        if cell is not None:
            seen.add(cell.configuration)
            yield HeldOut(cell, kind)
        elif kind == "drawn":
            return


def _fitting(platform: str, task: Task, dims: Dims) -> Cell | None:
    """The cell, if it is unpublished, the machine has room and the compiler a kernel for it."""
    if published_as(platform, task.name, dims) is not None:
        return None
    try:
        cell = load_cell(f"{platform}/{task.name}/{sizes_of(task, dims)}")
        kernels.baseline(cell)
    except NoCompiler:
        raise
    except (UnknownName, Unwritten):
        return None
    return cell


def _smallest(rules: Rules) -> Iterator[Dims]:
    """Every size the least; then more and more of the first dim."""
    first, rule = next(iter(rules.items()))
    for size in rule.sizes({}):
        yield _picked(rules, lambda _, sizes: sizes[0], {first: size})


def _largest(platform: str, task: Task, rules: Rules) -> Iterator[Dims]:
    """Every size the most but the first dim's, which is as large as what fits, or less."""
    first, rule = next(iter(rules.items()))
    sizes = rule.sizes({})

    def dims(size: int) -> Dims:
        return _picked(rules, lambda _, sizes: sizes[-1], {first: size})

    def too_large(size: int) -> bool:
        given = dims(size)
        published = published_as(platform, task.name, given) is not None
        return not published and _fitting(platform, task, given) is None

    fitting = bisect_left(sizes, True, key=too_large)
    yield from (dims(size) for size in reversed(sizes[:fitting]))


def _drawn(rules: Rules, rng: random.Random, *, tail: bool) -> Iterator[Dims]:
    """Log-uniform sizes without end; for a tail all that can be are no multiples of a tile."""

    def pick(rule: Rule, sizes: Sequence[int]) -> int:
        among = (tail and rule.tails()) or sizes
        wanted = math.exp(rng.uniform(math.log(among[0]), math.log(among[-1])))
        return min(among, key=lambda size: abs(size - wanted))

    while True:
        yield _picked(rules, pick, {})


def _picked(rules: Rules, pick: Pick, given: Dims) -> Dims:
    """A size for every dim: the given one, or one picked among those that are legal."""
    dims = dict(given)
    for name, rule in rules.items():
        if name not in dims:
            dims[name] = pick(rule, rule.sizes(dims))
    return dims
