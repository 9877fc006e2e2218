"""Element-by-element vector arithmetic: one table row for each operation, in both forms.

Every routine works on elements start..vl-1 that vm and v0 select and says whether one saturated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kernelcraft.riscv.velements import (
    active,
    bit,
    element,
    larger,
    put,
    rounded,
    set_bit,
    smaller,
    with_sign,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine, routine

Elementwise = Routine[[Array, int, int, int, int, int, int, int, int], int]
PROTOTYPE = (
    "int64_t {}(uint8_t *v, int64_t vd, int64_t vs2, int64_t source, int64_t start, int64_t vl, "
    "int64_t sew, int64_t vm, int64_t vxrm)"
)


@dataclass(frozen=True)
class Lane:
    """What an operation sees of one element: a of vs2, b of vs1 or the scalar, c of vd."""

    a: int
    b: int
    c: int
    bits: int  # of a source element
    carry: int  # the element's bit of v0
    vxrm: int


Operation = Callable[[Lane], int]


@dataclass(frozen=True)
class Form:
    """Widths as multiples of SEW, and which sources are signed; `clip` saturates to s or u."""

    operation: Operation
    signs: str = "uu"
    wide: int = 1  # vd
    wide2: int = 1  # vs2
    clip: str = ""

    def value(self, lane: Lane) -> tuple[int, bool]:
        """The result, and whether it was saturated."""
        exact = self.operation(lane)
        if not self.clip:
            return exact, False
        low, high = (0, 2**lane.bits - 1)
        if self.clip == "s":
            low, high = -(2 ** (lane.bits - 1)), 2 ** (lane.bits - 1) - 1
        return smaller(larger(exact, low), high), (exact < low) | (exact > high)


def _shift(lane: Lane) -> int:
    return lane.b & (lane.bits - 1)


def _long_shift(lane: Lane) -> int:
    return lane.b & (2 * lane.bits - 1)


def _quotient(lane: Lane) -> int:
    if lane.b == 0:
        return -1
    quotient = lane.a // lane.b
    return quotient + ((quotient < 0) & (quotient * lane.b != lane.a))


def _remainder(lane: Lane) -> int:
    return lane.a - lane.b * _quotient(lane) if lane.b else lane.a


def _high(lane: Lane) -> int:
    return lane.a * lane.b >> lane.bits


SINGLE = {
    "vadd": Form(lambda e: e.a + e.b),
    "vsub": Form(lambda e: e.a - e.b),
    "vrsub": Form(lambda e: e.b - e.a),
    "vand": Form(lambda e: e.a & e.b),
    "vor": Form(lambda e: e.a | e.b),
    "vxor": Form(lambda e: e.a ^ e.b),
    "vsll": Form(lambda e: e.a << _shift(e)),
    "vsrl": Form(lambda e: e.a >> _shift(e)),
    "vsra": Form(lambda e: e.a >> _shift(e), "ss"),
    "vminu": Form(lambda e: smaller(e.a, e.b)),
    "vmin": Form(lambda e: smaller(e.a, e.b), "ss"),
    "vmaxu": Form(lambda e: larger(e.a, e.b)),
    "vmax": Form(lambda e: larger(e.a, e.b), "ss"),
    "vmul": Form(lambda e: e.a * e.b),
    "vmulh": Form(_high, "ss"),
    "vmulhu": Form(_high),
    "vmulhsu": Form(_high, "su"),
    "vdivu": Form(_quotient),
    "vdiv": Form(_quotient, "ss"),
    "vremu": Form(_remainder),
    "vrem": Form(_remainder, "ss"),
    "vmacc": Form(lambda e: e.a * e.b + e.c),
    "vnmsac": Form(lambda e: e.c - e.a * e.b),
    "vmadd": Form(lambda e: e.b * e.c + e.a),
    "vnmsub": Form(lambda e: e.a - e.b * e.c),
    "vadc": Form(lambda e: e.a + e.b + e.carry),
    "vsbc": Form(lambda e: e.a - e.b - e.carry),
    "vmerge": Form(lambda e: e.b if e.carry else e.a),
    "vmv": Form(lambda e: e.b),
    "vsaddu": Form(lambda e: e.a + e.b, clip="u"),
    "vsadd": Form(lambda e: e.a + e.b, "ss", clip="s"),
    "vssubu": Form(lambda e: e.a - e.b, clip="u"),
    "vssub": Form(lambda e: e.a - e.b, "ss", clip="s"),
    "vaaddu": Form(lambda e: rounded(e.a + e.b, 1, e.vxrm)),
    "vaadd": Form(lambda e: rounded(e.a + e.b, 1, e.vxrm), "ss"),
    "vasubu": Form(lambda e: rounded(e.a - e.b, 1, e.vxrm)),
    "vasub": Form(lambda e: rounded(e.a - e.b, 1, e.vxrm), "ss"),
    "vsmul": Form(lambda e: rounded(e.a * e.b, e.bits - 1, e.vxrm), "ss", clip="s"),
    "vssrl": Form(lambda e: rounded(e.a, _shift(e), e.vxrm)),
    "vssra": Form(lambda e: rounded(e.a, _shift(e), e.vxrm), "ss"),
}
WIDENING = {
    "vwaddu": Form(lambda e: e.a + e.b, "uu", 2),
    "vwadd": Form(lambda e: e.a + e.b, "ss", 2),
    "vwsubu": Form(lambda e: e.a - e.b, "uu", 2),
    "vwsub": Form(lambda e: e.a - e.b, "ss", 2),
    "vwmulu": Form(lambda e: e.a * e.b, "uu", 2),
    "vwmul": Form(lambda e: e.a * e.b, "ss", 2),
    "vwmulsu": Form(lambda e: e.a * e.b, "su", 2),
    "vwmaccu": Form(lambda e: e.a * e.b + e.c, "uu", 2),
    "vwmacc": Form(lambda e: e.a * e.b + e.c, "ss", 2),
    "vwmaccsu": Form(lambda e: e.a * e.b + e.c, "us", 2),
    "vwmaccus": Form(lambda e: e.a * e.b + e.c, "su", 2),
}
WIDE_SOURCE = {
    "vwaddu": Form(lambda e: e.a + e.b, "uu", 2, 2),
    "vwadd": Form(lambda e: e.a + e.b, "ss", 2, 2),
    "vwsubu": Form(lambda e: e.a - e.b, "uu", 2, 2),
    "vwsub": Form(lambda e: e.a - e.b, "ss", 2, 2),
    "vnsrl": Form(lambda e: e.a >> _long_shift(e), "uu", 1, 2),
    "vnsra": Form(lambda e: e.a >> _long_shift(e), "su", 1, 2),
    "vnclipu": Form(lambda e: rounded(e.a, _long_shift(e), e.vxrm), "uu", 1, 2, "u"),
    "vnclip": Form(lambda e: rounded(e.a, _long_shift(e), e.vxrm), "su", 1, 2, "s"),
}
COMPARISONS = {
    "vmseq": Form(lambda e: e.a == e.b),
    "vmsne": Form(lambda e: e.a != e.b),
    "vmsltu": Form(lambda e: e.a < e.b),
    "vmslt": Form(lambda e: e.a < e.b, "ss"),
    "vmsleu": Form(lambda e: e.a <= e.b),
    "vmsle": Form(lambda e: e.a <= e.b, "ss"),
    "vmsgtu": Form(lambda e: e.a > e.b),
    "vmsgt": Form(lambda e: e.a > e.b, "ss"),
}
CARRIES = {
    "vmadc": Form(lambda e: (e.a + e.b + e.carry) >> e.bits),
    "vmsbc": Form(lambda e: e.a - e.b - e.carry < 0),
}


def _lane(
    form: Form, v: Array, vd: int, vs2: int, second: int, i: int, sew: int, carry: int, vxrm: int
) -> Lane:
    a = element(v, vs2, i, form.wide2 * sew, signed=form.signs[0] == "s")
    c = element(v, vd, i, form.wide * sew)
    return Lane(a, second, c, sew, carry, vxrm)


def _second(form: Form, v: Array, source: int, i: int, sew: int, vector: bool) -> int:
    if vector:
        return element(v, source, i, sew, signed=form.signs[1] == "s")
    value = source & ((1 << sew) - 1)
    return with_sign(value, sew) if form.signs[1] == "s" else value


def _elementwise(name: str, form: Form, *, vector: bool) -> Elementwise:
    def oracle(
        v: Array, vd: int, vs2: int, source: int, start: int, vl: int, sew: int, vm: int, vxrm: int
    ) -> int:
        any_saturated = 0
        for i in active(v, start, vl, vm):
            b = _second(form, v, source, i, sew, vector)
            value, saturated = form.value(_lane(form, v, vd, vs2, b, i, sew, bit(v, 0, i), vxrm))
            put(v, vd, i, form.wide * sew, value)
            any_saturated |= saturated
        return any_saturated

    oracle.__name__ = name
    return routine(PROTOTYPE.format(name))(oracle)


def _to_mask(name: str, form: Form, *, vector: bool, always: bool) -> Elementwise:
    def oracle(
        v: Array, vd: int, vs2: int, source: int, start: int, vl: int, sew: int, vm: int, vxrm: int
    ) -> int:
        for i in active(v, start, vl, 1 if always else vm):
            b = _second(form, v, source, i, sew, vector)
            carry = 0 if vm else bit(v, 0, i)
            value = form.operation(_lane(form, v, 0, vs2, b, i, sew, carry, vxrm))
            set_bit(v, vd, i, value)
        return 0

    oracle.__name__ = name
    return routine(PROTOTYPE.format(name))(oracle)


def _extension(name: str, *, signed: bool) -> Elementwise:
    def oracle(
        v: Array, vd: int, vs2: int, source: int, start: int, vl: int, sew: int, vm: int, vxrm: int
    ) -> int:
        for i in active(v, start, vl, vm):
            put(v, vd, i, sew, element(v, vs2, i, sew // source, signed=signed))
        return 0

    oracle.__name__ = name
    return routine(PROTOTYPE.format(name))(oracle)


ROUTINES: dict[str, Elementwise] = {
    **{f"{n}_vv": _elementwise(f"{n}_vv", f, vector=True) for n, f in SINGLE.items()},
    **{f"{n}_vx": _elementwise(f"{n}_vx", f, vector=False) for n, f in SINGLE.items()},
    **{f"{n}_vv": _elementwise(f"{n}_vv", f, vector=True) for n, f in WIDENING.items()},
    **{f"{n}_vx": _elementwise(f"{n}_vx", f, vector=False) for n, f in WIDENING.items()},
    **{f"{n}_wv": _elementwise(f"{n}_wv", f, vector=True) for n, f in WIDE_SOURCE.items()},
    **{f"{n}_wx": _elementwise(f"{n}_wx", f, vector=False) for n, f in WIDE_SOURCE.items()},
    **{
        f"{n}_{form}": _to_mask(f"{n}_{form}", f, vector=form == "vv", always=n in CARRIES)
        for n, f in (COMPARISONS | CARRIES).items()
        for form in ("vv", "vx")
    },
    "vzext": _extension("vzext", signed=False),
    "vsext": _extension("vsext", signed=True),
}
