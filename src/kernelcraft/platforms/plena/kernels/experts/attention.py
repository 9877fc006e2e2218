"""ScaledDotProduct attention: softmax(q · kᵀ / √h) · v."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.schedules.heads import attention


def kernel(cell: Cell) -> str:
    """Queries, exponentials and sums all go through the matrix unit (see `schedules.heads`).

    The matrix unit limits C5 with 40 % of the cycles, transfers have 31 %, the vector unit 15 %,
    half of which the largest scores take. Small cells pay for the patterns: transfers are 61 % of
    C1, most of them stores and fetches of patterns.
    """
    return attention(cell).text()
