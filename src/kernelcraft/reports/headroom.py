"""How much there is to gain in each cell, and how much of it was gained."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelcraft.evaluation.records import Episode
from kernelcraft.reports.groups import CellFacts, label
from kernelcraft.scores.light import sol_score


@dataclass(frozen=True)
class Headroom:
    """A cell whose baseline and bound are known, in cycles, and its best correct kernel.

    headroom: baseline / bound, the largest possible speedup. sol: the best kernel's score, None
    where there is no headroom or no kernel.
    """

    cell: str
    baseline: int
    bound: int
    headroom: float
    best: int | None
    agent: str | None
    sol: float | None


def headrooms(episodes: Iterable[Episode], cells: Mapping[str, CellFacts]) -> tuple[Headroom, ...]:
    """One for each cell with a bound."""
    best: dict[str, tuple[int, str]] = {}
    for episode in episodes:
        cycles = episode.cycles
        if cycles is not None and (episode.cell not in best or cycles < best[episode.cell][0]):
            best[episode.cell] = (cycles, label(episode))
    return tuple(
        _headroom(each.cell, each.baseline, each.bound, *best.get(each.cell, (None, None)))
        for each in cells.values()
        if each.baseline is not None and each.bound is not None
    )


def _headroom(
    cell: str, baseline: int, bound: int, best: int | None, agent: str | None
) -> Headroom:
    sol = None if best is None else sol_score(best, baseline, bound)
    return Headroom(cell, baseline, bound, baseline / bound, best, agent, sol)
