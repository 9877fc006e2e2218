"""Every cheat is refused for the right reason and every honest oddity is accepted."""

from collections.abc import Iterator
from itertools import chain, islice

import pytest

from kernelcraft.audit import suspects as wanted
from kernelcraft.audit.suspects import surprise
from kernelcraft.audit.trial import KNOWN, Trial, odd_kernels, red_team
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import CHEATS, EditFault, Family, Suspect, edited, families
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.job import InProcess
from kernelcraft.grading.verification import grade

MOST = 8  # kernels of one family that are tried


def tried() -> Iterator[object]:
    """Every cheat that was written for a platform; a part of what follows from its right kernels,
    and of what looks wrong, which take most of the time."""
    for platform in platforms.names():
        written = {family.name for family in families(platform, CHEATS)}
        for family in red_team(platform):
            marks = () if family.name in written else pytest.mark.sweep
            yield pytest.param(family, id=f"{platform}-{family.name}", marks=marks)
        for family in odd_kernels(platform):
            yield pytest.param(family, id=f"{platform}-{family.name}", marks=pytest.mark.sweep)


@pytest.mark.parametrize("family", tried())
def test_the_grader_answers_every_suspect_as_it_must(family: Family) -> None:
    """Of a large family a part: the report card tries all."""
    suspects = list(family.write(KNOWN))
    assert family.title.endswith(".")
    for suspect in suspects[:: max(1, len(suspects) // MOST)]:
        verdict = InProcess().submit(Trial(suspect.cell, suspect.text, second_run=False)).result()
        assert surprise(suspect, verdict) is None
        assert "\n" not in verdict.message
        assert (verdict.speedup is not None) == verdict.correct


@pytest.mark.parametrize("platform", platforms.names())
def test_there_are_enough_suspects(platform: str) -> None:
    assert count(red_team(platform), wanted.CHEATS) == wanted.CHEATS
    assert count(odd_kernels(platform), wanted.ODDITIES) == wanted.ODDITIES


def count(found: tuple[Family, ...], most: int) -> int:
    """Up to that many: writing one may take seconds."""
    return sum(1 for _ in islice(chain.from_iterable(each.write(KNOWN) for each in found), most))


def suspect(family: str, cell: str, name: str) -> Suspect:
    found = next(each for each in red_team("plena") if each.name == family)
    return next(s for s in found.write(KNOWN) if (s.cell, s.name) == (f"plena/{cell}", name))


@pytest.mark.parametrize(
    ("family", "cell", "name", "sentence"),
    [
        ("constants", "silu/C1", "0 everywhere", "every element of the output is 0"),
        ("stale output", "silu/C1", "does nothing", "[0, 0] at vector_sram[0], was never written"),
        ("skipped tail", "silu/C1", "last row left out", "the normalised error is"),
        ("copied input", "silu/C1", "x as it is", "the normalised error is"),
        (
            "edited inputs",
            "silu/C1",
            "x overwritten afterwards",
            "input x was written at HBM address 0 (line 42)",
        ),
        (
            "out of bounds",
            "silu/C1",
            "the same value after it",
            "vector SRAM address 256, past the end of a tensor, was written (line",
        ),
        ("budgets", "silu/C1", "two loops of four million", "instructions"),
    ],
)
def test_the_refusal_says_why_on_the_public_inputs_too(
    family: str, cell: str, name: str, sentence: str
) -> None:
    found = suspect(family, cell, name)
    verdict = grade(load_cell(found.cell), found.text, seed=1)
    shown = evaluate(load_cell(found.cell), found.text)
    assert sentence in verdict.message
    assert sentence in shown.message
    assert shown.failure == verdict.failure


@pytest.mark.parametrize("cell", ["silu/C1", "softmax/C1", "gemm/C1", "linear/C1"])
def test_a_kernel_that_knows_the_public_answers_is_right_there_and_only_there(cell: str) -> None:
    found = suspect("memorised", cell, "all rows")
    assert evaluate(load_cell(found.cell), found.text).failure is None
    verdict = grade(load_cell(found.cell), found.text, seed=1)
    assert (verdict.correct, verdict.failure) == (False, "wrong")
    assert verdict.message.startswith("input set 1 of 1")


def test_an_edit_that_fits_no_longer_is_an_error() -> None:
    assert edited("a b a", "a", "c", 2) == "c b c"
    with pytest.raises(EditFault, match="expected 1 times, found 2 times: 'a'"):
        edited("a b a", "a", "c")
