"""PLENA's kernels on the machine of the official tools beside the documented one, as a docs page.

`python -m kernelcraft.platforms.plena.studies.official` writes the tables of `PAGE` anew, in the
project's folder; every kernel is run on its cell's public inputs, as many cells at once as there
are cores.
"""

import math
import re
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, UnknownName, find_cells, load_cell, with_machine
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.evaluation import evaluate

PLATFORM: Final = "plena"
PAGE: Final = Path("docs", "platforms", "plena_official.md")
BEGIN: Final = "<!-- tables: python -m kernelcraft.platforms.plena.studies.official -->"
END: Final = "<!-- end -->"
OFFICIAL: Final = {"errata": "official"}
SHIPPED: Final = {"errata": "official", "vector_sram_rows": "1024"}
MASK: Final = re.compile(r"\b(?:V_EXP_V|V_RECI_V|V_RED_MAX|V_RED_SUM) \w+, *\w+, *1")
USES: Final = (
    ("M_BMV", re.compile(r"\bM_BMV ")),
    ("immediate", re.compile(r"\b(?:M_BMM|M_MV|M_BMV)_WO \w+, *[1-9]")),
    ("mask", MASK),
)
"""What a text writes that the official tools cannot do, by erratum."""
HEAD: Final = """\
| cell | baseline, documented | official | expert, documented | official | speedup, documented \
| official | the documented expert needs | which costs | 1,024 rows: baseline | expert |
|---|---|---|---|---|---|---|---|---|---|---|"""


@dataclass(frozen=True)
class Found:
    """A kernel on one machine: its cycles if it is right there, and its text."""

    cycles: int | None
    text: str = ""


@dataclass(frozen=True)
class Row:
    """One cell."""

    cell: str
    baseline: tuple[Found, Found]  # documented, official
    expert: tuple[Found, Found]
    shipped: tuple[bool, bool]  # whether baseline and expert run with the shipped vector rows

    @property
    def needs(self) -> tuple[str, ...]:
        """What the documented expert uses that the official tools cannot do."""
        return tuple(name for name, use in USES if use.search(self.expert[0].text))

    @property
    def speedups(self) -> tuple[float | None, float | None]:
        """Of the expert over the baseline of the same machine."""
        pairs = list(zip(self.baseline, self.expert, strict=True))
        one, other = (b.cycles / e.cycles if b.cycles and e.cycles else None for b, e in pairs)
        return one, other

    @property
    def cost(self) -> int | None:
        """Cycles that the expert takes more on the official machine."""
        documented, official = (each.cycles for each in self.expert)
        return official - documented if official and documented else None

    def __str__(self) -> str:
        cost = "–" if self.cost is None else f"{self.cost:+,}" if self.cost else "0"
        one, other = (f"{each:.2f}x" if each else "–" for each in self.speedups)
        cells = (
            self.cell.removeprefix(f"{PLATFORM}/"),
            _cycles(self.baseline[0]),
            _changed(self.baseline),
            _cycles(self.expert[0]),
            _changed(self.expert),
            one,
            other,
            ", ".join(self.needs) or "–",
            cost,
            *("yes" if fits else "no" for fits in self.shipped),
        )
        return f"| {' | '.join(cells)} |"


def row(cell: Cell) -> Row:
    """Runs both kernels on both machines, and the official ones on the shipped one."""
    official = with_machine(cell, OFFICIAL)
    baseline = _found(cell, kernels.baseline), _found(official, kernels.baseline)
    expert = _found(cell, kernels.expert), _found(official, kernels.expert)
    shipped = _fits(cell, baseline[1].text), _fits(cell, expert[1].text)
    return Row(cell.name, baseline, expert, shipped)


def _row_of(name: str) -> Row:
    return row(load_cell(name))


def _found(cell: Cell, writer: Callable[[Cell], str]) -> Found:
    try:
        text = writer(cell)
    except Unwritten:
        return Found(None)
    seen = evaluate(cell, text)
    return Found(None if seen.failure else seen.cycles, text)


