"""The rules accept format noise and nothing else."""

import numpy as np
import pytest

from kernelcraft.cells.plain import BFLOAT16, FLOAT16, FLOAT32, PlainRounding
from kernelcraft.cells.platforms import platform
from kernelcraft.grading.tolerance import (
    Comparison,
    PaperTolerance,
    Scatter,
    Tolerance,
    least_tau,
    needed_tau,
    noise,
    normalised_error,
    tau_from_noise,
)
from kernelcraft.tasks import FloatArray, Rounding

TAU = 2.0**-7
RULE = Tolerance(TAU)


def _reference(*shape: int) -> FloatArray:
    return np.random.Generator(np.random.PCG64(5)).standard_normal(shape)


REFERENCE = _reference(16, 64)


def _softmax(rows: int, width: int) -> FloatArray:
    e = np.exp(_reference(rows, width))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), np.float64)


def _changed(index: tuple[int, ...] | slice, value: float) -> FloatArray:
    output = REFERENCE.copy()
    output[index] = value
    return output


def _strict(output: FloatArray, reference: FloatArray = REFERENCE) -> Comparison:
    return RULE.compare(output=output, reference=reference)


def test_the_reference_itself_passes() -> None:
    comparison = _strict(REFERENCE)
    assert comparison.ok
    assert comparison.match_rate == 1.0
    assert comparison.mse == comparison.normalised_error == 0.0
    assert comparison.wrong == ()
    assert comparison.faults == ()
    assert comparison.sentence() == "the output is right: normalised error 0"


def test_relative_noise_below_tau_passes() -> None:
    noise = 1.0 + 0.8 * TAU * np.sign(_reference(16, 64))
    assert _strict(REFERENCE * noise).ok


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        (np.zeros((16, 64)), "every element of the output is 0"),
        (np.full((16, 64), 0.25), "every element of the output is 0.25"),
        (REFERENCE * (1 + 1.1 * TAU), "the normalised error is 0.008594, more than 0.007812"),
        (-REFERENCE, "the normalised error is 2, more than 0.007812"),
        (REFERENCE[::-1].copy(), "the normalised error is 1.4"),
        (np.roll(REFERENCE, 1, axis=-1), "the normalised error is 1.3"),
        (_changed(slice(15, 16), 0.0), "the normalised error is 0.2"),
        (_changed((3, 4), np.nan), "1 element of the output is not finite"),
        (np.full((16, 64), np.inf), "1024 elements of the output are not finite"),
    ],
    ids=["zeros", "constant", "scaled", "negated", "rows", "lanes", "tail", "nan", "inf"],
)
def test_wrong_outputs_fail(output: FloatArray, sentence: str) -> None:
    comparison = _strict(output)
    assert not comparison.ok
    assert comparison.sentence().startswith(sentence)


def test_one_dropped_row_of_many_fails_by_its_row() -> None:
    reference = np.concatenate([_reference(4095, 64), 1e-2 * _reference(1, 64)])
    output = reference.copy()
    output[-1] = 0.0
    comparison = _strict(output, reference)
    assert comparison.normalised_error < TAU
    assert not comparison.ok
    assert comparison.sentence() == (
        "the normalised error is above 0.03125 in 1 of 4096 rows, 1 in the worst"
    )
    assert comparison.worst_rows[0].index == (4095,)


@pytest.mark.parametrize("row", [0, 2048, 4095])
def test_every_row_counts(row: int) -> None:
    """Too small to be seen in the whole or by its elements, but a fifth of its own row."""
    reference = _reference(4096, 64)
    reference[row] *= 1e-2
    output = reference.copy()
    output[row] *= 1.2
    assert _strict(output, reference).faults == (
        "the normalised error is above 0.03125 in 1 of 4096 rows, 0.2 in the worst",
    )


def test_one_wrong_element_of_many_fails_by_itself() -> None:
    reference = _reference(1, 65536)
    output = reference.copy()
    output[0, 77] += 0.1
    comparison = _strict(output, reference)
    assert comparison.normalised_error < TAU
    assert comparison.faults == (
        "the difference to the reference is above 0.07794 in 1 of 65536 elements",
    )
    assert [element.index for element in comparison.wrong] == [(0, 77)]


def test_zeros_fail_where_the_papers_rule_lets_them_match() -> None:
    reference = _softmax(16, 1024)
    zeros = np.zeros_like(reference)
    assert PaperTolerance().compare(output=zeros, reference=reference).match_rate > 0.99
    assert not _strict(zeros, reference).ok


def test_a_row_that_is_nearly_zero_is_measured_by_the_whole() -> None:
    reference = REFERENCE.copy()
    reference[2] *= 1e-5
    output = reference.copy()
    output[2] += 1e-3
    comparison = _strict(output, reference)
    assert comparison.ok, comparison.sentence()
    assert comparison.row_errors[2] == pytest.approx(1e-3, rel=0.1)


