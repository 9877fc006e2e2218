"""Small C routines of the machine itself: bytes between memory and lanes, widths of registers."""

from __future__ import annotations

from kernelcraft.platforms.amd_npu.machine.registers import WIDTHS
from kernelcraft.sim.parts import Array
from kernelcraft.sim.routine import routine


@routine(
    "void copy_bytes(uint8_t *to, int64_t at, const uint8_t *source, int64_t start, int64_t count)"
)
def copy_bytes(to: Array, at: int, source: Array, start: int, count: int) -> None:
    """Copy `count` bytes."""
    to[at : at + count] = source[start : start + count]


@routine("int64_t narrowed(int64_t code, int64_t value)")
def narrowed(code: int, value: int) -> int:
    """As many of the low bits of `value` as the scalar register number `code` has."""
    return value & ((1 << WIDTHS[code]) - 1)


def c_prelude() -> str:
    """The widths of the scalar registers, for C."""
    widths = ", ".join(map(str, WIDTHS))
    return f"static const uint8_t scalar_widths[] = {{{widths}}};\n"
