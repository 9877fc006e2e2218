"""The lint says what a machine without interlocks keeps quiet about."""

from __future__ import annotations

from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import expert
from kernelcraft.platforms.amd_npu.kernels.hazards import hazards
from kernelcraft.platforms.amd_npu.kernels.schedule import (
    Memory,
    core_writer,
)
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from tests.platforms.amd_npu.kernels.test_schedule_speed import GEMM, TILES

BY_HAND = Path(__file__).parents[1] / "machine" / "kernels"
BUSY = "ret lr\n" + "add r9, r9, r9\n" * 5

FOUND = {
    "lda r1, [p0, #0]\nadd r2, r1, r0": "line 2: add reads r1 before the result of lda in line 1 "
    "is there; it is 6 bundles too early",
    "vmac.f bml0, bml0, x0, x1, r0\nnop\nvmac.f bml2, bml0, x0, x1, r0": "line 3: vmac.f reads "
    "amlh0 before the result of vmac.f in line 1 is there; it is 2 bundles too early",
    "mul r1, r2, r3\nadd r4, r2, r3": "line 2: add and line 1 pass the port R_WX in the same cycle",
    "vmac.f bml0, bml0, x0, x1, r0\nvmac cm1, cm1, x0, x1, r1": "line 2: vmac and line 1 pass the "
    "port CM_WA in the same cycle",
    "movx r1, #1 ; mov r1, r2": "line 1: two results land in r1 at a time",
    "j #.Lon\nadd r1, r1, r1\nnop\nnop\nadd r1, r1, r1\nnop\n.Lon:\nnop": "line 1: 3 of the 5 "
    "delay slots of j are idle",
    "j #.Lon\nlda r1, [p0, #0]\n" + "add r3, r3, r3\n" * 4 + "nop\n.Lon:\nadd r2, r1, r0": "line "
    "9: add reads r1 before the result of lda in line 2 is there; it is 2 bundles too early",
}

RIGHT = (
    "lda r1, [p0, #0]\n" + "nop\n" * 6 + "add r2, r1, r0",
    "vmac cm0, cm0, x0, x1, r0\nnop\nvmac cm0, cm0, x0, x1, r0",
    "mul r1, r2, r3\nnop\nadd r4, r1, r3",
    "add r1, r2, r0 ; mov r2, r1",
)


@pytest.mark.parametrize("text", FOUND)
def test_what_looks_like_a_mistake(text: str) -> None:
    assert FOUND[text] in [str(each) for each in hazards(assemble(f"{text}\n{BUSY}"))]


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_in_order(text: str) -> None:
    assert hazards(assemble(f"{text}\n{BUSY}")) == []


def test_a_pipelined_loop_is_in_order() -> None:
    made = core_writer(Memory(apart=("p0", "p1", "p2", "p3")))
    made.loop(GEMM, 64, TILES)
    assert hazards(assemble(f"{made.text()}{BUSY}")) == []


def test_every_nop_that_relu_by_hand_cannot_miss() -> None:
    lines = (BY_HAND / "relu.s").read_text("utf-8").splitlines()
    waits = [number for number, line in enumerate(lines) if line.strip() == "nop"]
    assert len(waits) == 4
    assert not hazards(assemble("\n".join(lines)))
    for number in waits:
        found = hazards(assemble("\n".join(lines[:number] + lines[number + 1 :])))
        assert any("too early" in each.message for each in found)


@pytest.mark.parametrize("name", ["relu/C1", "silu/C1", "gemm/C1", "rms_norm/C1"])
def test_what_an_expert_s_pipelined_loop_does_is_doubtful_at_most(name: str) -> None:
    found = hazards(assemble(expert(load_cell(f"amd_npu/{name}"))))
    assert all(each.doubtful for each in found if "too early" in each.message)


def test_doubtful_ones_come_last_and_say_so() -> None:
    text = "movx r1, #1\nadd r3, r1, r0\nlda r1, [p0, #0]\nadd r2, r1, r1\n"
    text += "nop\n" * 6 + "add r4, r1, r0\nlda r5, [p0, #0]\nadd r6, r5, r0\n"
    early = [each for each in hazards(assemble(text + BUSY)) if "early" in each.message]
    assert [(each.line, each.doubtful) for each in early] == [(13, False), (4, True)]
    assert str(early[1]).endswith("unless what was there before is meant")
