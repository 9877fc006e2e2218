"""Refuses a kernel that beats what its machine allows: the machine, or we, were tricked."""

from kernelcraft.cells import kernels
from kernelcraft.grading.check import Graded, Refusal


def of_grading(graded: Graded) -> Refusal | None:
    """Refuses fewer cycles on the slowest input set than the cell's bound."""
    cycles, bound = max(seen.run.cycles for seen in graded.found), kernels.bound(graded.cell)
    if bound is None or cycles >= bound:
        return None
    return Refusal(
        "quarantined",
        f"{cycles:,} cycles are fewer than the bound of {bound:,}: bound or simulator wrong, "
        "quarantined for inspection",
    )
