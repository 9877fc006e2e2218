"""What is done to one row of 64, in the fewest cycles that we know; each holds for every input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.platforms.plena.kernels.schedules.schedule import Schedule


@dataclass(frozen=True)
class Formula:
    """`prepare` fills f registers once. `body(schedule, x, t, y)` makes row y of row x, which it
    may use up; t is a scratch row, which holds x times f[factor] before unless that is None.
    `whole`: the row must be a row of the tensor, not 64 elements of a longer one."""

    idea: str
    prepare: Callable[[Schedule], None]
    body: Callable[[Schedule, int, int, int], None]
    factor: int | None = None
    whole: bool = False


def _silu_constants(s: Schedule) -> None:
    s.load_constant(1, "one")
    s.do("S_SUB_FP", 2, 0, 1)


def _silu(s: Schedule, x: int, t: int, y: int) -> None:
    _sigmoid_of_negative(s, t)
    s.do("V_MUL_VV", y, t, x, 0)


def _relu_constants(s: Schedule) -> None:
    s.load_constant(1, "one")
    s.load_constant(2, "beta")
    s.do("S_SUB_FP", 1, 0, 1)
    s.do("S_SUB_FP", 2, 0, 2)


def _relu(s: Schedule, x: int, t: int, y: int) -> None:
    """e^(-e^(-βx)) is 0 or 1 but for tiny x, without addition and reciprocal."""
    s.do("V_EXP_V", t, t, 0)
    s.do("V_MUL_VF", t, t, 1, 0)
    s.do("V_EXP_V", t, t, 0)
    s.do("V_MUL_VV", y, t, x, 0)


def _gelu_constants(s: Schedule) -> None:
    s.load_constant(1, "one")
    s.load_constant(2, "tanh_linear")
    s.load_constant(3, "tanh_cubic")
    s.do("S_SUB_FP", 2, 0, 2)
    s.do("S_SUB_FP", 3, 0, 3)


def _gelu(s: Schedule, x: int, t: int, y: int) -> None:
    """The tanh form; the sign of u is in its constants, which saves a negation."""
    s.do("V_MUL_VV", t, x, x, 0)
    s.do("V_MUL_VF", t, t, 3, 0)
    s.do("V_ADD_VF", t, t, 2, 0)
    s.do("V_MUL_VV", t, t, x, 0)
    _sigmoid_of_negative(s, t)
    s.do("V_MUL_VV", y, t, x, 0)


def _sigmoid_of_negative(s: Schedule, t: int) -> None:
    """Row t = 1 / (1 + e^t) with f1 = 1."""
    s.do("V_EXP_V", t, t, 0)
    s.do("V_ADD_VF", t, t, 1, 0)
    s.do("V_RECI_V", t, t, 0)


def _softmax_constants(s: Schedule) -> None:
    s.load_constant(1, "neg_max")


def _softmax(s: Schedule, x: int, t: int, y: int) -> None:
    s.do("S_ADD_FP", 2, 1, 0)
    s.do("V_RED_MAX", 2, x, 0)
    s.do("V_SUB_VF", x, x, 2, 0, 0)
    s.do("V_EXP_V", x, x, 0)
    s.do("S_ADD_FP", 3, 0, 0)
    s.do("V_RED_SUM", 3, x, 0)
    s.do("S_RECI_FP", 3, 3)
    s.do("V_MUL_VF", y, x, 3, 0)


def _norm_constants(s: Schedule) -> None:
    """f1 = 1/width, f2 = width·ε, f3 = √width: the division by the width leaves the rows."""
    s.load_constant(1, "inverse_width")
    s.load_constant(2, "eps")
    s.do("S_RECI_FP", 3, 1)
    s.do("S_MUL_FP", 2, 2, 3)
    s.do("S_SQRT_FP", 3, 3)


def _rms_norm(s: Schedule, x: int, t: int, y: int) -> None:
    """x·√w / √(w·ε + Σx²): the sum starts at w·ε, and no mean is taken."""
    s.do("V_MUL_VV", t, x, x, 0)
    s.do("S_ADD_FP", 4, 2, 0)
    s.do("V_RED_SUM", 4, t, 0)
    _times_inverse_root(s, x, y)


def _layer_norm(s: Schedule, x: int, t: int, y: int) -> None:
    """(x - µ)·√w / √(w·ε + Σ(x - µ)²), where the second sum starts at w·ε."""
    s.do("S_ADD_FP", 5, 0, 0)
    s.do("V_RED_SUM", 5, x, 0)
    s.do("S_MUL_FP", 6, 5, 1)
    s.do("V_SUB_VF", x, x, 6, 0, 0)
    s.do("V_MUL_VV", t, x, x, 0)
    s.do("S_ADD_FP", 4, 2, 0)
    s.do("V_RED_SUM", 4, t, 0)
    _times_inverse_root(s, x, y)


def _times_inverse_root(s: Schedule, x: int, y: int) -> None:
    """Row y = row x times √w / √f4."""
    s.do("S_SQRT_FP", 4, 4)
    s.do("S_RECI_FP", 4, 4)
    s.do("S_MUL_FP", 4, 4, 3)
    s.do("V_MUL_VF", y, x, 4, 0)


FORMULAS = {
    "silu": Formula("sigmoid of -x", _silu_constants, _silu, factor=2),
    "relu": Formula("e^(-e^(-beta x))", _relu_constants, _relu, factor=2),
    "gelu": Formula("negated constants", _gelu_constants, _gelu),
    "softmax": Formula("softmax", _softmax_constants, _softmax, whole=True),
    "rms_norm": Formula("sum from width eps", _norm_constants, _rms_norm, whole=True),
    "layer_norm": Formula("sum from width eps", _norm_constants, _layer_norm, whole=True),
}
