"""Makes of a kernel in one go what several changes in a row made of a kernel like it."""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, Protocol

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.moves import Move
from kernelcraft.experience.advice import KNOWN, Advice, Foresight
from kernelcraft.experience.evidence import Place, titled
from kernelcraft.experience.lineages import Lineage, joined
from kernelcraft.workbench.tools.profile import ProfileResult
from kernelcraft.workbench.tools.write_code import WriteResult

LOOKED_AT: Final = 60
"""Of a move's proposals, from which experience chooses."""


@dataclass(frozen=True)
class Way:
    """A kernel that was made as faster ones of other cells were; promised: log(cycles before /
    after), of the changes that could be made here, weighed by how much the kernels are alike."""

    move: str
    change: str
    text: str
    promised: float


@dataclass(frozen=True)
class Led:
    """Where experience leads from the compiler's kernel, which takes `cycles`."""

    cycles: int
    ways: tuple[Way, ...] = ()


class Tools(Protocol):
    """The tools that are used; a workbench has them."""

    def write_code(self, code: str) -> WriteResult: ...
    def profile(self) -> ProfileResult: ...


def led(tools: Tools, advice: Advice, cell: Cell, start: str, moves: Sequence[Move]) -> Led | None:
    """What lineages make of the compiler's kernel, the most promising first.

    None where the store knows too little of such kernels to be followed.
    """
    tools.write_code(start)
    profile = tools.profile()
    place = Place.of(cell, profile)
    foresight = advice.at(place)
    if foresight.weight < KNOWN:
        return None
    named = {move.name: move for move in moves}
    found = [
        _followed(lineage, weight, cell, start, named, foresight)
        for lineage, weight in advice.led(place)
    ]
    ways = sorted(filter(None, found), key=lambda way: -way.promised)
    return Led(profile.cycles, tuple(ways))


def _followed(
    lineage: Lineage,
    weight: float,
    cell: Cell,
    text: str,
    moves: dict[str, Move],
    foresight: Foresight,
) -> Way | None:
    """Every step that can be made: the same change, or else the one of its move that promises
    most. None where none can."""
    start, made, gain = text, list[tuple[str, str]](), 0.0
    for step in lineage.steps:
        if step.move not in moves:
            continue
        rng = random.Random(zlib.crc32(text.encode()))
        proposed = list(islice(moves[step.move].propose(cell, text, rng), LOOKED_AT))
        if not proposed:
            continue
        same = [each for each in proposed if titled(each, cell) == step.change]

        def hope(each: str, move: str = step.move) -> float:
            return foresight.expected(move, titled(each, cell)).gain

        text = same[0] if same else max(proposed, key=hope)
        made.append((step.move, titled(text, cell)))
        gain += step.gain
    if text == start:
        return None
    return Way(*joined(made), text, weight * gain)
