"""Who knows a machine by heart fails on its variants; who reads the manual does not."""

from __future__ import annotations

import re

import pytest

from kernelcraft import Workbench, expert
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.variants import STRENGTHS
from kernelcraft.workbench.editions import Edition
from kernelcraft.workbench.feedback import Feedback
from tests.cells.variants.reader import Reader

TASKS = ("silu", "softmax", "gemm", "layer_norm")
KNOWN = "plena/{}/C1"


def cell_of(task: str, seed: int) -> Cell:
    return load_cell(f"plena~encoding-{seed:x}/{task}/C1")


def told(cell: Cell, edition: Edition) -> str:
    """What the prompt says and, where it only names pages, what grep_docs gives for each."""
    bench = Workbench(cell, detail="full", feedback=Feedback(edition=edition))
    if edition.way != "links":
        return bench.prompt.system
    assert "Syntax:" not in bench.prompt.system
    texts = []
    for each in cell.platform.isa.instructions:
        page = bench.grep_docs(each).matches[0]
        texts.append(f"### {page.title}\n{page.text}")
    return "\n".join(texts)


def handed_in(cell: Cell, text: str) -> bool:
    """Whether an agent that hands in this text has solved the cell."""
    bench = Workbench(cell)
    bench.write_code(text)
    bench.run_evaluation()
    verdict = bench.verdict()
    return verdict.best is not None and verdict.best.correct


@pytest.mark.parametrize("task", TASKS)
def test_what_was_learnt_by_heart_is_worth_nothing(task: str) -> None:
    for strength in STRENGTHS:
        cell = load_cell(f"plena~{strength}-7f3a/{task}/C1")
        assert not handed_in(cell, expert(KNOWN.format(task)))
    assert handed_in(load_cell(KNOWN.format(task)), expert(KNOWN.format(task)))


@pytest.mark.parametrize("way", ["full", "no-examples", "links"])
@pytest.mark.parametrize("task", TASKS)
def test_who_reads_the_manual_passes(task: str, way: str) -> None:
    cell = cell_of(task, 0x7F3A)
    known = Workbench(KNOWN.format(task), detail="full").prompt.system
    reader = Reader(known, told(cell, Edition.parse(way)))
    assert handed_in(cell, reader.translated(expert(KNOWN.format(task))))


def test_a_wrong_page_misleads_who_reads_it() -> None:
    """Exactly those kernels fail that need the instruction whose page is wrong."""
    cell = cell_of("softmax", 0x7F3A)
    kernel = expert(KNOWN.format("softmax"))
    known = Workbench(KNOWN.format("softmax"), detail="full").prompt.system
    language = cell.platform.isa.language
    assert language is not None
    meant = {new: old for old, new in language.wording.mnemonics.items()}
    tried = {True: 0, False: 0}
    for seed in range(40):
        edition = Edition("wrong-page", seed)
        wrong = edition.wrong_page(cell.platform)
        assert wrong is not None
        needed = re.search(rf"\b{meant[wrong]}\b", kernel) is not None
        if tried[needed] < 2:
            tried[needed] += 1
            passed = handed_in(cell, Reader(known, told(cell, edition)).translated(kernel))
            assert passed != needed, (seed, wrong)
    assert tried == {True: 2, False: 2}
