"""The manual says what the table says, and a search finds it."""

import json

import pytest

from kernelcraft.isa.manual import Page, export, instruction_manual
from tests.isa.tables import tiny, wide

manual = instruction_manual(tiny)


def test_a_page_has_one_fact_a_line() -> None:
    page = manual.page("V_ADD_VF")
    assert page is not None
    assert page.text.splitlines() == [
        "Add a scalar to each element of a row: `row[rd] = row[rs1] + fs`.",
        "Syntax: V_ADD_VF rd, rs1, fs[, rmask[, order]]",
        "Encoding: 0*11 order rmask fs rs1 rd 000001 (32 bits, most significant first)",
        "Operand rd: a register gp0..gp15 (4 bits): where the result goes",
        "Operand rs1: a register gp0..gp15 (4 bits): first source",
        "Operand fs: a register f0..f7 (4 bits): a scalar",
        "Operand rmask: a number 0..1 (1 bit, 0 if left out): 1 = only where the mask is set",
        "Operand order: a number 0..2 (2 bits, 0 if left out): 0 = straight, 2 = reversed",
        "Unit: vector (rows of 64 elements)",
        "Latency: 2 cycles, 3 with a mask.",
        "Interval: 1 cycle",
        "Erratum: mask: the published assembler drops it",
    ]


def test_every_instruction_has_a_page() -> None:
    assert [page.title for page in manual.pages] == list(tiny.instructions)
    assert all(page.summary for page in instruction_manual(wide).pages)


SEARCHES = [
    ("published", ["V_ADD_VF: Erratum: mask: the published assembler drops it"]),
    ("erratum.*ASSEMBLER", ["V_ADD_VF: Erratum: mask: the published assembler drops it"]),
    ("Latency: (4|64)", ["LW: Latency: 4 cycles", "M_MM: Latency: 64 cycles"]),
    ("imm(rs1", ["LW: Syntax: LW rd, imm(rs1)"]),
    ("(a+)+$", []),
    ("row[rd", ["V_ADD_VF: Add a scalar to each element of a row: `row[rd] = row[rs1] + fs`."]),
    ("  ", []),
]


@pytest.mark.parametrize(("pattern", "found"), SEARCHES)
def test_search(pattern: str, found: list[str]) -> None:
    assert [str(match) for match in manual.search(pattern)] == found


def test_a_match_carries_the_summary() -> None:
    (match,) = manual.search("Stop")
    assert (match.title, match.summary) == ("HALT", "Stop.")


def test_a_search_without_result_names_near_titles() -> None:
    assert manual.search("V_ADD_VV") == []
    assert manual.nearest("V_ADD_VV") == ["V_ADD_VF"]


def test_a_title_alone_is_found() -> None:
    pages = type(manual)((Page("Memory layout", "Rows are 64 elements."),))
    assert [match.line for match in pages.search("layout")] == ["Rows are 64 elements."]


def test_export_is_json() -> None:
    for isa in (tiny, wide):
        assert json.loads(json.dumps(export(isa))) == export(isa)
    assert export(wide)["slots"] == [
        {"name": "load", "bits": 24},
        {"name": "move", "bits": 40},
        {"name": "alu", "bits": 16},
    ]
