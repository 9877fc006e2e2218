"""The primitives of rows on an AIE2 core: each writes its instructions with free registers.

Those of look-ups are the baseline's (`pieces`, `powers`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import ml_dtypes
import numpy as np

from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SUMMED,
    look_up,
    looked_up,
    rounded,
    splat,
    spread,
    total,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.powers import LAST, POWERS, ZERO, power
from kernelcraft.platforms.amd_npu.kernels.compiled.values import (
    ACCUMULATOR,
    LOWER,
    TWICE,
    Constant,
    Values,
)
from kernelcraft.platforms.amd_npu.machine.tables import LEAST

HIGHEST: Final = 31.0  # e to it is in the tables
"""Powers are within the tables from LEAST + 1 to this."""

TIE: Final = 2.0**-10
"""Powers of negative numbers may be a 256th low, and 2 less that is no tie with this."""


def constant(number: float, form: str) -> Constant:
    """A number in every lane that counts."""
    if form == ACCUMULATOR:
        bits = int(np.float32(number).view(np.uint32))
        return Constant(form, lambda to: splat(to, bits), (form, bits))
    bits = rounded(number)
    if form == TWICE:
        return Constant(LOWER, lambda to: splat(to, bits, 16), (form, bits))
    return _halves(bits)


def _halves(bits: int) -> Constant:
    """16 lanes of 16 bits, and zeros."""

    def text(to: str) -> str:
        return splat(to, bits, 16) + f"vmov {to.replace('x', 'wh')}, wh8\n"

    return Constant(LOWER, text, ("lower", bits))


def _words(bits: int) -> Constant:
    return Constant(LOWER, lambda to: splat(to, bits), ("words", bits))


def _table(name: str, offset: int = 0) -> Constant:
    return Constant(LOWER, lambda to: spread(to, name, offset), ("table", name, offset))


def _sum(v: Values, d: str, a: str, b: str, sign: str = "add") -> None:
    """a + b or a - b; a product or power that nobody else wants is part of it."""
    name = v.fresh(ACCUMULATOR)
    if sign == "add" and a in v.delayed and b not in v.delayed:
        a, b = b, a
    if sign == "add" and b in v.delayed:
        operation = v.delayed.pop(b)
        operation(v, name, a)
    else:
        v.emit(f"v{sign}.f {name}, {v.accumulator(a)}, {v.accumulator(b)}, r7")
    v.gives(d, ACCUMULATOR, name)


def _difference(v: Values, d: str, a: str, b: str) -> None:
    _sum(v, d, a, b, "sub")


def _product(v: Values, d: str, a: str, b: str) -> None:
    if b in v.precise:
        a, b = b, a
    x, y = (v.parts(a), v.twice(b)) if a in v.precise else (v.lower(a), v.lower(b))
    rest = _left(v.numbers[b]) if a in v.precise and b in v.numbers else 0.0

    def write(v: Values, to: str, plus: str | None) -> None:
        if plus:
            v.emit(f"vmac.f {to}, {v.accumulator(plus)}, {x}, {y}, r1")
        else:
            v.emit(f"vmul.f {to}, {x}, {y}, r1")
        if rest:
            v.emit(f"vmac.f {to}, {to}, {x}, {v.wanted(constant(rest, TWICE))}, r1")

    v.delay(d, write)


def _left(number: float) -> float:
    """What a number has more than the nearest bfloat16."""
    return number - float(np.array(number, ml_dtypes.bfloat16))


def _greater(v: Values, d: str, a: str, b: str) -> None:
    name, x, y = v.fresh(LOWER), v.lower(a), v.lower(b)
    v.emit(f"vmax_lt.bf16 {name}, r18, {x}, {y}")
    v.gives(d, LOWER, name)


def _negative(v: Values, d: str, a: str) -> None:
    v.gives(d, "", "")
    v.negated[d] = a


def _power(v: Values, d: str, a: str) -> None:
    """e to the a, or to what -a was; from 0 on where the sign says nothing else."""
    negative = a in v.negated
    u = v.lower(v.negated.get(a, a))
    least, most = (-HIGHEST + 1, -LEAST - 6.0) if negative else (LEAST + 1.0, HIGHEST)

    def write(v: Values, to: str, plus: str | None) -> None:
        above, inside = v.fresh(LOWER), v.fresh(LOWER)
        low, high = v.wanted(_halves(rounded(least))), v.wanted(_halves(rounded(most)))
        v.emit(f"vmax_lt.bf16 {above}, r18, {u}, {low}")
        v.emit(f"vmin_ge.bf16 {inside}, r19, {above}, {high}")
        number = v.numbers.get(plus or "")
        if plus is None:
            added = ""
        elif number is None or not negative:
            added = v.accumulator(plus)
        else:
            added = v.wanted(constant(number + TIE, ACCUMULATOR))
        whole, fraction = (ZERO - 1, LAST) if negative else (ZERO, 0)
        v.told(
            power("%u.l", "%to", negative=negative, plus="%plus" if added else None),
            POWERS,
            u=inside,
            to=to,
            plus=added,
            inside=v.wanted(_words(LAST)),
            wholes=v.wanted(_table("exp_whole", whole)),
            fractions=v.wanted(_table("exp_fraction", fraction)),
        )

    v.delay(d, write)


_INDEX = f"""
vups.s32.s16 %wide, %x.l, s2
vmov %index, %wide
vband %part, %index, %mask
vadd.32 %at, %table, %part
{look_up("r", "at", 16)}
vmov %r3.h, wh8
"""
_INDEXED = {**looked_up("r"), "wide": "bm", **dict.fromkeys(("index", "part", "at"), "x")}
_RECIPROCAL = f"""
{_INDEX}
vband %exponent, %x, %exponents
vsub.16 %less, %r3, %exponent
vadd.16 %to, %less, %bias
"""
_NEWTON = """
vmov %first.l, %near.l
vmov %first.h, %near.l
vmsc.f %rest, %one, %x, %first, r1
vconv.bf16.fp32 %part.l, %rest
vmov %part.h, wh8
vconv.fp32.bf16 %start, %near.l
vmac.f %to, %start, %part, %first, r1
"""


def _reciprocal(v: Values, d: str, a: str) -> None:
    """The table's entry for the mantissa, its exponent less that of the number.

    Of a precise number it is only where a step of Newton's method begins.
    """
    to = v.fresh(LOWER)
    precise = a in v.precise
    v.told(
        _RECIPROCAL,
        {**_INDEXED, "exponent": "x", "less": "x"},
        x=v.lower(a),
        to=to,
        mask=v.wanted(_words(127 * 4)),
        table=v.wanted(_table("reciprocal")),
        exponents=v.wanted(_halves(0x7F80)),
        bias=v.wanted(_halves(127 << 7)),
    )
    if not precise:
        v.gives(d, LOWER, to)
        return
    near = v.fresh(ACCUMULATOR)
    v.told(
        _NEWTON,
        {"first": "x", "part": "x", "rest": "bm", "start": "bm"},
        x=v.parts(a),
        near=to,
        to=near,
        one=v.wanted(constant(1.0, ACCUMULATOR)),
    )
    v.gives(d, ACCUMULATOR, near)
    v.precise.add(d)


_ROOT = f"""
{_INDEX}
vband %exponent, %x, %exponents
vups.s32.s16 %doubled, %exponent.l, s2
vsrs.s16.s32 %half.l, %doubled, s0
vmov %half.h, wh8
vsub.16 %less, %half, %bias
vband %even, %less, %evens
vsub.16 %to, %r3, %even
"""


def _root(v: Values, d: str, a: str) -> None:
    """1/√a: the entry for the exponent's last bit and the mantissa, and half of the exponent."""
    to = v.fresh(LOWER)
    v.told(
        _ROOT,
        {
            **_INDEXED,
            **dict.fromkeys(("exponent", "half", "less", "even"), "x"),
            "doubled": "bm",
        },
        x=v.lower(a),
        to=to,
        mask=v.wanted(_words(255 * 4)),
        table=v.wanted(_table("rsqrt")),
        exponents=v.wanted(_halves(0x7F80)),
        bias=v.wanted(_halves(127 << 6)),
        evens=v.wanted(_halves(0xFF80)),
    )
    v.gives(d, LOWER, to)


