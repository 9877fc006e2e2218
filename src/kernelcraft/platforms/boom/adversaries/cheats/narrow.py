"""Is right for small numbers only: borders, signs and sums that wrap around are left out."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.cells.suspects import Known, Suspect, edited


def suspects(known: Known) -> Iterator[Suspect]:
    """Edits of the compiler's kernels and of experts."""
    vvadd = load_cell("boom/vvadd/C1")
    cut = "\tadd\ta4, a4, a5\n\tslli\ta4, a4, 48\n\tsrli\ta4, a4, 48\n"
    short = edited(baseline(vvadd), "\tadd\ta4, a4, a5\n", cut)
    yield Suspect("sums of 16 bits", vvadd.name, short, ("wrong",))
    for name, other in (("qsort", "rsort"), ("rsort", "qsort")):
        text = expert(load_cell(f"boom/{other}/C1"))
        yield Suspect("sorts with another sign", f"boom/{name}/C1", text, ("wrong", "fault"))
    sort = load_cell("boom/rsort/C1")
    skipped = expert(sort).replace("srli t4, t0, 23", "srli t4, t0, 24")
    yield Suspect("seven bits of the highest digit", sort.name, skipped, ("wrong",))
    median = load_cell("boom/median/C1")
    borders = edited(expert(median), "sw zero, 0(t0)", "nop")
    yield Suspect("the last border left out", median.name, borders, ("wrong",))
