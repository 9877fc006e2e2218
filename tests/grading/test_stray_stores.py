"""A store into what is only read is a fault on every machine, with its place and its line."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.amd_npu.kernels import snippets as amd
from kernelcraft.platforms.coral_npu.kernels import snippets as coral

AMD, CORAL = load_cell("amd_npu/relu/C1"), load_cell("coral_npu/relu/C1")
X = CORAL.memory_map.inputs[0].region.start
MISTAKEN = {  # right kernels that store once more, to an address that is an input's
    "plena/silu/C1": (baseline(load_cell("plena/silu/C1")) + "H_STORE_V gp0, gp0, a0, 0, 0\n"),
    "coral_npu/relu/C1": coral.around(CORAL, after=coral.same(X)),
    "amd_npu/relu/C1": amd.around(AMD, after=amd.address(AMD, "x") + amd.same()),
}
SAID = {
    "plena/silu/C1": "input x was written at HBM address 0",
    "coral_npu/relu/C1": f"store to {X:#x}, where nothing can be written",
    "amd_npu/relu/C1": "input x was written at 0x",
}
STORES = {"plena": "H_STORE_V", "coral_npu": "sb ", "amd_npu": "vst "}


@pytest.mark.parametrize("name", MISTAKEN)
def test_a_store_into_an_input_is_a_fault_with_its_line(name: str) -> None:
    cell, text = load_cell(name), MISTAKEN[name]
    verdict = grade(cell, text, seed=1)
    assert verdict.failure == "fault"
    assert SAID[name] in verdict.message
    line = int(verdict.message.partition("line ")[2].split(")")[0].split(":")[0])
    assert STORES[cell.platform.name] in text.splitlines()[line - 1]


@pytest.mark.parametrize("name", MISTAKEN)
def test_an_agent_hears_of_it_on_the_public_inputs(name: str) -> None:
    found = evaluate(load_cell(name), MISTAKEN[name])
    assert found.failure == "fault"
    assert SAID[name] in found.message


def test_the_first_instruction_has_a_line_too() -> None:
    verdict = grade(load_cell("plena/silu/C1"), "H_STORE_V gp0, gp0, a0, 0, 0\n", seed=1)
    assert verdict.message.endswith("input x was written at HBM address 0 (line 1)")
