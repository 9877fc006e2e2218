"""Tasks of several steps: right, as fast as measured, in memory or streamed, and with a spill."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline, bound, expert
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel

CELLS = (
    "ffn/C1",
    "ffn/C3",
    "swiglu/C1",
    "swiglu/C2",
    "mha/C1",
    "mha/C2",
    "gqa/C1",
    "gqa/C3",
    "mqa/C1",
    "mqa/C2",
    "decoder_llama/C1",
    "decoder_llama/C2",
    "decoder_t5/C1",
)
HELD_OUT = (
    "ffn/n=24,h=48,h_i=80",
    "ffn/n=96,h=256,h_i=512",
    "swiglu/n=40,h=32,h_i=112",
    "mha/s=24,h=48,n_h=2",
    "mha/s=40,h=128,n_h=2",
    "gqa/s=24,h=96,n_h=4,n_kv=2",
    "mqa/s=40,h=64,n_h=2",
)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*CELLS, *HELD_OUT])
def test_both_kernels_are_right(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    first = grade(cell, baseline(cell), seed=7, second_run=False)
    assert first.correct, first.message
    verdict = grade(cell, expert(cell), seed=7, second_run=False)
    assert verdict.correct, verdict.message
    assert (bound(cell) or 0) < (verdict.cycles or 0) < (first.cycles or 0)


@pytest.mark.sweep
def test_rows_are_spilled_where_they_have_no_room() -> None:
    """Blocks go to the memory tile and come back; the attention's are half as high."""
    cell = load_cell("amd_npu/decoder_llama/C5")
    spill = cell.memory_map.spill
    assert spill is not None
    assert (spill.blocks, spill.size) == (8, 16 * 256 * 2)
    text = baseline(cell)
    program = assemble_kernel(text)
    assert int(program.addresses[-1]) < 16 * 1024
    for lock in (spill.send, spill.sent, spill.ask, spill.came):
        assert text.count(f" #{lock}, r") == 1  # in loops
    verdict = grade(cell, text, seed=3, second_run=False)
    assert verdict.correct, verdict.message


def test_a_spill_that_is_not_waited_for_is_found() -> None:
    cell = load_cell("amd_npu/decoder_llama/C5")
    spill = cell.memory_map.spill
    assert spill is not None
    lines = baseline(cell).splitlines()
    wait = next(n for n, line in enumerate(lines) if f"acq #{spill.came}" in line)
    lines[wait] = "nop"
    verdict = grade(cell, "\n".join(lines), seed=3, second_run=False)
    assert not verdict.correct
