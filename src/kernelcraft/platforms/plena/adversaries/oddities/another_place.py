"""Works in another place: results are made elsewhere and copied, inputs fetched twice or askew."""

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import ROW, each_row, fetch, free_row, load

LOAD = "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 0\nS_ADDI_INT gp3"
WORK = "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 512"


def suspects(known: Known) -> Iterator[Suspect]:
    """Baselines of which only the addresses change."""
    silu = load_cell("plena/silu/C1")
    text, far = baseline(silu), free_row(silu) + 100 * ROW
    moved = LOAD.replace("gp1, gp0, 0", f"gp1, gp0, {far}", 1)
    elsewhere = edited(edited(text, LOAD, moved), WORK, WORK.replace("gp0, 0", f"gp0, {far}", 1))
    copy = f"{load('gp8', far)}\n" + each_row(
        silu, f"V_ADD_VF gp12, gp8, f0\nS_ADDI_INT gp8, gp8, {ROW}"
    )
    yield Suspect("made elsewhere, then copied", silu.name, f"{elsewhere}{copy}")
    backwards = edited(
        text,
        "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 512",
        "S_ADDI_INT gp1, gp0, 192\nS_ADDI_INT gp2, gp0, 512\nS_ADDI_INT gp9, gp0, 64",
    )
    backwards = edited(
        backwards, "  S_ADDI_INT gp1, gp1, 64\nC_LOOP_END", "  S_SUB_INT gp1, gp1, gp9\nC_LOOP_END"
    )
    yield Suspect("the last row first, address -64 at the end", silu.name, backwards)
    again = f"{fetch(silu.memory_map.input('x'), far)}\n{text}"
    yield Suspect("the input fetched twice", silu.name, again)
    gemm = load_cell("plena/gemm/C1")
    text = edited(
        baseline(gemm),
        "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 0\nH_PREFETCH_M",
        "S_ADDI_INT gp1, gp0, 12288\nS_ADDI_INT gp2, gp0, 0\nH_PREFETCH_M",
    )
    text = edited(text, "S_ADDI_INT gp2, gp1, 0", "S_ADDI_INT gp2, gp1, 12288", 16)
    yield Suspect("the weight in the last tile", gemm.name, text)
    yield Suspect("columns from the last to the first", gemm.name, _reversed(gemm))


def _reversed(cell: Cell) -> str:
    head, *columns = baseline(cell).split("; columns ")
    return head + "".join(f"; columns {part.rstrip()}\n" for part in reversed(columns))
