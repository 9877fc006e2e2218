"""Kernels as text, what a call hands over, and the pages that a model reads."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.protocol import PlacementError, Tensor
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.boom.machine.configuration import OPERANDS
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.memory_map import arguments
from kernelcraft.platforms.boom.machine.platform import BoomPlatform, configured
from kernelcraft.riscv.operands import X_NAMES

BOOM = BoomPlatform()
A = Tensor("a", (3, 4), "activation", "int32", axes=("rows", "columns"))
B = Tensor("b", (4,), "activation", "float", axes=("columns",))
Y = Tensor("y", (3,), "activation", "int8", axes=("rows",))


def test_a_call_hands_over_addresses_and_sizes() -> None:
    found = BOOM.place((A, B), Y, {})
    assert arguments(found) == (
        ("a", OPERANDS),
        ("b", OPERANDS + 128),  # 64 bytes between tensors that nobody may write
        ("y", OPERANDS + 256),
        ("rows", 3),
        ("columns", 4),
    )
    state = BOOM.stage(found, {"a": np.arange(12.0).reshape(3, 4), "b": np.ones(4)}, 1)
    first = X_NAMES.index("a0")
    assert state["x"][first : first + 5].tolist() == [value for _, value in arguments(found)]


def test_more_than_eight_arguments_are_refused() -> None:
    many = [Tensor(f"t{n}", (1,), "activation", "int32") for n in range(8)]
    with pytest.raises(PlacementError, match="10 arguments"):
        BOOM.place(many, Y, {})


def test_tensors_come_back() -> None:
    found = BOOM.place((A, B), Y, {})
    given = {"a": -np.arange(12.0).reshape(3, 4), "b": np.array([0.1, 1e300, -0.0, 2**60])}
    state = BOOM.stage(found, given, None)
    for placement in found.inputs:
        name = placement.tensor.name
        np.testing.assert_array_equal(BOOM.read(placement, state), given[name])


def test_machines_of_other_sizes_and_memories() -> None:
    large = configured({"core": "large", "memory_latency": "40"})
    assert large.configuration.core_parameters().width == 3
    assert large.version == "v3-3 core=large, memory_latency=40"
    assert "large size" in large.prompt_sections()[0].text
    with pytest.raises(PlacementError, match="core: expected small or medium or large, got 'mega'"):
        configured({"core": "mega"})
    with pytest.raises(PlacementError, match="cores: no such setting"):
        configured({"cores": "large"})


def test_the_full_section_holds_every_page() -> None:
    text = BOOM.instruction_section("full")
    assert all(f"### {each.mnemonic}\n" in text for each in boom.table)


def test_the_manual_begins_with_the_guides() -> None:
    pages = BOOM.manual().pages
    guides = [page.title for page in BOOM.prompt_sections()]
    assert [page.title for page in pages[: len(guides)]] == guides
    assert len(pages) == len(guides) + len(boom.table)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("return address", "Memory layout rules"),
        ("norvc", "Assembly syntax"),
        ("mispredicted", "How time passes"),
    ],
)
def test_what_a_reader_looks_for_is_found(words: str, title: str) -> None:
    assert title in {match.title for match in BOOM.manual().search(words)}


def test_the_first_kernel_of_the_docs_is_right() -> None:
    page = Path(__file__).parents[4] / "docs" / "platforms" / "boom.md"
    (text,) = re.findall(r"```asm\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert grade(load_cell("boom/vvadd/C1"), text, seed=1, second_run=False).correct