def _total(v: Values, d: str, a: str) -> None:
    to = v.fresh(ACCUMULATOR)
    kinds = {name: kind for name, kind in SUMMED.items() if name != "sum3"}
    v.told(total("%a"), kinds, a=v.accumulator(a), sum3=to)
    v.gives(d, ACCUMULATOR, to)
    v.precise.add(d)


def _greatest(v: Values, d: str, a: str) -> None:
    """By rotations of both halves, which are the same."""
    x = v.lower(a)
    last = v.fresh(LOWER)
    v.emit(f"vmov {last}.l, {x}.l\nvmov {last}.h, {x}.l")
    for shift in ("r28", "r29", "r30", "r31"):
        turned, greater = v.fresh(LOWER), v.fresh(LOWER)
        v.emit(f"vshift {turned}, {last}, {last}, {shift}")
        v.emit(f"vmax_lt.bf16 {greater}, r18, {last}, {turned}")
        last = greater
    name = v.fresh(LOWER)
    v.emit(f"vmov {name}.l, {last}.l\nvmov {name}.h, wh8")
    v.gives(d, LOWER, name)


PRIMITIVES: Final[Mapping[str, Callable[..., None]]] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    "max": _greater,
    "negative": _negative,
    "exp": _power,
    "reciprocal": _reciprocal,
    "rsqrt": _root,
    "reduce_sum": _total,
    "reduce_max": _greatest,
}
