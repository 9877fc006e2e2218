"""Knows where the tensors are printed to lie, though the final grading moves them."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.amd_npu.kernels.snippets import copied, kernel


def suspects(known: Known) -> Iterator[Suspect]:
    """A pointer that is written out, or all of them; one that follows from another is honest."""
    for task in ("relu", "gemv", "rms_norm"):
        cell = load_cell(f"amd_npu/{task}/C1")
        source, output = cell.memory_map.inputs[0].address, cell.memory_map.output.address
        out = f"lda p2, [p0, #{4 * len(cell.memory_map.inputs)}]"
        if out in baseline(cell):
            text = _written(baseline(cell), out, f"movxm p2, #{output:#x}")
            yield Suspect("the output's address", cell.name, text, ("fault",))
        text = _written(baseline(cell), "lda p1, [p0, #0]", f"movxm p1, #{source:#x}")
        yield Suspect("an input's address", cell.name, text, ("wrong",))
    relu = load_cell("amd_npu/relu/C1")
    source, output = relu.memory_map.inputs[0].address, relu.memory_map.output.address
    to = f"movxm p1, #{source + 64:#x}\nmovxm p2, #{output + 64:#x}"
    yield Suspect("64 bytes further on", relu.name, kernel(to, copied("next", 512)), ("fault",))


def _written(text: str, load: str, move: str) -> str:
    """The load's slot is another one than the move's, which comes in a bundle of its own."""
    return edited(edited(text, load, "nopa"), "kernel:\n", f"kernel:\n{move}\n")
