"""What an agent is told of earlier episodes: lessons for a kernel like the one at hand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.experience.advice import Advice
from kernelcraft.experience.evidence import Place
from kernelcraft.grading.job import Profiled
from kernelcraft.workbench.prompt import approximate_tokens

if TYPE_CHECKING:
    from kernelcraft.experience.store import Row
    from kernelcraft.grading.job import Grader

TOKENS: Final = 800
"""Of the prompt's section."""
OF_A_PROFILE: Final = 200
KEPT: Final = 32  # sections that are kept, for whoever looks at the same kernel again
LEAST: Final = 2  # pieces of evidence without a gain that speak against a change

PREFACE: Final = """\
What changes of other kernels have brought in earlier episodes, those of kernels like yours first.
"3 of 5" says that 3 of 5 kernels became faster, or right. It may be otherwise here: evaluate."""


@dataclass
class _Counted:
    move: str
    change: str
    weight: float = 0.0
    rows: list[Row] = field(default_factory=list)
    weights: list[float] = field(default_factory=list)

    def add(self, row: Row, weight: float) -> None:
        self.rows.append(row)
        self.weights.append(weight)

    @property
    def paid(self) -> int:
        return sum(row.paid for row in self.rows)

    @property
    def gain(self) -> float:
        """Weighted mean of log(before / after) of the kernels that stayed right."""
        pairs = [(math.log(row.ratio), each) for row, each in self._both() if row.ratio]
        return sum(gain * each for gain, each in pairs) / (sum(each for _, each in pairs) or 1.0)

    @property
    def promise(self) -> float:
        """How much it is worth to know: gains of like kernels, less of few."""
        useful = sum(each * max(0.0, math.log(row.ratio or 1.0)) for row, each in self._both())
        mended = sum(each for row, each in self._both() if row.paid and row.ratio is None)
        return (useful + mended) / (1.0 + sum(self.weights))

    @property
    def harm(self) -> float:
        """How sure it is that it does not pay."""
        return sum(self.weights) if len(self.rows) >= LEAST and not self.paid else 0.0

    def _both(self) -> Iterable[tuple[Row, float]]:
        return zip(self.rows, self.weights, strict=True)

    def __str__(self) -> str:
        what = " ".join(filter(None, [self.move, self.change]))
        wrong = sum(row.broke for row in self.rows)
        gain = "" if not self.gain else f", {math.exp(self.gain):.3f}x as fast"
        broke = f", {wrong} times wrong" if wrong else ""
        cells = sorted({row.cell.rpartition("/")[0] for row in self.rows})
        where = ", ".join(cells[:2]) + (f" and {len(cells) - 2} more" if len(cells) > 2 else "")
        return f"- {what}: {self.paid} of {len(self.rows)}{gain}{broke} ({where})"


@lru_cache(KEPT)
def lessons(advice: Advice, place: Place, tokens: int) -> tuple[str, ...]:
    """Lines about changes of kernels like one at this place, as many as fit: most of them of what
    has paid, then of what has not."""
    counted: dict[tuple[str, str], _Counted] = {}
    for row, each in advice.weighed(place):
        key = row.move, row.change
        counted.setdefault(key, _Counted(*key)).add(row, each)
    good = sorted(counted.values(), key=lambda one: -one.promise)
    bad = sorted(counted.values(), key=lambda one: -one.harm)
    lines = list(_fitting((str(one) for one in good if one.promise > 0.0), tokens * 3 // 4))
    left = tokens - sum(map(approximate_tokens, lines))
    return (*lines, *_fitting((str(one) for one in bad if one.harm > 0.0), left))


def section(advice: Advice, cell: Cell, grader: Grader, tokens: int = TOKENS) -> str:
    """For the prompt: lessons for the compiler's kernel; "" where none is like it."""
    try:
        start = grader.submit(Profiled(cell.name, kernels.baseline(cell))).result()
    except Unwritten:
        return ""
    found = lessons(advice, Place.of(cell, start), tokens - approximate_tokens(PREFACE))
    return "\n".join([PREFACE, *found]) if found else ""


def _fitting(lines: Iterable[str], tokens: int) -> Iterator[str]:
    for line in lines:
        tokens -= approximate_tokens(line + "\n")
        if tokens < 0:
            return
        yield line
