"""Reductions, masks and permutations of vector registers, with their C twins."""

from __future__ import annotations

from collections.abc import Callable

from kernelcraft.riscv.velements import (
    active,
    bit,
    copied,
    element,
    gathered,
    larger,
    put,
    set_bit,
    smaller,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine, routine

Reduction = Routine[[Array, int, int, int, int, int, int], None]


def _reduction(
    name: str, combine: Callable[[int, int], int], *, signed: bool = False, wide: int = 1
) -> Reduction:
    def oracle(v: Array, vd: int, vs2: int, vs1: int, vl: int, sew: int, vm: int) -> None:
        total = element(v, vs1, 0, wide * sew, signed=signed)
        for i in active(v, 0, vl, vm):
            total = combine(total, element(v, vs2, i, sew, signed=signed))
        if vl > 0:
            put(v, vd, 0, wide * sew, total)

    oracle.__name__ = name
    prototype = (
        "void {}(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t vl, int64_t sew, "
        "int64_t vm)"
    )
    return routine(prototype.format(name))(oracle)


def _sum(a: int, b: int) -> int:
    return a + b


REDUCTIONS: dict[str, Reduction] = {
    "vredsum": _reduction("vredsum", _sum),
    "vredand": _reduction("vredand", lambda a, b: a & b),
    "vredor": _reduction("vredor", lambda a, b: a | b),
    "vredxor": _reduction("vredxor", lambda a, b: a ^ b),
    "vredminu": _reduction("vredminu", smaller),
    "vredmin": _reduction("vredmin", smaller, signed=True),
    "vredmaxu": _reduction("vredmaxu", larger),
    "vredmax": _reduction("vredmax", larger, signed=True),
    "vwredsumu": _reduction("vwredsumu", _sum, wide=2),
    "vwredsum": _reduction("vwredsum", _sum, signed=True, wide=2),
}


@routine(
    "void vmask(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t start, int64_t vl, "
    "int64_t truth)"
)
def vmask(v: Array, vd: int, vs2: int, vs1: int, start: int, vl: int, truth: int) -> None:
    """Bit by bit: bit 2a + b of the truth table, a of vs2 and b of vs1."""
    for i in range(start, vl):
        set_bit(v, vd, i, truth >> (2 * bit(v, vs2, i) + bit(v, vs1, i)))


@routine("int64_t vcpop(const uint8_t *v, int64_t vs2, int64_t vl, int64_t vm)")
def vcpop(v: Array, vs2: int, vl: int, vm: int) -> int:
    """How many active bits are 1."""
    return sum(bit(v, vs2, i) for i in active(v, 0, vl, vm))


@routine("int64_t vfirst(const uint8_t *v, int64_t vs2, int64_t vl, int64_t vm)")
def vfirst(v: Array, vs2: int, vl: int, vm: int) -> int:
    """The first active bit that is 1, or -1."""
    return next((i for i in active(v, 0, vl, vm) if bit(v, vs2, i)), -1)


@routine(
    "void vmsfirst(uint8_t *v, int64_t vd, int64_t vs2, int64_t vl, int64_t vm, int64_t before, "
    "int64_t at)"
)
def vmsfirst(v: Array, vd: int, vs2: int, vl: int, vm: int, before: int, at: int) -> None:
    """Bits before the first 1, that 1 itself, and 0 after it."""
    found = False
    for i in active(v, 0, vl, vm):
        one = bit(v, vs2, i) == 1
        set_bit(v, vd, i, 0 if found else at if one else before)
        found = found or one


@routine("void viota(uint8_t *v, int64_t vd, int64_t vs2, int64_t vl, int64_t sew, int64_t vm)")
def viota(v: Array, vd: int, vs2: int, vl: int, sew: int, vm: int) -> None:
    """How many active bits before each element are 1."""
    count = 0
    for i in active(v, 0, vl, vm):
        put(v, vd, i, sew, count)
        count += bit(v, vs2, i)


@routine("void vid(uint8_t *v, int64_t vd, int64_t start, int64_t vl, int64_t sew, int64_t vm)")
def vid(v: Array, vd: int, start: int, vl: int, sew: int, vm: int) -> None:
    """Each element's index."""
    for i in active(v, start, vl, vm):
        put(v, vd, i, sew, i)


@routine(
    "void vslideup(uint8_t *v, int64_t vd, int64_t vs2, int64_t offset, int64_t start, "
    "int64_t vl, int64_t sew, int64_t vm)"
)
def vslideup(
    v: Array, vd: int, vs2: int, offset: int, start: int, vl: int, sew: int, vm: int
) -> None:
    """vd[i] = vs2[i - offset]; elements below the offset stay."""
    for i in active(v, max(start, offset), vl, vm):
        put(v, vd, i, sew, element(v, vs2, i - offset, sew))


@routine(
    "void vslidedown(uint8_t *v, int64_t vd, int64_t vs2, int64_t offset, int64_t start, "
    "int64_t vl, int64_t vlmax, int64_t sew, int64_t vm)"
)
def vslidedown(
    v: Array, vd: int, vs2: int, offset: int, start: int, vl: int, vlmax: int, sew: int, vm: int
) -> None:
    """vd[i] = vs2[i + offset], or 0 beyond the group."""
    for i in active(v, start, vl, vm):
        put(v, vd, i, sew, element(v, vs2, i + offset, sew) if i + offset < vlmax else 0)


@routine(
    "void vslide1up(uint8_t *v, int64_t vd, int64_t vs2, int64_t value, int64_t start, "
    "int64_t vl, int64_t sew, int64_t vm)"
)
def vslide1up(
    v: Array, vd: int, vs2: int, value: int, start: int, vl: int, sew: int, vm: int
) -> None:
    """vd[i] = vs2[i - 1], with the scalar in element 0."""
    for i in active(v, start, vl, vm):
        put(v, vd, i, sew, element(v, vs2, i - 1, sew) if i else value)


@routine(
    "void vslide1down(uint8_t *v, int64_t vd, int64_t vs2, int64_t value, int64_t start, "
    "int64_t vl, int64_t sew, int64_t vm)"
)
def vslide1down(
    v: Array, vd: int, vs2: int, value: int, start: int, vl: int, sew: int, vm: int
) -> None:
    """vd[i] = vs2[i + 1], with the scalar in element vl - 1."""
    for i in active(v, start, vl, vm):
        put(v, vd, i, sew, element(v, vs2, i + 1, sew) if i < vl - 1 else value)


@routine(
    "void vrgather(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t start, int64_t vl, "
    "int64_t vlmax, int64_t sew, int64_t width, int64_t vm)"
)
def vrgather(
    v: Array,
    vd: int,
    vs2: int,
    vs1: int,
    start: int,
    vl: int,
    vlmax: int,
    sew: int,
    width: int,
    vm: int,
) -> None:
    """vd[i] = vs2[vs1[i]], or 0 for an index beyond the group; indices have `width` bits."""
    for i in active(v, start, vl, vm):
        at = element(v, vs1, i, width)
        put(v, vd, i, sew, gathered(v, vs2, at, sew, vlmax))


@routine(
    "void vrgather_x(uint8_t *v, int64_t vd, int64_t vs2, int64_t index, int64_t start, "
    "int64_t vl, int64_t vlmax, int64_t sew, int64_t vm)"
)
def vrgather_x(
    v: Array, vd: int, vs2: int, index: int, start: int, vl: int, vlmax: int, sew: int, vm: int
) -> None:
    """Every element becomes vs2[index], or 0 for an index beyond the group."""
    found = element(v, vs2, index, sew) if index < vlmax else 0
    for i in active(v, start, vl, vm):
        put(v, vd, i, sew, found)


@routine(
    "void vcompress(uint8_t *v, int64_t vd, int64_t vs2, int64_t vs1, int64_t vl, int64_t sew)"
)
def vcompress(v: Array, vd: int, vs2: int, vs1: int, vl: int, sew: int) -> None:
    """The elements whose bit in vs1 is 1, side by side from element 0 on."""
    chosen = [i for i in range(vl) if bit(v, vs1, i)]
    for count, i in enumerate(chosen):
        put(v, vd, count, sew, element(v, vs2, i, sew))


@routine("void vcopy(uint8_t *v, int64_t vd, int64_t vs2, int64_t start, int64_t size)")
def vcopy(v: Array, vd: int, vs2: int, start: int, size: int) -> None:
    """Bytes `start` to `size` - 1 of whole registers."""
    copied(v, 16 * vd + start, v, 16 * vs2 + start, size - start)


@routine("int64_t vfetch(const uint8_t *v, int64_t reg, int64_t sew)")
def vfetch(v: Array, reg: int, sew: int) -> int:
    """Element 0 as a signed number."""
    return element(v, reg, 0, sew, signed=True)


@routine("void vdeposit(uint8_t *v, int64_t reg, int64_t sew, int64_t value)")
def vdeposit(v: Array, reg: int, sew: int, value: int) -> None:
    """Set element 0."""
    put(v, reg, 0, sew, value)
