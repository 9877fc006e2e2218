"""How much there is to gain in each cell, and how much of it was gained."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kernelcraft.records.episode import Episode, Key
from kernelcraft.reports.groups import CellFacts, label, sol


@dataclass(frozen=True)
class Headroom:
    """A cell whose baseline and bound are known, in cycles, and its best correct kernel.

    headroom: baseline / bound, the largest possible speedup. sol: the best kernel's score, None
    where there is no headroom or no kernel. key: of the best kernel's episode.
    """

    cell: str
    baseline: int
    bound: int
    headroom: float
    best: int | None
    agent: str | None
    sol: float | None
    key: Key | None


def headrooms(episodes: Iterable[Episode], cells: Mapping[str, CellFacts]) -> tuple[Headroom, ...]:
    """One for each cell with a bound."""
    best: dict[str, Episode] = {}
    for episode in episodes:
        before = best.get(episode.cell)
        if episode.cycles is not None and (
            before is None or before.cycles is None or episode.cycles < before.cycles
        ):
            best[episode.cell] = episode
    return tuple(
        _headroom(each.cell, each.baseline, each.bound, best.get(each.cell))
        for each in cells.values()
        if each.baseline is not None and each.bound is not None
    )


def _headroom(cell: str, baseline: int, bound: int, best: Episode | None) -> Headroom:
    return Headroom(
        cell=cell,
        baseline=baseline,
        bound=bound,
        headroom=baseline / bound,
        best=best.cycles if best else None,
        agent=label(best) if best else None,
        sol=sol(best) if best else None,
        key=best.key if best else None,
    )