def _fits(cell: Cell, text: str) -> bool:
    """Whether a kernel of the official machine is right on one with the shipped vector rows."""
    try:
        return bool(text) and evaluate(with_machine(cell, SHIPPED), text).failure is None
    except UnknownName:  # the output alone does not fit
        return False


def tables(rows: Sequence[Row]) -> str:
    """A row for every cell, and what they say together."""
    return "\n".join((HEAD, *map(str, rows), "", *summary(rows)))


def summary(rows: Sequence[Row]) -> list[str]:
    """Counts, geometric means, and what each erratum costs."""
    right = [sum(each[1].cycles is not None for each in found) for found in _columns(rows)]
    same = [sum(one.text == other.text for one, other in found) for found in _columns(rows)]
    both = [pair for each in rows if all(pair := each.speedups)]
    fits = [sum(each.shipped[index] for each in rows) for index in (0, 1)]
    means = [math.exp(sum(math.log(pair[i] or 1) for pair in both) / len(both)) for i in (0, 1)]
    return [
        f"* Right on the official machine: {right[0]} baselines and {right[1]} experts of "
        f"{len(rows)} cells; {same[0]} and {same[1]} of them have the same text on both.",
        f"* Geometric mean over the baseline, on the {len(both)} cells with an expert on both: "
        f"{means[0]:.2f}x documented, {means[1]:.2f}x official.",
        f"* With the shipped 1,024 vector rows: {fits[0]} baselines and {fits[1]} experts.",
        *_costs(rows),
    ]


def _columns(rows: Sequence[Row]) -> tuple[list[tuple[Found, Found]], list[tuple[Found, Found]]]:
    return [each.baseline for each in rows], [each.expert for each in rows]


def _costs(rows: Sequence[Row]) -> list[str]:
    """Experts by what they need, and baselines whose masks are lost."""
    lines = []
    for needs in dict.fromkeys(each.needs for each in rows if each.needs):
        found = [each.expert for each in rows if each.needs == needs]
        lines.append(_cost(f"Experts that need {' and '.join(needs)}", found))
    changed = [each.baseline for each in rows if each.baseline[0].text != each.baseline[1].text]
    masked = [pair for pair in changed if MASK.search(pair[0].text)]
    long = [pair for pair in changed if pair not in masked]
    if masked:
        lines.append(_cost("Baselines whose masks are lost", masked))
    if long:
        lines.append(_cost("Baselines with too long an iteration of a loop", long))
    return lines


def _cost(what: str, found: Sequence[tuple[Found, Found]]) -> str:
    pairs = [(a.cycles, b.cycles) for a, b in found if a.cycles and b.cycles]
    missing = (
        f"; {len(found) - len(pairs)} have no official form" if len(pairs) < len(found) else ""
    )
    if not pairs:
        return f"* {what}: {len(found)}, of which none has an official form."
    ratio = math.exp(sum(math.log(b / a) for a, b in pairs) / len(pairs))
    more = sorted({min(b - a for a, b in pairs), max(b - a for a, b in pairs)})
    cycles = " to ".join(f"{each:+,}" for each in more)
    return (
        f"* {what}: {len(found)}; {cycles} cycles, {ratio:.3f} times as "
        f"many (geometric mean of {len(pairs)}){missing}."
    )


def _cycles(found: Found) -> str:
    return f"{found.cycles:,}" if found.cycles else "–"


def _changed(pair: tuple[Found, Found]) -> str:
    """The official cycles, or that the same text takes the same."""
    documented, official = pair
    if official.cycles and official.text == documented.text:
        return "=" if official.cycles == documented.cycles else f"= text, {official.cycles:,}"
    return _cycles(official)


def page(text: str, rows: Sequence[Row]) -> str:
    """The text of the docs page with the tables as they should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{tables(rows)}\n{END}{after}"


def main() -> int:
    """The command; gives its exit code."""
    names = [cell.name for cell in find_cells(platform=PLATFORM)]
    rows = []
    with ProcessPoolExecutor() as pool:
        for each in pool.map(_row_of, names):
            rows.append(each)
            print(each, file=sys.stderr, flush=True)
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