def test_a_small_row_is_measured_by_itself() -> None:
    reference = REFERENCE.copy()
    reference[2] *= 1e-2
    output = reference.copy()
    output[2] *= 1.1
    comparison = _strict(output, reference)
    assert comparison.row_errors[2] == pytest.approx(0.1)
    assert not comparison.ok


def test_a_constant_reference_allows_a_constant_output() -> None:
    assert _strict(np.full((4, 64), 0.5), np.full((4, 64), 0.5)).ok


def test_a_reference_of_zeros_is_met_exactly_or_not() -> None:
    zeros = np.zeros((4, 64))
    assert _strict(zeros, zeros).ok
    comparison = _strict(np.full((4, 64), 1e-9), zeros)
    assert not comparison.ok
    assert comparison.normalised_error == np.inf


def test_a_vector_is_one_row() -> None:
    reference = _reference(64)
    output = reference.copy()
    output[9] += 1.0
    comparison = _strict(output, reference)
    assert comparison.row_errors.shape == ()
    assert comparison.worst_rows[0].index == ()
    assert comparison.wrong[0].index == (9,)


def test_rows_of_a_batch_have_two_numbers() -> None:
    reference = _reference(3, 4, 64)
    output = reference.copy()
    output[2, 1] = 0.0
    comparison = _strict(output, reference)
    assert comparison.row_errors.shape == (3, 4)
    assert comparison.worst_rows[0].index == (2, 1)
    assert str(comparison.worst_rows[0]) == "row [2, 1]: 1"


def test_wrong_elements_are_the_first_and_worst_the_largest() -> None:
    output = REFERENCE.copy()
    output[1, 5] += 1.0
    output[7, 2] = np.nan
    output[9, 9] -= 2.0
    comparison = _strict(output)
    assert [element.index for element in comparison.wrong] == [(1, 5), (7, 2), (9, 9)]
    assert [element.index for element in comparison.worst[:3]] == [(7, 2), (9, 9), (1, 5)]
    assert comparison.match_rate == pytest.approx(1 - 3 / 1024)
    assert comparison.mse == comparison.normalised_error == np.inf
    expected, found = REFERENCE[1, 5], output[1, 5]
    assert str(comparison.wrong[0]) == f"[1, 5] expected {expected:.6g}, found {found:.6g}"


def test_errors_against_a_loop_over_elements() -> None:
    output = REFERENCE + 0.01 * _reference(64, 16).reshape(16, 64)
    squares = [(a - b) ** 2 for a, b in zip(output.flat, REFERENCE.flat, strict=True)]
    size = sum(b * b for b in REFERENCE.flat)
    comparison = _strict(output)
    assert comparison.mse == pytest.approx(sum(squares) / 1024)
    assert comparison.normalised_error == pytest.approx((sum(squares) / size) ** 0.5)
    assert normalised_error(output=output, reference=REFERENCE) == comparison.normalised_error
    row = sum(squares[3 * 64 : 4 * 64]) / sum(b * b for b in REFERENCE[3])
    assert comparison.row_errors[3] == pytest.approx(row**0.5)


@pytest.mark.parametrize(
    ("reference", "output", "ok"),
    [(0.0, 0.012, True), (0.0, 0.0121, False), (2.0, 2.0319, True), (2.0, 2.0321, False)]
    + [(-2.0, -2.0319, True), (1.0, np.nan, False), (1.0, -np.inf, False)],
)
def test_paper_rule_is_absolute_plus_relative(reference: float, output: float, ok: bool) -> None:
    comparison = PaperTolerance().compare(
        output=np.array([1.0, output]), reference=np.array([1.0, reference])
    )
    assert comparison.ok is ok
    assert comparison.match_rate == (1.0 if ok else 0.5)


def test_paper_rule_takes_other_platforms_numbers() -> None:
    rule = PaperTolerance(atol=1e-8, rtol=1e-5)
    assert not rule.compare(output=REFERENCE * 1.001, reference=REFERENCE).ok
    assert rule.compare(output=REFERENCE * 1.000001, reference=REFERENCE).ok


def test_paper_rule_says_how_many_elements_are_beyond() -> None:
    comparison = PaperTolerance().compare(output=REFERENCE + 1.0, reference=REFERENCE)
    assert comparison.sentence() == (
        "the difference to the reference is above 0.012 + 0.01 * abs(reference) "
        "in 1024 of 1024 elements"
    )


def test_shapes_must_agree() -> None:
    with pytest.raises(ValueError, match=r"expected an output of shape \(16, 64\), got \(64,\)"):
        _strict(np.zeros(64))


