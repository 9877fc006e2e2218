"""Wrong mutants are refuted and odd kernels are not; a sample of what the docs measure."""

import time
from itertools import islice

import pytest

from kernelcraft.audit.proofs import row, verdict, wrong_mutants
from kernelcraft.audit.trial import KNOWN, odd_kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.verification import grade
from kernelcraft.proofs.page import limited

SMALL = 2
"""A seed that draws no mutant of a decoder first, of which little is shown within seconds."""


@pytest.mark.parametrize("platform", ["amd_npu", "coral_npu", "plena"])
def test_wrong_mutants_are_refuted(platform: str) -> None:
    for wrong in islice(wrong_mutants(platform, SMALL), 2):
        word, sentence = verdict(wrong.cell, wrong.text, algebra=5, runs=1)
        assert word in ("elements", "changes", "public"), (wrong, sentence)


def test_mutants_are_drawn_by_the_seed_and_differ_from_right_kernels() -> None:
    first, again, other = (next(wrong_mutants("plena", seed)) for seed in (1, 1, 2))
    assert first == again != other
    assert grade(first.cell, first.text, seed=5, second_run=False).failure == "wrong"


def test_registers_in_another_order_are_not_refuted() -> None:
    (family,) = (each for each in odd_kernels("plena") if each.name == "renamed registers")
    odd = {suspect.cell: suspect.text for suspect in family.write(KNOWN)}
    for name in ("plena/softmax/C1", "plena/rms_norm/C1"):
        assert verdict(load_cell(name), odd[name], runs=1)[0] == "proved"


def test_what_takes_too_long_is_unknown() -> None:
    cell = load_cell("plena/softmax/C1")
    began = time.monotonic()
    proof = limited(cell, next(iter(wrong_mutants("plena"))).text, 0.01)
    assert "more than 0.01 s" in proof.sentence()
    assert not proof.proved
    assert not proof.refuted
    assert time.monotonic() - began < 10


def test_the_row_counts_what_refutes() -> None:
    assert row("x", ["elements", "public", "unknown", "proved"]).endswith(
        "| 4 | 0 | 1 | 1 | 1 | 1 | 50.0% |"
    )
