"""Kernels as text, and the pages that a model reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.verification import grade
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.platform import CoralPlatform

CORAL = CoralPlatform()

REFUSED = [
    ("", "the program holds no code"),
    (".data\n.word 1", "the program holds no code"),
    ("li a0, 1", "line 1: no mpause is in the program: a kernel ends with it"),
    ("mpause\n.zero 8192", "section .text: its 8,196 bytes do not fit ITCM, which ends at 0x2000"),
    ("mpause\n.rodata\n.zero 8192", "section .rodata: its 8,192 bytes do not fit ITCM"),
    ("mpause\n.bss\n.zero 32769", "section .bss: its 32,769 bytes do not fit DTCM"),
    ('mpause\n.section .extdata,"aw"\n.word 1', "section .extdata has no place"),
    ('mpause\n.section .data.x,"awx"\nnop', "line 3: code at 0x10000; code must lie in ITCM"),
    ("mpause\n.incbin x", "line 2: .incbin"),
    ("vmaxx.vx v0, v0, a0\nvadd.vi v0, v0, 99\nmpause", "line 1: unknown instruction"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:20] for text, _ in REFUSED])
def test_texts_that_are_no_kernel(text: str, message: str) -> None:
    with pytest.raises(AssemblyError) as refused:
        CORAL.assemble(text)
    assert message in str(refused.value)


def test_a_kernel_that_fills_itcm() -> None:
    program = CORAL.assemble("mpause\n.zero 4096\n.rodata\n.zero 4092\n.bss\n.zero 32768")
    assert len(program.written) == (4096 + 4) // 4


def test_the_full_section_holds_every_page() -> None:
    text = CORAL.instruction_section("full")
    assert all(f"### {each.mnemonic}\n" in text for each in coral.table)


def test_the_manual_begins_with_the_guides() -> None:
    pages = CORAL.manual().pages
    guides = [page.title for page in CORAL.prompt_sections()]
    assert [page.title for page in pages[: len(guides)]] == guides
    assert len(pages) == len(guides) + len(coral.table)


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("stack pointer", "Memory layout rules"),
        ("vxrm", "Vector rules"),
        ("mcycle", "Hardware configuration"),
        ("balign", "Assembly syntax"),
        ("load/store unit", "How time passes"),
    ],
)
def test_what_a_reader_looks_for_is_found(words: str, title: str) -> None:
    assert title in {match.title for match in CORAL.manual().search(words)}


def test_lines_of_the_guides_are_short_and_the_examples_assemble() -> None:
    for page in CORAL.prompt_sections():
        assert all(len(line) <= 1200 for line in page.text.splitlines()), page.title
    loop = next(p for p in CORAL.prompt_sections() if p.title == "Guidance").text.splitlines()[0]
    lines = loop.partition(": ")[2].removesuffix(".").replace("...; ", "")
    assert CORAL.assemble(f"{lines}\nmpause").warnings == ()


def test_the_first_kernel_of_the_docs_is_right() -> None:
    page = Path(__file__).parents[4] / "docs" / "platforms" / "coral_npu.md"
    (text,) = re.findall(r"```asm\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert grade(load_cell("coral_npu/relu/C1"), text, seed=1, second_run=False).correct