def test_a_reference_that_is_not_finite_is_our_fault() -> None:
    with pytest.raises(ValueError, match="the reference is not finite"):
        _strict(REFERENCE, _changed((0, 0), np.nan))


def test_tau_is_three_times_the_largest_noise() -> None:
    assert tau_from_noise([0.001, 0.004, 0.002], 2**-8) == pytest.approx(0.012)
    assert tau_from_noise([1e-6], 2**-8) == 2**-8


def test_noise_that_a_single_element_has_counts_where_it_is_far_out() -> None:
    everywhere, once = REFERENCE.copy(), REFERENCE.copy()
    everywhere *= 1.01
    once[3, 5] *= 1.25
    assert noise(output=everywhere, reference=REFERENCE) == pytest.approx(0.01)
    needed = needed_tau(output=once, reference=REFERENCE)
    error = noise(output=once, reference=REFERENCE)
    assert error > normalised_error(output=once, reference=REFERENCE)
    assert tau_from_noise([error], 2**-8) == pytest.approx(1.25 * needed)


@pytest.mark.parametrize("row", [slice(None), slice(3, 4)])
@pytest.mark.parametrize("column", [slice(None), slice(5, 6)])
def test_the_needed_tau_is_the_least_that_passes(row: slice, column: slice) -> None:
    output = REFERENCE.copy()
    output[row, column] *= 1.25
    needed = needed_tau(output=output, reference=REFERENCE)
    assert Tolerance(1.001 * needed).compare(output=output, reference=REFERENCE).ok
    assert not Tolerance(0.999 * needed).compare(output=output, reference=REFERENCE).ok


@pytest.mark.parametrize("errors", [[], [0.1, np.nan], [np.inf]])
def test_no_tau_without_sound_noise(errors: list[float]) -> None:
    with pytest.raises(ValueError, match="no tolerance follows"):
        tau_from_noise(errors, 2**-8)


@pytest.mark.parametrize("tau", [0.0, -0.1, 1.0, np.nan, np.inf])
def test_tau_that_would_pass_anything_is_refused(tau: float) -> None:
    with pytest.raises(ValueError, match="τ must be between 0 and 1"):
        Tolerance(tau)


def test_a_large_element_may_be_off_by_tau_of_itself() -> None:
    reference = np.zeros((1, 1024))
    reference[0, 0] = 64.0  # rms 2: ten tau of it are 0.1
    output = reference.copy()
    output[0, 0] *= 1 + 0.9 * 0.005
    assert Tolerance(0.005).compare(output=output, reference=reference).ok
    output[0, 1] = 0.11
    assert not Tolerance(0.005).compare(output=output, reference=reference).ok


@pytest.mark.parametrize(
    ("rounding", "least"),
    [
        (PlainRounding(FLOAT32), 2.0**-20),  # which is `FINEST`; storing costs 2^-24
        (PlainRounding(FLOAT16), 2.0**-11),
        (PlainRounding(BFLOAT16), 2.0**-8),
        (platform("plena").rounding(), 2.0**-8),
        (platform("amd_npu").rounding(), 2.0**-8),
        (platform("coral_npu").rounding(), 2.0**-20),  # exact: nothing is rounded
    ],
)
def test_the_least_tolerance_is_that_of_the_format(rounding: Rounding, least: float) -> None:
    assert least_tau(rounding) == least


def test_where_right_outputs_scatter_one_may_as_well() -> None:
    hard, other = (3, 7), (4, 7)
    outputs = [_changed(hard, REFERENCE[hard] + error) for error in (0.5, -0.25)]
    rule = Tolerance(TAU, Scatter.of(outputs, REFERENCE))
    assert not RULE.compare(output=outputs[0], reference=REFERENCE).ok
    assert rule.compare(output=outputs[0], reference=REFERENCE).ok
    assert rule.compare(output=_changed(hard, REFERENCE[hard] - 0.9), reference=REFERENCE).ok
    for place, error in ((hard, 1.1), (other, 0.5)):
        found = rule.compare(output=_changed(place, REFERENCE[place] + error), reference=REFERENCE)
        assert not found.ok
        assert f"in 1 of {REFERENCE.shape[0]} rows" in found.faults[-2]


def test_an_output_that_is_not_finite_shows_no_scatter() -> None:
    broken = _changed((0, 0), np.inf)
    nothing, some = Scatter.of([broken], REFERENCE), Scatter.of([broken, REFERENCE], REFERENCE)
    for found in (nothing, some):
        assert found.overall == 0.0
        assert found.rows.shape == REFERENCE.shape[:-1]
        assert not found.rows.any()
        assert not found.elements.any()
