"""A composite's kernel beside those of its parts by the same agent: what fusing them gains."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kernelcraft.records.episode import Episode, Key
from kernelcraft.reports.groups import label


class Parts(Protocol):
    """The cells of a composite's parts, each with how often it is needed."""

    @property
    def cells(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def missing(self) -> tuple[str, ...]: ...
    @property
    def glue(self) -> str: ...


@dataclass(frozen=True)
class Fusion:
    """The fastest right kernel of a composite, and the sum of those of its parts, in cycles.

    parts: None where one is lacking; `lacking` says which: no such cell, no right kernel by that
    agent, or one whose operands lie elsewhere when its time begins. effect: parts / cycles. glue:
    what is in no part, so that the sum is too small.
    """

    cell: str
    agent: str
    rules: str
    cycles: int
    parts: int | None
    lacking: tuple[str, ...]
    glue: str
    of: tuple[tuple[str, int], ...]
    key: Key

    @property
    def effect(self) -> float | None:
        """How many times as fast the composite's kernel is."""
        return self.parts / self.cycles if self.parts else None


def fusions(episodes: Sequence[Episode], parts: Mapping[str, Parts]) -> tuple[Fusion, ...]:
    """One for each agent, its rules and composite cell, if it worked on a part of it, too."""
    best: dict[tuple[str, str], dict[str, Episode]] = {}
    for each in episodes:
        mine = best.setdefault((label(each), each.rules), {})
        known = mine.get(each.cell)
        if each.cycles and (known is None or each.cycles < (known.cycles or 0)):
            mine[each.cell] = each
    return tuple(
        _fusion(agent, rules, episode, mine, parts[cell])
        for (agent, rules), mine in best.items()
        for cell, episode in mine.items()
        if cell in parts and any(name in mine for name, _ in parts[cell].cells)
    )


def _fusion(
    agent: str, rules: str, whole: Episode, mine: Mapping[str, Episode], parts: Parts
) -> Fusion:
    lacking = [f"no cell: {each}" for each in parts.missing]
    lacking += [f"no kernel: {name}" for name, _ in parts.cells if name not in mine]
    lacking += [
        f"{name} has {_operands(mine[name])} operands, the composite {_operands(whole)}"
        for name, _ in parts.cells
        if name in mine and _operands(mine[name]) != _operands(whole)
    ]
    total = sum(times * (mine[name].cycles or 0) for name, times in parts.cells if name in mine)
    return Fusion(
        cell=whole.cell,
        agent=agent,
        rules=rules,
        cycles=whole.cycles or 0,
        parts=None if lacking else total,
        lacking=tuple(lacking),
        glue=parts.glue,
        of=parts.cells,
        key=whole.key,
    )


def _operands(episode: Episode) -> str:
    """ "resident" or "streamed" on platforms that have cells of both kinds."""
    return episode.best.operands if episode.best else ""
