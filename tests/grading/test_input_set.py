"""What a machine holds before a run: inputs as they were drawn, and garbage everywhere else."""

from itertools import combinations

import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.input_set import InputSet, input_set, kept_set, public_set, spent_set
from kernelcraft.grading.inputs import draw

CELL = load_cell("plena/gemm/C1")
MEMORIES = ("vector_sram", "matrix_sram", "fp_sram", "int_sram", "hbm")
REGISTERS = ("gp", "f")


def staged(seed: int) -> InputSet:
    return input_set(CELL, "normal", seed, poison=True)


@pytest.mark.parametrize("part", [*MEMORIES, *REGISTERS])
def test_all_but_inputs_is_garbage_and_other_garbage_for_every_seed(part: str) -> None:
    """Also where no cell has a tensor: a kernel may not rely on zeros anywhere."""
    first, again, other = (staged(seed).staged[part] for seed in (1, 1, 2))
    middle = slice(len(first) // 2, None)  # tensors and constants lie before it
    assert np.mean(first[middle] != 0) > 0.9
    assert np.array_equal(first, again)
    assert np.mean(first[middle] != other[middle]) > 0.5  # half of HBM's bytes are a scale


def test_every_seed_has_inputs_of_its_own() -> None:
    sets = [*map(staged, (1, 2)), public_set(CELL)]
    for first, other in combinations(sets, 2):
        assert all(np.mean(first.inputs[x] != other.inputs[x]) > 0.9 for x in first.inputs)


def test_the_right_answer_is_of_rounded_inputs() -> None:
    """What the memories hold: MXINT8 here, which is not what was drawn."""
    given, values = staged(1), draw(CELL.task, CELL.dims, "normal", 1)
    assert np.array_equal(given.reference, CELL.reference(given.inputs))
    assert not np.array_equal(given.reference, CELL.reference(values))


def test_an_output_that_nobody_wrote_is_no_number() -> None:
    assert np.isnan(CELL.platform.read(CELL.memory_map.output, staged(1).staged)).all()


def test_sets_of_one_seed_have_garbage_of_their_own() -> None:
    wide = input_set(CELL, "wide", 1, poison=True).staged["vector_sram"]
    assert np.mean(wide != staged(1).staged["vector_sram"]) > 0.4


def test_without_poison_all_but_inputs_is_zero() -> None:
    state = input_set(CELL, "normal", 1, poison=False).staged
    for part in MEMORIES:
        assert not state[part][len(state[part]) // 2 :].any()


def test_the_garbage_of_the_public_inputs_is_that_of_no_other_seed() -> None:
    public = public_set(CELL).staged["vector_sram"]
    assert np.mean(public != staged(1).staged["vector_sram"]) > 0.4


def test_a_kept_set_is_made_once_and_nobody_writes_into_it() -> None:
    kept = kept_set(CELL, "wide", 9)
    assert kept is kept_set(CELL, "wide", 9)
    drawn = input_set(CELL, "wide", 9, poison=True)
    assert np.array_equal(kept.reference, drawn.reference)
    assert all(
        np.array_equal(array, drawn.staged[name]) for name, array in kept.staged.arrays.items()
    )
    with pytest.raises(ValueError, match="read-only"):
        kept.staged["vector_sram"][0] = 1


def test_a_spent_set_may_be_written_and_is_made_anew_when_it_is_wanted_again() -> None:
    spent = spent_set(CELL, "wide", 9).staged["vector_sram"]
    before = spent.copy()
    spent[:] = 0
    assert np.array_equal(kept_set(CELL, "wide", 9).staged["vector_sram"], before)
