"""Kernels for the machine of the official tools: which are right, and what the docs say of them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, UnknownName, find_cells, load_cell, with_machine
from kernelcraft.grading import lockfile
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.examination import examine
from kernelcraft.grading.input_set import input_set
from kernelcraft.grading.lockfile import UNLOCKED
from kernelcraft.grading.tolerance import normalised_error, strict_rule
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.plena.studies.official import (
    BEGIN,
    END,
    PAGE,
    USES,
    row,
    summary,
    tables,
)
from kernelcraft.sim.run import Limits

ROOT = Path(__file__).parents[4]
OFFICIAL = {"errata": "official"}
MASKED = ("attention", "flash_attention", "mha", "gqa", "mqa", "decoder_llama", "decoder_t5")
EXPERTS = (
    "silu/C4",
    "rms_norm/C4",
    "gemv/C1",
    "gemm/C1",
    "gemm/C3",
    "batch_matmul/C2",
    "linear/C1",
    "rope/C2",
    "ffn/C1",
    "swiglu/C1",
    "attention/C1",
    "flash_attention/C2",
    "mha/C1",
    "gqa/C1",
    "mqa/C2",
    "decoder_llama/C1",
    "decoder_t5/C1",
)


def official(name: str) -> Cell:
    return with_machine(load_cell(f"plena/{name}"), OFFICIAL)


@pytest.mark.parametrize("task", MASKED)
def test_baselines_that_had_lost_their_masks(task: str) -> None:
    cell, usual = official(f"{task}/C1"), load_cell(f"plena/{task}/C1")
    assert evaluate(cell, kernels.baseline(usual)).failure == "wrong"
    found = evaluate(cell, kernels.baseline(cell))
    locked, before = lockfile.lock(cell), lockfile.lock(usual)
    assert locked is not None
    assert before is not None
    assert (found.failure, found.cycles) == (None, locked.baseline_cycles)
    assert before.baseline_cycles < locked.baseline_cycles < 1.01 * before.baseline_cycles
    assert locked.taus == before.taus


def test_batches_too_long_for_an_iteration_are_no_loop() -> None:
    usual = load_cell("plena/batch_matmul/b=2,M=64,K=256,N=512")
    cell = with_machine(usual, OFFICIAL)
    given = input_set(cell, "normal", 1, poison=True)
    looped, unrolled = (
        examine(
            cell, cell.platform.assemble(text), given, strict_rule(2**-7), UNLOCKED, honest=True
        )
        for text in (kernels.baseline(usual), kernels.baseline(cell))
    )
    assert (looped.failure, "more than 10000 instructions" in looped.message) == ("limit", True)
    assert unrolled.failure is None
    assert kernels.baseline(official("batch_matmul/C5")).count("load x") == 32


def test_a_baseline_of_the_same_text_keeps_its_lock() -> None:
    assert lockfile.lock(official("mha/C5")) == lockfile.lock(load_cell("plena/mha/C5"))


@pytest.mark.sweep
@pytest.mark.parametrize("name", EXPERTS)
def test_experts(name: str) -> None:
    cell = official(name)
    text = kernels.expert(cell)
    assert not any(use.search(text) for _, use in USES)
    verdict = grade(cell, text, seed=1, second_run=False)
    assert verdict.correct, verdict.message
    assert verdict.speedup is not None
    assert verdict.speedup > 1
    assert (verdict.cell, verdict.platform_version) == (cell.name, "FEB26-2 errata=official")


@pytest.mark.sweep
def test_every_cell_has_an_expert() -> None:
    for cell in find_cells(platform="plena"):
        if cell.configuration == "C3":
            text = kernels.expert(with_machine(cell, OFFICIAL))
            assert not any(use.search(text) for _, use in USES)


@pytest.mark.parametrize(("task", "keys", "factor"), [("attention", "k", 12.0), ("mha", "wk", 8.0)])
def test_keys_after_the_last_count_for_nothing(task: str, keys: str, factor: float) -> None:
    """32 keys fill half a tile. With scores far below 0, a maximum with the other half's zeros
    would leave nothing but 0, a result of no number; the garbage after them in the cache is no key.
    The error is that of large scores in bf16."""
    cell = official(f"{task}/C1")
    given = dict(input_set(cell, "normal", 2, poison=True).inputs)
    first = next(iter(given))
    given[first] = np.abs(given[first]) + 1.0
    given[keys] = -np.abs(given[keys]) * factor
    state = cell.platform.stage(cell.memory_map, given, 3)
    run = cell.platform.run(cell.platform.assemble(kernels.expert(cell)), state, Limits())
    assert run.fault is None
    found = cell.platform.read(cell.memory_map.output, run.state)
    assert normalised_error(output=found, reference=cell.reference(given)) < 0.3


def test_sums_of_many_results_are_rounded_once() -> None:
    """Rounded four times, wide inputs need 0.6 of the tolerance and now and then all of it."""
    cell = official("gemm/C4")
    program, tau = cell.platform.assemble(kernels.expert(cell)), lockfile.tau(cell, "wide")
    assert tau is not None
    given = input_set(cell, "wide", 100, poison=True)
    found = examine(cell, program, given, strict_rule(tau), UNLOCKED, honest=True)
    assert found.comparison is not None
    assert found.comparison.needed_tau < 0.5 * tau


def test_the_documented_expert_faults() -> None:
    verdict = grade(official("gemm/C1"), kernels.expert(load_cell("plena/gemm/C1")), seed=1)
    assert (verdict.failure, "aborts on M_BMV" in verdict.message) == ("fault", True)


def test_a_cell_is_found_by_its_name_with_settings() -> None:
    cell = official("silu/C1")
    assert cell.name == "plena/silu/C1+errata=official"
    assert load_cell(cell.name) is cell
    usual = load_cell("plena/silu/C1")
    assert with_machine(usual, {"errata": "documented"}) is usual
    for settings, sentence in (
        ({"errata": "oficial"}, "expected documented or official, got 'oficial'"),
        ({"mlen": "128"}, "a cell's machine has the settings errata and vector_sram_rows"),
        ({"vector_sram_rows": "1"}, "vector SRAM has 64 elements, too few"),
    ):
        with pytest.raises(UnknownName, match=re.escape(sentence)):
            with_machine(usual, settings)
    with pytest.raises(UnknownName, match="no setting changes the machine of a cell of coral_npu"):
        with_machine(load_cell("coral_npu/relu/C1"), OFFICIAL)


def test_the_prompt_says_what_is_different() -> None:
    pages = {page.title for page in official("silu/C1").platform.prompt_sections()}
    usual = {page.title for page in load_cell("plena/silu/C1").platform.prompt_sections()}
    assert pages - usual == {"Errata of the official tools"}


def test_the_docs_page_has_the_rows_that_its_command_writes() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text.partition(BEGIN)[2].partition(END)[0].strip().splitlines()
    rows = [row(load_cell(f"plena/{name}")) for name in ("silu/C1", "gemm/C1", "attention/C1")]
    assert all(str(each) in table for each in rows)
    listed = [line.split()[1] for line in table if line.startswith("| ")][1:]
    assert listed == [cell.name.removeprefix("plena/") for cell in find_cells(platform="plena")]
    columns = [[each.strip() for each in line.split("|")[1:-1]] for line in table[2 : 2 + 100]]
    right = [sum(each[column] != "–" for each in columns) for column in (2, 4)]
    counts = f"* Right on the official machine: {right[0]} baselines and {right[1]} experts of 100"
    assert any(line.startswith(counts) for line in table)
    assert tables(rows).splitlines()[-len(summary(rows)) :] == summary(rows)
    assert summary(rows)[0].startswith("* Right on the official machine: 3 baselines and 3 experts")
