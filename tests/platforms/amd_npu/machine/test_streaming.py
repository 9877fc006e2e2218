"""What is streamed in which order, where buffers lie, and that kernels must keep to it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.cells.protocol import MemoryMap, Stream, Tensor
from kernelcraft.grading import lockfile
from kernelcraft.grading.examination import Examination, examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.platforms.amd_npu.kernels.bounds.streams import RATE
from kernelcraft.platforms.amd_npu.machine.column_plan import column_plan
from kernelcraft.platforms.amd_npu.machine.layouts import Panel, arranged, restored
from kernelcraft.platforms.amd_npu.machine.memory_map import argument_block
from kernelcraft.platforms.amd_npu.machine.plan import check
from kernelcraft.platforms.amd_npu.machine.plan_text import parsed, text_of
from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM
from kernelcraft.platforms.amd_npu.machine.streaming import MOST_SHIFT, bytes_of, moves, sequence

STREAMED = [cell.name for cell in find_cells("amd_npu") if cell.memory_map.streamed]
ROOT = Path(__file__).parents[4]
OWN, NORTH = range(0x74000, 0x80000), range(0x60000, 0x6C000)


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
        *("linear/C4", "linear/C5", "ffn/C3", "ffn/C4", "ffn/C5"),
        *(f"swiglu/C{n}" for n in range(2, 6)),
        *(f"mha/C{n}" for n in range(2, 6)),
        *("gqa/C4", "gqa/C5", "mqa/C4", "mqa/C5"),
        *(f"decoder_llama/C{n}" for n in range(1, 6)),
        *(f"decoder_t5/C{n}" for n in range(1, 6)),
    ]
    kinds = {cell.memory_map.operands for cell in find_cells("amd_npu")}
    assert kinds == {"resident", "streamed"}


HEADS = {"x": 2, "wk": 4, "wv": 4, "wq": 4, "wo": 4}
PASSES = {
    "linear/C5": {"w": 4},
    "ffn/C5": {"w1": 4, "w2": 4},
    "swiglu/C5": {"w_gate": 4, "w_up": 4, "w_down": 4},
    "mha/C5": HEADS,
    "gqa/C5": dict.fromkeys(HEADS, 2),
    "mqa/C5": HEADS,
    "decoder_llama/C4": {"w_gate": 2, "w_up": 2, "w_down": 2},
    "decoder_llama/C5": {
        **{"x": 2, "wk": 8, "wv": 8, "wq": 8, "wo": 8},
        **{"w_gate": 4, "w_up": 4, "w_down": 4},
    },
    "decoder_t5/C4": {"w1": 2, "w2": 2},
    "decoder_t5/C5": {
        **{"x": 2, "w1": 4, "w2": 4},
        **{f"{part}{name}": 8 for part in "wc" for name in "qkvo"},
    },
}
"""How often a tensor passes, if not once: once for each block of rows."""


@pytest.mark.parametrize("name", STREAMED)
def test_every_tensor_passes_in_whole(name: str) -> None:
    memory_map = mapped(name)
    count = Counter(sequence(memory_map.plan, inbound=True))
    count += Counter(sequence(memory_map.plan, inbound=False))
    count += Counter(each.tensor.name for each in memory_map.streams if each.whole)
    often = PASSES.get(name.removeprefix("amd_npu/"), {})
    for each in memory_map.streams:
        assert count[each.tensor.name] == each.pieces * often.get(each.tensor.name, 1)
        assert each.pieces * each.piece == bytes_of(each.tensor)


@pytest.mark.parametrize("name", STREAMED)
@pytest.mark.parametrize("moved", [0, MOST_SHIFT])
def test_buffers_lie_apart_in_banks_that_the_dma_reaches(name: str, moved: int) -> None:
    taken: list[int] = []
    for each in {stream.buffers: stream for stream in mapped(name).streams}.values():
        for start in each.buffers:
            at = start + (moved if moves(each) else 0)
            room = NORTH if each.whole else OWN
            assert at in room
            assert at + each.piece - 1 in room
            taken += range(at, at + each.piece, 32)
    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("name", STREAMED)
def test_a_plan_keeps_the_limits_of_the_hardware(name: str) -> None:
    memory_map = mapped(name)
    plan = column_plan(memory_map.plan, memory_map.streams, memory_map.spill)
    assert plan is not None
    sizes = {each.tensor.name: bytes_of(each.tensor) for each in memory_map.streams}
    assert list(check(plan, sizes)) == []
    assert parsed(text_of(plan)) == plan


@pytest.mark.parametrize("name", STREAMED)
def test_blocks_of_the_left_factor_find_room(name: str) -> None:
    left = mapped(name).stream("x")
    if left is not None:
        block = 2 * left.rows * left.columns
        blocks = min(2, bytes_of(left.tensor) // block)
        assert block % left.piece == 0
        assert any(room.size >= blocks * block for room in mapped(name).scratch)


def test_nothing_counts_as_sent_before_a_run() -> None:
    """What the output's place in DDR holds then is garbage."""
    cell = load_cell("amd_npu/gemm/C5")
    assert cell.memory_map.streamed
    inputs = {each.name: np.zeros(each.shape) for each in cell.inputs}
    state = cell.platform.stage(cell.memory_map, inputs, 3)
    assert cell.platform.unwritten(cell.memory_map.output, state, state).all()


