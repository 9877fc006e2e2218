"""`cells`, `show`, `agents` and `manual`."""

from __future__ import annotations

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.workbench import Workbench
from tests.cli.conftest import Command


def test_cells_are_filtered(kernelcraft: Command) -> None:
    found = kernelcraft(
        "cells",
        "--platform",
        "plena",
        "--task",
        "gemm",
        "--task",
        "silu",
        "--config",
        "C2",
        "--json",
    )
    assert [cell["cell"] for cell in found.several("cells")] == ["plena/silu/C2", "plena/gemm/C2"]


def test_cells_are_listed(kernelcraft: Command) -> None:
    shown = kernelcraft("cells", "--platform", "plena", "--task", "gemm")
    assert shown.code == 0
    assert "M = 64, K = 256, N = 512" in shown.out


def test_held_out_cells_are_listed_with_their_kind(kernelcraft: Command) -> None:
    words = ("cells", "--platform", "plena", "--task", "silu", "--held-out", "4", "--seed", "1")
    found = kernelcraft(*words, "--json").several("cells")
    kinds = [cell["held_out"] for cell in found]
    assert kinds == ["smallest", "tail", "largest", "drawn"]
    assert [str(cell["cell"]) in kernelcraft(*words).out for cell in found] == [True] * 4
    more = kernelcraft(
        "cells", "--platform", "plena", "--task", "silu", "--held-out", "5", "--seed", "1", "--json"
    )
    assert more.several("cells")[:4] == found
    other = kernelcraft(
        "cells", "--platform", "plena", "--task", "silu", "--held-out", "4", "--seed", "2", "--json"
    )
    assert other.several("cells") != found


def test_held_out_sizes_that_cannot_be_drawn(kernelcraft: Command) -> None:
    both = kernelcraft("cells", "--held-out", "1", "--config", "C1")
    assert (both.code, both.out) == (2, "")
    assert "leave --config out" in both.err
    many = kernelcraft("cells", "--platform", "plena", "--task", "attention", "--held-out", "500")
    assert many.code == 2
    assert "plena/attention has no 500 other sizes" in many.err


def test_show_prints_what_a_model_sees(kernelcraft: Command) -> None:
    prompt = Workbench(load_cell("plena/gelu/C3")).prompt
    shown = kernelcraft("show", "plena/gelu/C3")
    assert prompt.system in shown.out
    assert prompt.task in shown.out
    assert f"about {prompt.tokens:,} tokens" in shown.out
    record = kernelcraft("show", "plena/gelu/C3", "--json").record
    assert (record["system"], record["task"]) == (prompt.system, prompt.task)
    assert record["tokens"] == prompt.tokens


def test_agents_are_named_with_what_they_do(kernelcraft: Command) -> None:
    shown = kernelcraft("agents")
    assert "baseline" in shown.out
    *lines, note = shown.out.splitlines()
    listed = kernelcraft("agents", "--json").several("agents")
    assert len(lines) == len(listed)
    assert {each["agent"] for each in listed if each["proposers"]} >= {"beam", "refine"}
    assert "NAME:knobs or :rewriter (programs), or --model" in note


def test_the_manual_as_a_whole(kernelcraft: Command) -> None:
    shown = kernelcraft("manual", "plena").out
    assert shown.index("Hardware configuration") < shown.index("## V_EXP_V")


def test_an_endless_search_stops_by_itself(kernelcraft: Command) -> None:
    found = kernelcraft("manual", "plena", ".*.*.*.*zq")
    assert found.code == 2
    assert "took longer than 2 seconds and was stopped" in found.err


def test_a_page_of_the_manual(kernelcraft: Command) -> None:
    shown = kernelcraft("manual", "plena", "v_exp_v").out
    assert shown.startswith("## V_EXP_V\n")
    assert shown.count("## ") == 1


def test_the_manual_is_searched(kernelcraft: Command) -> None:
    shown = kernelcraft("manual", "plena", r"^Syntax: V_ADD_V")
    assert shown.out.splitlines() == [
        "V_ADD_VV: Syntax: V_ADD_VV rd, rs1, rs2[, rmask]",
        "V_ADD_VF: Syntax: V_ADD_VF rd, rs1, fs2[, rmask]",
    ]
    found = kernelcraft("manual", "plena", r"^Syntax: V_ADD_V", "--json")
    assert [match["title"] for match in found.several("matches")] == ["V_ADD_VV", "V_ADD_VF"]


def test_the_instruction_set_is_exported(kernelcraft: Command) -> None:
    found = kernelcraft("manual", "plena", "--json")
    assert "M_MM" in [each["mnemonic"] for each in found.several("instructions")]
    assert found.record["word_bits"] == 32


@pytest.mark.parametrize("cell", ["plena/softmax/C1", "coral_npu/relu/C1", "amd_npu/gemm/C1"])
def test_a_page_for_people_fits_two_screens(kernelcraft: Command, cell: str) -> None:
    shown = kernelcraft("show", cell, "--task")
    lines = shown.out.splitlines()
    assert len(lines) <= 80
    assert max(map(len, lines)) <= 80
    heads = [line for line in lines if line[:1].isalpha() and line.endswith(":")]
    assert heads == [
        "Formula:", "Sizes:", "Computation:", "Tensors:", "Memory layout:", "Right if:", "Timed:",
        "Next:",
    ]  # fmt: skip
    assert f"  kernelcraft run {cell} kernel" in shown.out
    assert load_cell(cell).platform.timed.split(";")[0] in shown.out
    assert "write_code" not in shown.out


def test_a_question_in_words_gives_the_sections_of_the_agents_tool(kernelcraft: Command) -> None:
    question = "when is a loaded value there"
    shown = kernelcraft("manual", "amd_npu", question)
    tool = Workbench(load_cell("amd_npu/gemm/C1")).grep_docs(question)
    assert (shown.code, shown.out) == (0, f"{tool}\n")
    assert "## Section 5: How time passes\n" in shown.out
    (first, *_) = kernelcraft("manual", "amd_npu", question, "--json").several("sections")
    assert (first["section"], first["title"]) == (5, "How time passes")


def test_an_erratum_of_many_pages_stands_once(kernelcraft: Command) -> None:
    shown = kernelcraft("manual", "coral_npu", "Erratum: vl = 0: With vl = 0 the core hangs here")
    assert shown.out.count("\n") == 1
    assert shown.out.startswith("vle8.v, vlse8.v, vluxei8.v, vloxei8.v and ")
    shown = kernelcraft("manual", "plena", "loops must nest")
    assert shown.out.startswith("C_LOOP_START, C_LOOP_END: Erratum: loops must nest: ")
