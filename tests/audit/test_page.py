"""The page says what the card found, misses nothing, and names every family and change of today."""

import pytest

from kernelcraft.audit.grader_mutants import changes_of, checkout
from kernelcraft.audit.page import CHEATS, GRADER, INTRODUCTION, KERNELS, ODD, page
from kernelcraft.audit.records import (
    FamilyScore,
    GraderMutant,
    GraderMutants,
    KernelMutants,
    ReportCard,
    Surprise,
    Survivor,
    Trials,
)
from kernelcraft.audit.summary import summary
from kernelcraft.audit.trial import KNOWN, odd_kernels, red_team
from kernelcraft.cells import platforms


def trials(kernels: int, right: int, *surprises: Surprise) -> Trials:
    family = FamilyScore(
        platform="plena",
        family="constants",
        title="Fills the output.",
        kernels=kernels,
        as_expected=right,
        paper=1,
        surprises=surprises,
    )
    return Trials(least=2, families=(family,))


def survivor(kind: str) -> Survivor:
    return Survivor.model_validate(
        {"cell": "plena/silu/C1", "kernel": "expert", "operation": 3, "operator": "twice"}
        | {"before": "A | B", "after": "C", "kind": kind, "evidence": "seen"}
    )


def mutants(wrong: int, *survivors: Survivor) -> KernelMutants:
    return KernelMutants(
        platform="plena",
        kernels=2,
        tasks=1,
        mutants=wrong + len(survivors),
        answers={"wrong": wrong},
        survivors=survivors,
        least=20,
        share=0.95,
    )


ESCAPED = Surprise(
    cell="plena/silu/C1", kernel="zeros", expected=("wrong",), found="right", message="correct"
)
KILLED = GraderMutant(module="a.py", what="blind", killed_by="tests/test_a.py::test_b")
GOOD = ReportCard(
    cheats=trials(3, 3),
    odd=trials(2, 2),
    grader=GraderMutants(mutants=(KILLED,)),
    kernels=(mutants(19, survivor("equivalent")),),
)


def test_all_targets_met() -> None:
    assert GOOD.met
    assert summary(GOOD).endswith("every target is met")
    text = page(GOOD)
    assert "**Every target is met.**" in text
    assert "| plena | constants | Fills the output. | 3 | 3 | 1 |" in text
    assert "19 of 20 judged wrong (95.0 %; 100.0 % of those that are not equivalent)" in text
    assert "`A \\| B`" in text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"cheats": trials(3, 2, ESCAPED)}, "zeros: expected wrong, found right: correct"),
        ({"cheats": trials(1, 1)}, "not every target"),
        ({"odd": trials(2, 1, ESCAPED)}, "constants: plena/silu/C1: zeros"),
        (
            {"grader": GraderMutants(mutants=(KILLED.model_copy(update={"killed_by": ""}),))},
            "no test notices: a.py: blind",
        ),
        ({"grader": GraderMutants(mutants=(), message="needs a checkout")}, "needs a checkout"),
        ({"kernels": ()}, "not every target"),
        ({"kernels": (mutants(18, survivor("equivalent")),)}, "18 of 19 judged wrong"),
        ({"kernels": (mutants(18, *2 * (survivor("equivalent"),)),)}, "(90.0 %; 100.0 %"),
        ({"kernels": (mutants(19, survivor("unexplained")),)}, "unexplained: plena/silu/C1 expert"),
    ],
)
def test_one_target_missed(change: dict[str, object], sentence: str) -> None:
    card = GOOD.model_copy(update=change)
    assert not card.met
    assert sentence in summary(card)
    assert "**Not every target is met.**" in page(card)


@pytest.mark.parametrize("grader", [GOOD.grader, None])
def test_a_card_of_chosen_platforms_says_what_is_not_in_it(grader: GraderMutants | None) -> None:
    lines = summary(GOOD.model_copy(update={"chosen": ("boom",), "grader": grader})).splitlines()
    assert [line for line in lines if "(c) has the changes that come with boom; " in line]
    assert [line for line in lines if "without --platform" in line]
    assert "without --platform" not in summary(GOOD)


def test_the_page_in_the_docs_is_of_today() -> None:
    root = checkout()
    assert root is not None
    text = (root / "docs" / "report-card.md").read_text(encoding="utf-8")
    for platform in platforms.names():
        for family in (*red_team(platform), *odd_kernels(platform)):
            if f"| {platform} | {family.name} | {family.title} |" not in text:
                assert not list(family.write(KNOWN))  # it has no kernels for this platform
    for change in changes_of():
        assert f"| `{change.module}` | {change.what} |" in text


def test_whatever_the_page_says_in_words_the_command_writes_too() -> None:
    """But for figures, their tables, and a note (>) between two runs of the command."""
    root = checkout()
    assert root is not None
    text = (root / "docs" / "report-card.md").read_text(encoding="utf-8")
    for part in (INTRODUCTION, CHEATS, ODD, GRADER, KERNELS):
        assert text.count(part) == 1
        text = text.replace(part, "")
    platform_lines = (f"{platform}: " for platform in platforms.names())
    figures = ("| ", "> ", "* ", "Target: ", "**Every ", "**Not ", *platform_lines)
    assert [line for line in text.split("\n") if line and not line.startswith(figures)] == []
