"""The tables of docs/platforms/plena.md have the cycles of the lock file, bounds and experts."""

import math
import statistics
from collections.abc import Iterable
from pathlib import Path

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.grading import lockfile

PAGES = Path(__file__).parents[4] / "docs" / "platforms"
TITLES = {
    "attention": "ScaledDotProduct",
    "batch_matmul": "BatchMatMul",
    "decoder_llama": "DecoderBlock LLaMA",
    "decoder_t5": "DecoderBlock T5",
    "flash_attention": "FlashAttention",
    "gelu": "GELU",
    "layer_norm": "LayerNorm",
    "linear": "Linear",
    "relu": "ReLU",
    "rms_norm": "RMSNorm",
    "rope": "RoPE",
    "silu": "SiLU",
    "softmax": "Softmax",
    "swiglu": "SwiGLU",
}


def sections() -> dict[str, str]:
    text = (PAGES / "plena.md").read_text(encoding="utf-8")
    parts = [part.partition("\n") for part in text.split("\n## ")]
    return {title: body for title, _, body in parts}


def experts() -> dict[str, int]:
    """Cycles by cell on the documented machine; another test holds that page to the code."""
    lines = (PAGES / "plena_official.md").read_text(encoding="utf-8").splitlines()
    table = [each for each in lines if each.startswith("| ") and "/C" in each]
    rows = [[each.strip() for each in row.split("|")[1:-1]] for row in table]
    return {f"plena/{row[0]}": int(row[3].replace(",", "")) for row in rows}


def tasks() -> dict[str, list[Cell]]:
    found: dict[str, list[Cell]] = {}
    for cell in find_cells(platform="plena"):
        found.setdefault(TITLES.get(cell.task.name, cell.task.name.upper()), []).append(cell)
    return found


def baseline(cell: Cell) -> int:
    locked = lockfile.locked(cell)
    assert locked is not None
    return locked.baseline_cycles


def bound(cell: Cell) -> int:
    found = kernels.bound(cell)
    assert found is not None
    return found


def line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def numbers(values: Iterable[int]) -> list[str]:
    return [f"{each:,}" for each in values]


def test_the_baselines_of_composites_that_the_paper_has_none_of() -> None:
    table = sections()["The compiler baseline"].splitlines()
    for title, cells in tasks().items():
        if cells[0].task.level > 1 and title not in ("FFN", "SwiGLU"):
            assert line(title, *numbers(map(baseline, cells))) in table


def test_the_bounds() -> None:
    text, taken = sections()["The bounds"], experts()
    for title, cells in tasks().items():
        ratios = " ".join(f"{taken[cell.name] / bound(cell):.2f}" for cell in cells)
        assert line(title, *numbers(map(bound, cells)), ratios) in text.splitlines()
    every = find_cells(platform="plena")
    median = statistics.median(taken[cell.name] / bound(cell) for cell in every)
    assert f"(median {median:.2f})" in text


def test_the_experts() -> None:
    text, taken = sections()["The experts"], experts()
    gain = {cell: baseline(cell) / taken[cell.name] for cell in find_cells(platform="plena")}
    for title, cells in tasks().items():
        cycles = numbers(taken[cell.name] for cell in cells)
        ends = (f"{gain[cell]:.2f}" for cell in (cells[0], cells[-1]))
        assert line(title, *cycles, *ends) in text.splitlines()
    first = [each for cell, each in gain.items() if cell.task.level == 1]
    means = [math.exp(statistics.fmean(map(math.log, each))) for each in (gain.values(), first)]
    assert f"all 100 cells is {means[0]:.2f}, over the 50 of level 1 {means[1]:.2f}:" in text
