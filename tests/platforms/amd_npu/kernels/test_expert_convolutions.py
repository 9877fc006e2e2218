"""Our best convolutions are right, keep the multiplier busy, and do so in odd sizes, too."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.kernels.pipelines.depthwise_5x5 import values
from kernelcraft.platforms.amd_npu.kernels.pipelines.planes import BANKS, Planes
from kernelcraft.platforms.amd_npu.kernels.pipelines.window_iteration import POINTERS, Block
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.window import Image

CYCLES = {
    "conv2d/C1": 66,
    "conv2d/C2": 612,
    "conv2d/C3": 4_505,
    "conv2d/C4": 17_863,
    "depthwise_conv/C1": 346,
    "depthwise_conv/C3": 2_647,
    "depthwise_conv/C5": 17_928,
    "conv_block/C1": 100,
    "conv_block/C4": 1_320,
}
"""The products of Conv2D C3 and C4 take 4,416 and 17,664, of DepthwiseConv C3 2,496, C5 10,240."""


@pytest.mark.sweep
@pytest.mark.parametrize("name", CYCLES)
def test_a_convolution_is_fast(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.cycles is not None
    assert verdict.cycles == CYCLES[name]
    before = grade(cell, baseline(cell), seed=2, second_run=False).cycles
    assert before is not None
    assert before > 2.4 * verdict.cycles


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name",
    [
        "conv2d/H=4,c_in=8,c_out=8,k=1",
        "conv2d/H=12,c_in=40,c_out=24,k=3",
        "conv2d/H=20,c_in=8,c_out=8,k=3",
        "conv2d/H=4,c_in=24,c_out=40,k=5",
        "conv2d/H=32,c_in=8,c_out=16,k=5",
        "conv2d/H=4,c_in=8,c_out=24,k=7",
        "conv2d/H=12,c_in=16,c_out=8,k=7",
        "depthwise_conv/H=4,c=32,k=3",
        "depthwise_conv/H=12,c=48,k=3",
        "depthwise_conv/H=12,c=16,k=5",
        "depthwise_conv/H=20,c=16,k=5",
        "depthwise_conv/H=28,c=16,k=5",
        "depthwise_conv/H=4,c=32,k=5",
        "depthwise_conv/H=4,c=16,k=7",
        "depthwise_conv/H=12,c=32,k=7",
        "depthwise_conv/H=20,c=16,k=7",
        "conv_block/H=4,c_in=8,c_out=16,k=7",
        "conv_block/H=12,c_in=8,c_out=16,k=1",
        "conv_block/H=8,c_in=16,c_out=16,k=1",
        "conv_block/H=12,c_in=8,c_out=48,k=3",
    ],
)
def test_a_convolution_in_odd_sizes_is_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    verdict = grade(cell, expert(cell), seed=2, second_run=False)
    assert verdict.correct, verdict.message


@pytest.mark.parametrize(("wide", "deep", "k"), [(4, 4, 3), (2, 4, 3), (4, 2, 1), (4, 4, 5)])
def test_a_round_takes_as_long_as_its_products(wide: int, deep: int, k: int) -> None:
    body, values = Block(Image(16, 4, 32, 32, k), 0, wide, deep).iteration()
    writer = core_writer(Memory(tuple(POINTERS), POINTERS), ("wl0", "wh0"))
    assert writer.loop(body, 100, values).interval == wide * deep * k


@pytest.mark.parametrize("height", [16, 20, 32])
def test_a_run_of_sums_takes_as_long_as_its_products(height: int) -> None:
    planes = Planes(height, 32)
    for run in planes.runs():
        body = planes.sums(run)
        writer = core_writer(Memory(tuple(BANKS), BANKS), ("wl0", "wh0"))
        loop = writer.loop(body, 100, values(body), attempts=8)
        assert loop.interval == 5 * len(run)


def test_the_docs_have_the_cycles() -> None:
    page = (Path(__file__).parents[4] / "docs" / "platforms" / "amd_npu.md").read_text("utf-8")
    for task, title in (("conv2d", "Conv2D"), ("depthwise_conv", "DepthwiseConv")):
        small, middle = (CYCLES[f"{task}/{configuration}"] for configuration in ("C1", "C3"))
        assert f"of {title} (C1 {small:,}, C3 {middle:,})" in page
    assert f"C5 takes {CYCLES['depthwise_conv/C5']:,} cycles" in page


def test_a_kernel_fits_the_program_memory() -> None:
    cell = load_cell("amd_npu/conv2d/H=32,c_in=8,c_out=16,k=7")
    assert cell.platform.assemble(expert(cell))
