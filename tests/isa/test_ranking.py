"""A question in plain words finds the section that says most about it."""

import pytest

from kernelcraft.isa.manual import Manual, Page
from kernelcraft.isa.ranking import Ranking
from kernelcraft.isa.words import terms

MANUAL = Manual(
    (
        Page("Rules", "Rows lie side by side.\nA loop counts down.\nWith vl = 0 loads hang."),
        Page("V_MAX", "Largest of a row.\nSyntax: V_MAX rd\nOperand rd: a loop register"),
        Page("vadd.vv", "vd[i] = vs2[i] + vs1[i].\nSyntax: vadd.vv"),
        Page("vadd.vx", "vd[i] = vs2[i] + x[rs1].\nSyntax: vadd.vx"),
        Page("lds", "Load from x[rs1] + i * x[rs2].\nSyntax: lds"),
    )
)


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("reduce a row to its maximum", "V_MAX"),
        ("adding two vectors", "vadd.vv"),
        ("load with stride", "lds"),
        ("what happens when vl is 0?", "Rules"),
        ("counts", "Rules"),
    ],
)
def test_the_first_section(question: str, title: str) -> None:
    assert Ranking(MANUAL).search(question)[0].title == title


def test_a_section_is_cited_by_its_number_and_shows_its_best_lines() -> None:
    first = Ranking(MANUAL).search("what happens when vl is 0?")[0]
    assert (first.section, first.lines) == (1, ("With vl = 0 loads hang.",))


def test_sections_that_differ_in_a_source_only_are_found_together() -> None:
    first = Ranking(MANUAL).search("add vectors")[0]
    assert (first.title, first.alike) == ("vadd.vv", ("vadd.vx",))


def test_what_every_page_says_is_not_searched() -> None:
    assert [each.title for each in Ranking(MANUAL).search("loop register")] == ["Rules"]


@pytest.mark.parametrize("question", ["", "(((", "the of and", "argmax"])
def test_nothing_is_found(question: str) -> None:
    assert Ranking(MANUAL).search(question) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("V_RED_MAX", ["v_red_max", "red", "max"]),
        ("the largest rows", ["max", "row"]),
        ("a + b", ["add", "b"]),
        ("x + i * x[y]", ["dist", "x", "add", "mul", "x", "y"]),
    ],
)
def test_terms(text: str, found: list[str]) -> None:
    assert list(terms(text)) == found
