"""How near an output must be to the reference, and where it is not."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from kernelcraft.tasks.task import FloatArray, Rounding

BoolArray = npt.NDArray[np.bool_]

FINEST: Final = 2.0**-20
"""No τ is less: units of exponentials and square roots are not right to the last bit of float32."""
NOISE_FACTOR: Final = 3.0
TAIL_FACTOR: Final = 1.25
"""Of what the worst row and element of the noise model need: in 32 draws of 2 million elements of
a softmax, they need up to 1.13 times what they do in 8."""
SPREAD: Final = 2.0
"""Times the largest error of a few right outputs, which another can be off. Of 8,000 MHA kernels on
wide inputs 12 missed τ, and needed 1.2 times that of 16 outputs at most."""
ROW_FACTOR: Final = 4.0
ELEMENT_FACTOR: Final = 10.0
SMALL_ROW: Final = 1e-3
"""Rows whose reference is smaller than this, relative to the whole, are measured by the whole."""

_SHOWN: Final = 8


@dataclass(frozen=True)
class WrongElement:
    """One element of the output; `index` has one number an axis."""

    index: tuple[int, ...]
    expected: float
    found: float

    def __str__(self) -> str:
        place = ", ".join(map(str, self.index))
        return f"[{place}] expected {self.expected:.6g}, found {self.found:.6g}"


@dataclass(frozen=True)
class RowError:
    """What a rule measures of one row; `index` has one number for each axis but the last."""

    index: tuple[int, ...]
    error: float

    def __str__(self) -> str:
        return f"row {list(self.index)}: {self.error:.4g}"


@dataclass(frozen=True, eq=False)
class Comparison:
    """What one rule says of one output. Errors are infinite where the output is not finite."""

    ok: bool
    match_rate: float  # share of elements within the rule's bound for one element
    mse: float
    normalised_error: float  # rms(output - reference) / rms(reference)
    needed_tau: float  # the least τ with which `Tolerance` finds the output near enough
    largest: float  # the largest difference
    row_errors: FloatArray  # the rule's measure of every row, shape: the output's without last axis
    worst_rows: tuple[RowError, ...]  # largest first
    wrong: tuple[WrongElement, ...]  # the first elements beyond the bound, in memory order
    worst: tuple[WrongElement, ...]  # the elements with the largest errors, largest first
    faults: tuple[str, ...]  # why it is not ok
    praise: str  # how near it is

    def sentence(self) -> str:
        """The verdict in one sentence."""
        return f"the output is right: {self.praise}" if self.ok else self.faults[0]


class Rule(Protocol):
    """Decides whether an output is near enough to its reference."""

    def compare(self, *, output: FloatArray, reference: FloatArray) -> Comparison:
        """The verdict; ValueError for unequal shapes or a reference that is not finite."""
        ...


@dataclass(frozen=True, eq=False)
class Scatter:
    """How far right outputs for the same inputs are from their reference, at most, in some tries.

    `overall` and `rows` are normalised errors, `elements` differences.
    """

    overall: float
    rows: FloatArray  # shape: the output's without last axis
    elements: FloatArray  # shape: the output's

    @classmethod
    def of(cls, outputs: Iterable[FloatArray], reference: FloatArray) -> "Scatter":
        """The largest errors of the finite outputs, of each row and element its own."""
        found = [_Errors.measure(output, reference) for output in outputs]
        finite = [each for each in found if not each.non_finite]
        zeros = np.zeros(reference.shape)
        return cls(
            max((each.overall for each in finite), default=0.0),
            np.max([zeros[..., 0], *(each.rows for each in finite)], axis=0),
            np.max([zeros, *(each.absolute for each in finite)], axis=0),
        )


@dataclass(frozen=True)
class Tolerance:
    """The strict rule.

    The normalised RMS error is at most τ over the output and at most 4τ over every row; every
    element is within 10τ rms(reference), or within τ of its own size where that is more (one
    bf16 step of a softmax's largest element would be refused otherwise); the output is finite,
    and constant only if the reference is. A row is the last axis. Its error is divided by the RMS
    of that row of the reference, or by the RMS of the whole reference where the row has less than
    a thousandth of that. Where the `scatter` of the same inputs is known, twice that much is near
    enough, too: overall, in each row, in each element.
    """

    tau: float
    scatter: Scatter | None = None

    def __post_init__(self) -> None:
        if not 0.0 < self.tau < 1.0:  # at 1 an output of zeros would pass, with NaN anything
            raise ValueError(f"τ must be between 0 and 1, not {self.tau}")

    def compare(self, *, output: FloatArray, reference: FloatArray) -> Comparison:
        """The strict rule's answer; an element's bound is max(10 τ rms(reference), τ |itself|)."""
        errors = _Errors.measure(output, reference)
        bound = ELEMENT_FACTOR * self.tau * _rms(reference)
        within = errors.absolute <= np.maximum(bound, self.tau * np.abs(reference))
        row_bound, near = ROW_FACTOR * self.tau, errors.overall <= self.tau
        far = errors.rows > row_bound
        if self.scatter is not None:
            near |= errors.overall <= SPREAD * self.scatter.overall
            far &= errors.rows > SPREAD * self.scatter.rows
            within |= errors.absolute <= SPREAD * self.scatter.elements
        bad_rows = int(np.count_nonzero(far))
        faults: list[str] = []
        if errors.non_finite:
            faults.append(f"{_elements(errors.non_finite)} not finite")
        elif _is_constant(output) and not _is_constant(reference):
            faults.append(f"every element of the output is {output.flat[0]:.6g}")
        if not near:
            faults.append(f"the normalised error is {errors.overall:.4g}, more than {self.tau:.4g}")
        if bad_rows:
            worst = float(errors.rows[far].max())
            faults.append(
                f"the normalised error is above {row_bound:.4g} in {bad_rows} of "
                f"{errors.rows.size} rows, {worst:.4g} in the worst"
            )
        if not within.all():
            faults.append(_beyond(within, f"{bound:.4g}"))
        return errors.comparison(within, faults)


@dataclass(frozen=True)
class Exact:
    """The rule for whole numbers: every element equals the reference.

    A row's error is how many of its elements do not.
    """

    def compare(self, *, output: FloatArray, reference: FloatArray) -> Comparison:
        """The rule's answer."""
        errors = _Errors.measure(output, reference)
        within = errors.absolute == 0.0
        wrong = int(np.count_nonzero(~within))
        counts = np.asarray(np.count_nonzero(~within, axis=-1), np.float64)
        faults = [_different(wrong, within.size, float(errors.absolute.max()))] if wrong else []
        found = replace(errors, rows=counts).comparison(within, faults)
        return replace(
            found,
            needed_tau=errors.needed_tau,
            praise="every element equals the reference",
        )


def strict_rule(tau: float | None) -> Rule:
    """The strict rule of a cell; without τ every element must be equal."""
    return Exact() if tau is None else Tolerance(tau)


@dataclass(frozen=True)
class PaperTolerance:
    """The paper's rule: abs(output - reference) <= atol + rtol * abs(reference), every element.

    The defaults are its numbers for PLENA (arXiv 2603.08721).
    """

    atol: float = 0.012
    rtol: float = 0.01

    def compare(self, *, output: FloatArray, reference: FloatArray) -> Comparison:
        """The paper's answer; zeros can pass it where the reference is small."""
        errors = _Errors.measure(output, reference)
        within = errors.absolute <= self.atol + self.rtol * np.abs(reference)
        bound = f"{self.atol:g} + {self.rtol:g} * abs(reference)"
        return errors.comparison(within, [] if within.all() else [_beyond(within, bound)])


def normalised_error(*, output: FloatArray, reference: FloatArray) -> float:
    """rms(output - reference) / rms(reference); infinite where the output is not finite."""
    return _Errors.measure(output, reference).overall


def needed_tau(*, output: FloatArray, reference: FloatArray) -> float:
    """The least τ with which the strict rule finds an output near enough, rows and elements too."""
    return _Errors.measure(output, reference).needed_tau


def noise(*, output: FloatArray, reference: FloatArray) -> float:
    """What an output of a noise model says of τ: its normalised error, as a rule.

    The more elements there are, the further out is the worst of them. Where it, or a row, needs
    nearly the τ that follows from the error over the whole, more than that error.
    """
    errors = _Errors.measure(output, reference)
    return max(errors.overall, errors.needed_tau * TAIL_FACTOR / NOISE_FACTOR)


def least_tau(rounding: Rounding) -> float:
    """What storing a right result costs: half a unit in its format's last place, 2^-8 for bf16."""
    values = 1.0 + np.arange(1 << 12) / (1 << 12)
    half = float(np.max(np.abs(rounding.vector(values) - values)))
    return max(2.0 ** math.ceil(math.log2(half)) if half else 0.0, FINEST)


def tau_from_noise(errors: Sequence[float], least: float) -> float:
    """τ of a cell: three times the largest error of its noise model, or `least`.

    `errors` are those of noise-model outputs (see `noise`); raises ValueError if there are none, or
    if one is not finite (the noise model then needs mending, not a tolerance).
    """
    if not errors or not np.all(np.isfinite(errors)):
        raise ValueError(f"no tolerance follows from the noise errors {list(errors)}")
    return max(NOISE_FACTOR * max(errors), least)


@dataclass(frozen=True, eq=False)
class _Errors:
    """Every error of one output, measured once for all rules."""

    output: FloatArray
    reference: FloatArray
    absolute: FloatArray
    rows: FloatArray
    overall: float
    non_finite: int

    @classmethod
    def measure(cls, output: FloatArray, reference: FloatArray) -> "_Errors":
        if output.shape != reference.shape:
            raise ValueError(f"expected an output of shape {reference.shape}, got {output.shape}")
        if not np.isfinite(reference).all():
            raise ValueError("the reference is not finite, so no output can be compared with it")
        finite = np.isfinite(output)
        absolute = np.where(finite, np.abs(np.where(finite, output, 0.0) - reference), np.inf)
        whole = _rms(reference)
        row_size = _row_rms(reference)
        row_size = np.where(row_size < SMALL_ROW * whole, whole, row_size)
        return cls(
            output,
            reference,
            absolute,
            rows=_ratio(_row_rms(absolute), row_size),
            overall=float(_ratio(np.array(_rms(absolute)), np.array(whole))),
            non_finite=int(np.count_nonzero(~finite)),
        )

    @property
    def needed_tau(self) -> float:
        size = np.maximum(ELEMENT_FACTOR * _rms(self.reference), np.abs(self.reference))
        elements, rows = _ratio(self.absolute, size), self.rows / ROW_FACTOR
        return max(self.overall, float(rows.max()), float(elements.max()))

    def comparison(self, within: BoolArray, faults: Sequence[str]) -> Comparison:
        rows = [np.unravel_index(flat, self.rows.shape) for flat in _largest(self.rows)]
        return Comparison(
            ok=not faults,
            match_rate=float(np.mean(within)),
            mse=float(np.mean(self.absolute**2)),
            normalised_error=self.overall,
            needed_tau=self.needed_tau,
            largest=float(self.absolute.max()),
            row_errors=self.rows,
            worst_rows=tuple(
                RowError(tuple(int(i) for i in row), float(self.rows[row])) for row in rows
            ),
            wrong=self._elements(np.flatnonzero(~within)[:_SHOWN]),
            worst=self._elements(_largest(self.absolute)),
            faults=tuple(faults),
            praise=f"normalised error {self.overall:.3g}",
        )

    def _elements(self, flat: npt.NDArray[np.intp]) -> tuple[WrongElement, ...]:
        return tuple(
            WrongElement(
                tuple(int(i) for i in np.unravel_index(position, self.output.shape)),
                expected=float(self.reference.flat[position]),
                found=float(self.output.flat[position]),
            )
            for position in flat
        )


def _rms(values: FloatArray) -> float:
    return float(np.sqrt(np.mean(values**2)))


def _row_rms(values: FloatArray) -> FloatArray:
    return np.asarray(np.sqrt(np.mean(values**2, axis=-1)), np.float64)


def _largest(values: FloatArray) -> npt.NDArray[np.intp]:
    """Flat positions of the largest values, largest first, without sorting all of them."""
    flat = values.ravel()
    shown = min(_SHOWN, flat.size)
    found = np.argpartition(flat, flat.size - shown)[flat.size - shown :]
    return found[np.lexsort((found, -flat[found]))]


def _ratio(error: FloatArray, size: FloatArray) -> FloatArray:
    """error / size; where the size is 0 (a reference of zeros) only an error of 0 is any good."""
    without_size = np.where(error == 0.0, 0.0, np.inf)
    return np.divide(error, size, out=without_size, where=size > 0.0)


def _is_constant(values: FloatArray) -> bool:
    return bool(np.all(values == values.flat[0]))


def _elements(count: int) -> str:
    return "1 element of the output is" if count == 1 else f"{count} elements of the output are"


def _different(wrong: int, size: int, largest: float) -> str:
    verb = "differs" if wrong == 1 else "differ"
    return f"{wrong} of {size} elements {verb} from the reference, by {largest:g} at most"


def _beyond(within: BoolArray, bound: str) -> str:
    wrong = int(np.count_nonzero(~within))
    return f"the difference to the reference is above {bound} in {wrong} of {within.size} elements"