def test_arguments_are_first_buffers_then_second_ones() -> None:
    assert argument_block(mapped("amd_npu/linear/C4"), 64) == [
        *(0x7C040, 0x74040, 0x64040, 0x7E040),
        *(0x7D040, 0x78040, 0x7F040),
    ]
    assert argument_block(mapped("amd_npu/linear/C5"), 64) == [
        *(0x7C040, 0x74000, 0x64040, 0x7E040),  # pieces of w have whole banks and stay
        *(0x7D040, 0x78000, 0x7F040),
    ]


@pytest.mark.parametrize("name", ["gemv/C4", "batch_matmul/C2"])
def test_a_kernel_may_bring_the_fixed_plan_itself(name: str) -> None:
    cell = load_cell(f"amd_npu/{name}")
    plan = column_plan(cell.memory_map.plan, cell.memory_map.streams)
    assert plan is not None
    text = expert(cell)
    own = f"{text}\n.plan\n{text_of(plan)}\n.endplan\n"
    given = input_set(cell, "normal", 1 << 62, poison=True)
    runs = [
        PLATFORM.run(PLATFORM.assemble(each), given.staged.copy(), lockfile.limits(cell))
        for each in (text, own)
    ]
    assert runs[0].cycles == runs[1].cycles
    assert np.array_equal(runs[0].state["outbound"], runs[1].state["outbound"])


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
    assert "  w  in  8,192  256  free 52 and 53, full 54 and 55\n" in text
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
        (GEMV, r"(acq #5[01]|rel #4[89]), r4", "nopx", "wrong"),  # reads without asking
        (GEMV, r"acq #5[01], r4", "nopx", "wrong"),  # gives back what it was never given
        (GEMV, r"(?s)(.*)rel #48, r4", r"\1nopx", "fault"),  # never gives a buffer back
        (GEMV, r"rel #35, r3", "nopx", "wrong"),  # sends nothing
        (GEMM, r"rel #5[89], r4", "nopx", "fault"),
    ],
)
def test_who_does_not_keep_to_the_locks_is_refused(
    name: str, before: str, after: str, failure: str
) -> None:
    text = baseline(load_cell(name))
    changed = re.sub(before, after, text)
    assert changed != text
    assert examined(name, changed).failure == failure


@pytest.mark.parametrize("name", STREAMED)
def test_the_docs_have_the_plan(name: str) -> None:
    cell, page = load_cell(name), ROOT / "docs" / "platforms" / "amd_npu.md"
    memory_map = cell.memory_map
    tensors = [each.tensor.name for each in (*memory_map.inputs, memory_map.output)]
    moving = {s.tensor.name: s for s in memory_map.streams}
    flows = [
        f"{name} at once"
        if moving[name].whole
        else f"{name} {moving[name].pieces:,} of {moving[name].piece:,}"
        for name in tensors
    ]
    size = {each.tensor.name: each.piece for each in memory_map.streams}
    size_in = sum(size[each] for each in sequence(memory_map.plan, inbound=True))
    size_in += sum(each.piece for each in memory_map.streams if each.whole and each.inbound)
    row = [f"{cell.task.name} {cell.configuration}", ", ".join(flows), f"{size_in / RATE:,.0f}"]
    assert f"| {' | '.join(row)} |" in page.read_text(encoding="utf-8"), row
