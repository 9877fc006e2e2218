"""What is streamed in which order, where buffers lie, and that kernels must keep to it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.protocol import MemoryMap, Stream, Tensor
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.platforms.amd_npu.machine.layouts import Panel, arranged, restored
from kernelcraft.platforms.amd_npu.machine.memory_map import argument_block
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM
from kernelcraft.platforms.amd_npu.machine.streaming import MOST_SHIFT, bytes_of, moves, sequence

STREAMED = [cell.name for cell in find_cells("amd_npu") if cell.memory_map.streamed]
ROOT = Path(__file__).parents[4]
OWN = range(0x74000, 0x80000)


def mapped(name: str) -> MemoryMap:
    return load_cell(name).memory_map


def stream(name: str, tensor: str) -> Stream:
    found = mapped(name).stream(tensor)
    assert found is not None
    return found


def test_what_does_not_fit_is_streamed() -> None:
    assert [name.removeprefix("amd_npu/") for name in STREAMED] == [
        *("gemv/C4", "gemv/C5", "gemm/C4", "gemm/C5"),
        *("batch_matmul/C2", "batch_matmul/C3", "batch_matmul/C4", "batch_matmul/C5"),
        *("linear/C4", "linear/C5"),
    ]
    kinds = {cell.memory_map.operands for cell in find_cells("amd_npu")}
    assert kinds == {"resident", "streamed"}


PASSES = {"linear/C5": {"w": 4}}
"""How often a tensor passes, if not once."""


@pytest.mark.parametrize("name", STREAMED)
def test_every_tensor_passes_in_whole(name: str) -> None:
    memory_map = mapped(name)
    count = Counter(sequence(memory_map.plan, inbound=True))
    count += Counter(sequence(memory_map.plan, inbound=False))
    often = PASSES.get(name.removeprefix("amd_npu/"), {})
    for each in memory_map.streams:
        assert count[each.tensor.name] == each.pieces * often.get(each.tensor.name, 1)
        assert each.pieces * each.piece == bytes_of(each.tensor)


@pytest.mark.parametrize("name", STREAMED)
@pytest.mark.parametrize("moved", [0, MOST_SHIFT])
def test_buffers_lie_apart_in_the_cores_own_banks(name: str, moved: int) -> None:
    taken: list[int] = []
    for each in mapped(name).streams:
        for start in each.buffers:
            at = start + (moved if moves(each) else 0)
            assert at in OWN
            assert at + each.piece - 1 in OWN
            taken += range(at, at + each.piece, 32)
    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("name", STREAMED)
def test_two_blocks_of_a_streamed_left_factor_find_room(name: str) -> None:
    left = mapped(name).stream("x")
    if left is not None:
        block = 2 * left.rows * left.columns
        assert block % left.piece == 0
        assert any(room.size >= 2 * block for room in mapped(name).scratch)


def test_arguments_are_addresses_and_first_buffers_then_second_ones() -> None:
    assert argument_block(mapped("amd_npu/linear/C4"), 64) == [
        *(0x44040, 0x74040, 0x40040, 0x50040),
        0x78040,
    ]
    assert argument_block(mapped("amd_npu/linear/C5"), 64) == [
        *(0x7C040, 0x74000, 0x40040, 0x7E040),  # pieces of w have whole banks and stay
        *(0x7D040, 0x78000, 0x7F040),
    ]


def test_a_panel_has_whole_columns_in_tiles() -> None:
    w = Tensor("w", (16, 32), "weight", part="right")
    values = np.arange(16 * 32).reshape(16, 32)
    found = arranged(w, values, Panel(16, 8))
    assert found[: 8 * 4].tolist() == values[:8, :4].reshape(-1).tolist()
    assert found[8 * 4 : 2 * 8 * 4].tolist() == values[:8, 4:8].reshape(-1).tolist()
    assert found[16 * 8 : 16 * 8 + 4].tolist() == values[0, 8:12].tolist()
    assert np.array_equal(restored(w, found, Panel(16, 8)), values)


def test_the_prompt_has_the_plan() -> None:
    text = PLATFORM.describe(mapped("amd_npu/batch_matmul/C3"))
    assert "p0+4 and p0+16  0x74000 and 0x78000  w  16x256x256" in text
    assert "  w  in  8,192  256  free 2, full 3\n" in text
    assert "  in  once: x 8 pieces\n" in text
    assert "  in  120 times: w 2 pieces, then x 1 piece\n" in text
    assert "  in  once: w 16 pieces\n" in text
    assert "  out  once: output 256 pieces\n" in text


def examined(name: str, text: str) -> Examination:
    cell = load_cell(name)
    given = input_set(cell, "normal", 1 << 63, poison=True)
    rule = strict_rule(lockfile.tau(cell, "normal"))
    program = PLATFORM.assemble(text)
    return examine(cell, program, given, rule, lockfile.limits(cell), honest=True)


@pytest.mark.parametrize("name", ["linear/C4", "linear/C5", "gemm/C5", "batch_matmul/C2"])
def test_a_template_is_right(name: str) -> None:
    found = examined(f"amd_npu/{name}", baseline(load_cell(f"amd_npu/{name}")))
    assert found.failure is None, found.message


GEMV, GEMM = "amd_npu/gemv/C4", "amd_npu/gemm/C5"


@pytest.mark.parametrize(
    ("name", "before", "after", "failure"),
    [
        (GEMV, r"(acq #1|rel #0), r4", "nopx", "wrong"),  # reads without asking
        (GEMV, r"acq #1, r4", "nopx", "fault"),  # gives back what it was never given
        (GEMV, r"(?s)(.*)rel #0, r4", r"\1nopx", "fault"),  # never gives a buffer back
        (GEMM, r"acq #2, r3", "nopx", "wrong"),  # does not wait until all has left
        (GEMM, r"rel #3, r4", "nopx", "fault"),  # sends nothing
    ],
)
def test_who_does_not_keep_to_the_locks_is_refused(
    name: str, before: str, after: str, failure: str
) -> None:
    text = baseline(load_cell(name))
    changed = re.sub(before, after, text)
    assert changed != text
    assert examined(name, changed).failure == failure


def test_what_did_not_leave_is_named() -> None:
    text = baseline(load_cell(GEMM)).replace("acq #2, r3", "nopx")
    found = examined(GEMM, text)
    assert re.search(
        r"the first, \[.*\] at byte 0x.* of piece 127, was never written", found.message
    )


@pytest.mark.parametrize("name", STREAMED)
def test_the_docs_have_the_plan(name: str) -> None:
    cell, page = load_cell(name), ROOT / "docs" / "platforms" / "amd_npu.md"
    memory_map = cell.memory_map
    tensors = [each.tensor.name for each in (*memory_map.inputs, memory_map.output)]
    still = [each for each in tensors if memory_map.stream(each) is None]
    moving = [f"{s.tensor.name} {s.pieces:,} of {s.piece:,}" for s in memory_map.streams]
    size = {each.tensor.name: each.piece for each in memory_map.streams}
    cycles = sum(size[each] for each in sequence(memory_map.plan, inbound=True)) // 8
    row = [f"{cell.task.name} {cell.configuration}", ", ".join(still) or "–", ", ".join(moving)]
    assert f"| {' | '.join([*row, f'{cycles:,}'])} |" in page.read_text(encoding="utf-8")
